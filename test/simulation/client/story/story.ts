import type { Account, Manners } from '../venue/endpoints';
import type { Spell } from '../weather/spells';

/** What a node, a list or a trigger may ask of the venue. */
export const KINDS = [
	'booking',
	'bookings',
	'failedMessages',
	'createWebhook',
	'updateWebhook',
	'openList',
	'publish',
	'bulkReport',
	'revenueActivity',
	'query',
	'unsafeQuery',
	'plainRequest',
	'plainPost',
] as const;

export type OperationKind = (typeof KINDS)[number];

export interface CredentialPlan {
	id: string;
	account: Account;
	requestsPerMinute: number;
}

export interface ProcessPlan {
	name: string;
	address: string;
	/** Its clock is set to something else. */
	jumps: Array<{ at: number; byMs: number }>;
}

/** Somebody who calls: an execution with many items, a poller, a person in front of a list. */
export interface ActorPlan {
	name: string;
	process: string;
	credential: string;
	kinds: OperationKind[];
	from: number;
	/** How many at a time, one after the other, with how much in between. */
	atOnce: number;
	times: number;
	everyMs: number;
	/** When its execution is canceled, in some of the cases. */
	cancelAfterMs?: number;
	/** Which exports: the fewer, the more often the same again. */
	dataSets: number;
}

/** Somebody edits a credential while calls are under way. */
export interface EditPlan {
	name: string;
	at: number;
	credential: string;
	/** The venue gives a new secret, or the credential is for another venue from now on. */
	toAccount?: Account;
	/** How much later the person gets round to it. */
	delayMs: number;
}

/** A storm: everything that a seed decides before it begins. */
export interface Story {
	hosts: string[];
	accounts: Account[];
	credentials: CredentialPlan[];
	processes: ProcessPlan[];
	actors: ActorPlan[];
	edits: EditPlan[];
	spells: Spell[];
	manners: Manners;
	/** When all weather is over, in milliseconds of the story. */
	calmAt: number;
	databaseMs: number;
	parts: string[];
}
