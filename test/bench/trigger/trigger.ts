import { basename } from 'node:path';

import type { BenchContext, Section } from '../bench';
import { type ContestPlan, contest, type Outcome } from './contest';
import {
	claimOfProfile,
	claimsOf,
	plotOf,
	tableOf,
	waitsTableOf,
	whatBecameOfCopies,
} from './figures';

const REMEMBERED = [0, 2_000, 20_000];

const regular = { mode: 'regular', title: 'One process on SQLite', copies: 'together' } as const;

// Copies at the same moment at two processors are a separate topic: see docs/reliability.md.
const queue = {
	mode: 'queue',
	title: 'Queue mode: PostgreSQL, two webhook processors, two workers',
	copies: 'afterwards',
} as const;

const PLANS: Record<BenchContext['scale'], ContestPlan[]> = {
	full: [
		{
			...regular,
			remembered: REMEMBERED,
			groups: [
				{ senders: 1, deliveries: 4, rounds: 20 },
				{ senders: 8, deliveries: 16, rounds: 9 },
				{ senders: 32, deliveries: 32, rounds: 6 },
			],
			profiled: 160,
		},
		{
			...queue,
			remembered: REMEMBERED,
			groups: [
				{ senders: 1, deliveries: 4, rounds: 12 },
				{ senders: 8, deliveries: 16, rounds: 6 },
				{ senders: 32, deliveries: 32, rounds: 5 },
			],
			profiled: 160,
		},
	],
	quick: [
		{
			...regular,
			remembered: [20_000],
			groups: [
				{ senders: 1, deliveries: 2, rounds: 1 },
				{ senders: 8, deliveries: 8, rounds: 1 },
			],
			profiled: 8,
		},
		{
			...queue,
			remembered: [20_000],
			groups: [{ senders: 8, deliveries: 8, rounds: 1 }],
			profiled: 8,
		},
	],
};

const ASKS = [
	'Deliveries to our trigger, to one that does nothing, and to what a user would build with n8n’s own nodes, all in the same n8n; every workflow ends in a No Operation node.',
	'The empty trigger has version 1 and no credential, as n8n’s starter creates it. The one of version 2 has a credential: ours could be as quick if it did nothing.',
	'n8n spares its own Webhook node an expression isolate that every other trigger pays for, so it is quicker than an empty one.',
	'Those that store write as many bytes of static data with each delivery as ours does with so many messages remembered, and do nothing else: the goal for ours is measured against them, because exactly-once cannot be cheaper than that.',
	'“Accepted” counts what n8n answers with 200. Each ratio compares a round with the empty trigger in the same round.',
	'Latency is what a sender sees, from the first byte sent to the answer, over all rounds. The processor’s time is that of all n8n processes until the executions have ended; it depends least on what else the machine does.',
].join(' ');

const LEFT = [
	'Why ours sometimes answers later: it answers once n8n has saved that this message has started the workflow. Otherwise the same message could start it again after a restart. An empty trigger has nothing to save. While n8n is busy, that write waits in line with everything else that n8n does; the processor’s time shows how much work it is.',
	'A trigger with a credential costs more than one without, whatever it does: before it stores an execution, n8n asks the database whether the workflow may use that credential. The empty trigger of version 2 shows this cost alone.',
	'A copy is dropped after n8n has read the workflow and taken an isolate for it, as for any other delivery, so it saves only the execution. A copy that arrives at the same time waits in our trigger until n8n has accepted the first.',
	'In queue mode, a copy can start the workflow again if it reaches another webhook processor before that one knows of the message: n8n writes what they share without a lock. [Reliability](../reliability.md#what-no-node-can-promise) says when, and what to do.',
	'The first line of the profile is what our trigger itself does: reading, checking and remembering a delivery. All other lines are n8n’s own work, in all its processes; saving what our trigger remembers counts as database.',
];

const earlierIn = ({ earlier }: BenchContext) =>
	earlier === undefined ? [] : [`“Earlier version” is the package in ${basename(earlier)}.`];

export async function trigger(context: BenchContext): Promise<Section> {
	const results: Array<Outcome & { plan: ContestPlan }> = [];
	for (const plan of PLANS[context.scale]) {
		results.push({ plan, ...(await contest(plan, context)) });
	}
	return {
		name: 'trigger',
		title: 'Deliveries',
		asks: ASKS,
		tables: results.flatMap(({ plan, standings, profile }) => [
			tableOf(plan, standings),
			waitsTableOf(plan, standings),
			profile,
		]),
		plots: results.map(({ plan, standings }) => plotOf(plan, standings)),
		claims: results.flatMap(({ plan, standings, profile }) => [
			...claimsOf(plan, standings),
			claimOfProfile(plan.mode, profile),
		]),
		notes: [
			...results.map(({ plan, standings }) => whatBecameOfCopies(plan, standings)),
			...LEFT,
			...earlierIn(context),
		],
	};
}
