import type { Traits } from '../venue/venue';
import type { Spell } from '../venue/weather';

export const USERS = [
	'publish a change',
	'unpublish and publish',
	'unpublish for a while',
	'unpublish for weeks',
	'move a node',
	'new Client ID',
	'new Client Secret',
	'change Base URL',
	'change Webhook API Key',
	'rename a node',
	'remove a node',
	'add a node',
	'duplicate a node',
	'delete and re-add a node',
	'add an event',
	'remove an event',
	'change an option',
	'ask for everything since a date',
	'look up many bookings',
] as const;

export const VENUES = [
	'change bookings',
	'send events',
	'give messages up',
	'messages to another system',
	'large outage',
	'messages of a long outage',
	'an event from the future',
	'disable credentials',
	'revoke a scope',
	'switch off in the console',
	'send an event again',
	'stranger',
	'unsubscribed event',
] as const;

export const OPERATIONS = [
	'stop',
	'kill',
	'off for days',
	'restore the database',
	'update the package',
	'move a clock',
	'another poller writes',
	'a read never returns',
	'a copy of the machine',
	'a backup on another machine',
] as const;

/** Only several main processes have a leader. */
export const LEADERS = [
	'the leader changes',
	'the leader changes while publishing',
	'the leader changes while unpublishing',
	'the leader changes during a poll',
] as const;

export type Kind = (typeof USERS | typeof VENUES | typeof OPERATIONS | typeof LEADERS)[number];

/** An action. Its target is drawn from its name, among what exists by then. */
export interface Action {
	name: string;
	kind: Kind;
	at: number;
	/** How long its effect lasts. */
	forMs: number;
}

export interface PlannedNode {
	kind: 'webhook' | 'recovery';
	record: number;
	events: string[];
	options: Record<string, unknown>;
	refetchBookings: boolean;
}

export interface Plan {
	n8n: {
		isBefore28: boolean;
		processes: number;
		/** All of them are main processes. Otherwise, the others are webhook processors. */
		hasSeveralMains: boolean;
		hasOneWriter: boolean;
		/** How many executions run at once. */
		slots: number;
		longestExecutionMs: number;
		/** Whether each execution writes static data of its own. */
		executionsWrite: boolean;
		balance: 'random' | 'by address';
	};
	/** How often something goes wrong with one attempt to deliver a message. */
	weather: {
		slowDatabase: boolean;
		hangUp: number;
		answerLost: number;
		noCredential: number;
		notAccepted: number;
		notAcceptedLate: number;
		lostWithProcess: number;
	};
	sending: {
		timeoutMs: number;
		firstPauseMs: number;
		/** How long after a message the venue may repeat it, whether or not it was delivered. */
		copiesAfter: Array<[from: number, to: number]>;
	};
	/** Another n8n with another address at the same venues, with the same workflows. */
	hasStaging: boolean;
	/** Whether the memory of the first workflow is full when the life begins. */
	isFull: boolean;
	venues: Traits[];
	spells: Spell[];
	/** n8n's credentials: the venue of each, and the key that its user entered. */
	records: Array<{ venue: number; apiKey: string }>;
	workflows: PlannedNode[][];
	pollEveryMs: number;
	requestsPerMinute: number;
	actions: Action[];
	endsAt: number;
	/** What can be left out. */
	parts: string[];
}
