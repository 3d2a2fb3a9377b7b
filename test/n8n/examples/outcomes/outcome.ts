import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import type { Example, ExampleNode } from '../../../examples/examples';
import { isOurs } from '../../../examples/imported';
import type { ExampleLab, Imported, Venue } from '../exampleLab';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LONGEST_TEST = 15 * MINUTE;
const ASK_MS = 500;
const BETWEEN_RETRIES_MS = 5_000;

/** An example in use: its venues, and n8n with the apps. */
export interface AtWork {
	lab: ExampleLab;
	example: string;
	imported: Imported;
	venues: Array<Venue['account']>;
	/** Starts what the schedule of this name starts, and resolves when that has ended. */
	call(schedule: string): Promise<void>;
}

/** What many events of an example lead to. */
export interface Outcome {
	/** How many venues it has, if more than one. */
	venues?: number;
	/** Runs before the workflow is published. */
	prepare?(at: AtWork, numbers: number[]): Promise<void> | void;
	/** True if no event starts the workflow, because a schedule asks the venue for a list. */
	isListed?: boolean;
	/** Sends the event with this number. All events are sent at once. */
	send(at: AtWork, number: number): Promise<unknown>;
	/**
	 * The schedules that deliver what was stored, and how often they must run to deliver all of it.
	 * An example that stores nothing leaves it to the user, who retries what has stopped.
	 */
	deliver: {
		schedules: string[];
		runs: number;
		minutesBetween: number;
		retriesStopped?: true;
	};
	/** What the app contains now. */
	arrived(at: AtWork): Promise<object> | object;
	/** What the app contains after these events if the note is right. */
	promised(numbers: number[], at: AtWork): object;
}

export type Outcomes = Record<string, Outcome>;

/** For an example that is not about a number of events. */
export const nothing: Outcome = {
	send: async () => {},
	deliver: { schedules: [], runs: 0, minutesBetween: 0 },
	arrived: () => ({}),
	promised: () => ({}),
};

export const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The text order of these IDs is that of their numbers. */
export const idOf = (prefix: string, number: number) =>
	`${prefix}-${String(number).padStart(6, '0')}`;

export const guestOf = (number: number) => ({
	name: `Guest ${number}`,
	email: `guest${number}@example.test`,
});

/** Imports and publishes an example as its note says. Calls start its schedules. */
export async function atWork(
	lab: ExampleLab,
	example: string,
	outcome: Outcome,
	{
		numbers = [],
		change = (unchanged) => unchanged,
	}: { numbers?: number[]; change?: (example: Example) => Example } = {},
): Promise<AtWork> {
	awayFromMidnight(lab);
	const venues: Venue[] = [];
	for (let venue = 0; venue < (outcome.venues ?? 1); venue++) {
		venues.push(await lab.addVenue(`Venue ${venue + 1} of ${example} ${randomUUID()}`));
	}
	const paths = new Map<string, string>();
	const credentialOf = (node: ExampleNode) =>
		isOurs(node) ? venues[node.name === 'Second Venue' ? 1 : 0].credential : undefined;
	const imported = await lab.import(example, credentialOf, (read) => {
		const changed = change(read);
		return { ...changed, nodes: changed.nodes.map((node) => startedByCall(node, paths)) };
	});
	const at: AtWork = {
		lab,
		example,
		imported,
		venues: venues.map(({ account }) => account),
		call: async (schedule) => {
			await axios.get(`${lab.n8n.webhookUrl}/webhook/${paths.get(schedule)}`, {
				proxy: false,
				// If the workflow stops, n8n answers 500.
				validateStatus: () => true,
			});
			await lab.untilIdle(imported);
		},
	};
	await lab.setUp(imported);
	await outcome.prepare?.(at, numbers);
	await lab.publish(imported);
	for (const path of paths.values()) await lab.n8n.untilRouted(path);
	return at;
}

/**
 * Sends all at once and waits until n8n has processed them, which is after it answers the venue.
 */
export async function send(
	at: AtWork,
	outcome: Pick<Outcome, 'send' | 'isListed'>,
	numbers: number[],
): Promise<void> {
	const { executions } = at.lab.n8n;
	const { workflow } = at.imported;
	const before = await executions.count(workflow);
	await Promise.all(numbers.map(async (number) => await outcome.send(at, number)));
	const started = outcome.isListed ? 0 : numbers.length;
	while ((await executions.count(workflow)) < before + started) await sleep(ASK_MS);
	await at.lab.untilIdle(at.imported);
	expect(await executions.count(workflow)).toBe(before + started);
}

/** Runs the schedules as often as needed, each at its time. */
export async function deliver(at: AtWork, { deliver: plan }: Outcome): Promise<void> {
	for (let run = 0; run < plan.runs; run++) {
		for (const schedule of plan.schedules) await at.call(schedule);
		at.lab.n8n.clock.advance(plan.minutesBetween * MINUTE);
	}
	if (plan.retriesStopped) await retryStopped(at);
}

/** **Retry execution** of one after the other, when the quotas of the apps have recovered. */
async function retryStopped({ lab: { n8n }, imported: { workflow } }: AtWork): Promise<void> {
	n8n.clock.advance(MINUTE);
	for (const id of await n8n.executions.stopped(workflow)) {
		n8n.clock.advance(BETWEEN_RETRIES_MS);
		expect(await n8n.executions.retry(id)).toBe('success');
	}
}

/** Waits until the venue was asked this many times for its failed messages. */
export async function untilPolled({ platform }: ExampleLab, times: number): Promise<void> {
	const polls = () =>
		platform.requests.filter(({ path }) => path === '/webhooks/messages/failed').length;
	const before = polls();
	while (polls() < before + times) await sleep(ASK_MS);
}

/** “Today” and “tomorrow” must not change their meaning between two steps of a test. */
function awayFromMidnight({ n8n: { clock } }: ExampleLab): void {
	const left = HOUR - (clock.now() % HOUR);
	if (left < LONGEST_TEST) clock.advance(left);
}

/** Runs in production mode, like a schedule, but without waiting for the hour. */
function startedByCall(node: ExampleNode, paths: Map<string, string>): ExampleNode {
	if (!node.type.endsWith('.scheduleTrigger')) return node;
	const path = randomUUID();
	paths.set(node.name, path);
	const parameters = { path, responseMode: 'lastNode', responseData: 'noData', options: {} };
	return { ...node, type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters };
}
