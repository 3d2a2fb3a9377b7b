import { randomUUID } from 'node:crypto';

import axios from 'axios';

import type { Example, ExampleNode } from '../../../examples/examples';
import { isOurs } from '../../../examples/imported';
import { until } from '../../fixtures/until';
import type { ExampleLab, Imported, Venue } from '../exampleLab';

const MINUTE = 60_000;

/** An example at work: its venues, and n8n with the apps around it. */
export interface AtWork {
	lab: ExampleLab;
	example: string;
	imported: Imported;
	venues: Array<Venue['account']>;
	/** Starts what a schedule of this name starts, and resolves when that has ended. */
	call(schedule: string): Promise<void>;
}

/** What becomes of many events of an example. */
export interface Outcome {
	venues?: number;
	/** Before the workflow is published. */
	prepare?(at: AtWork): Promise<void>;
	/** The events of these numbers, all at once. Each of them starts the workflow once. */
	send(at: AtWork, numbers: number[]): Promise<void>;
	/** The schedules that deliver, one run after the other, and how often each is run. */
	deliver: { schedules: string[]; runs: number; minutesBetween: number };
	/** What is in the app now. */
	arrived(at: AtWork): Promise<object> | object;
	/** What the note promises to be there for these events. */
	promised(numbers: number[]): object;
}

export const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** An ID of the venue, sorted by its number. */
export const idOf = (prefix: string, number: number) =>
	`${prefix}-${String(number).padStart(6, '0')}`;

/** Imported and published as its note says, with each schedule started by a call. */
export async function atWork(
	lab: ExampleLab,
	example: string,
	outcome: Outcome,
	change: (example: Example) => Example = (unchanged) => unchanged,
): Promise<AtWork> {
	const names = Array.from({ length: outcome.venues ?? 1 }, () => `Venue ${randomUUID()}`);
	const venues: Venue[] = [];
	for (const name of names) venues.push(await lab.addVenue(name));
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
				validateStatus: () => true,
			});
			await lab.untilIdle(imported);
		},
	};
	await lab.setUp(imported);
	await outcome.prepare?.(at);
	await lab.publish(imported);
	for (const path of paths.values()) await lab.n8n.untilRouted(path);
	return at;
}

/** Until n8n is through with all of them; the venue has been answered before. */
export async function send(at: AtWork, outcome: Outcome, numbers: number[]): Promise<void> {
	const { executions } = at.lab.n8n;
	const { workflow } = at.imported;
	const before = await executions.count(workflow);
	await outcome.send(at, numbers);
	await until(async () => (await executions.count(workflow)) >= before + numbers.length);
	await at.lab.untilIdle(at.imported);
	expect(await executions.count(workflow)).toBe(before + numbers.length);
}

export async function deliver(at: AtWork, { deliver: plan }: Outcome): Promise<void> {
	for (let run = 0; run < plan.runs; run++) {
		if (run > 0) at.lab.n8n.clock.advance(plan.minutesBetween * MINUTE);
		for (const schedule of plan.schedules) await at.call(schedule);
	}
}

/** In production, as a schedule does, and without waiting for the hour. */
function startedByCall(node: ExampleNode, paths: Map<string, string>): ExampleNode {
	if (!node.type.endsWith('.scheduleTrigger')) return node;
	const path = randomUUID();
	paths.set(node.name, path);
	const options = { responseMode: 'lastNode', responseData: 'noData', options: {} };
	const parameters = { path, ...options };
	return { ...node, type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters };
}
