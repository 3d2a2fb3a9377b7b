import { basename } from 'node:path';

import type { BenchContext, Section } from '../bench';
import { type ContestPlan, contest, type Outcome, type Standing } from './contest';
import { claimOfProfile, claimsOf, tableOf, waitsTableOf, whatBecameOfCopies } from './figures';

/** What the page shows; the details have all. */
const TYPICAL = { senders: 8, remembered: 2_000 };

const isTypical = ({ contender: { name, remembered } }: Standing) =>
	!name.endsWith(' remembered') || remembered === TYPICAL.remembered;

const sendersOf = ({ groups }: ContestPlan) => groups.map(({ senders }) => senders);

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
	'Deliveries of eight senders at once to our trigger, to one that does nothing, and to what a user would build with n8n’s own nodes, all in the same n8n; every workflow ends in a No Operation node.',
	'The empty trigger has version 1 and no credential, as n8n’s starter creates it. The one of version 2 has a credential, so n8n asks the database about it before it stores an execution: ours could be as quick if it did nothing.',
	'Those that store write as many bytes of static data with each delivery as ours does with so many messages remembered: the goal for ours is measured against them, because exactly-once cannot be cheaper than that.',
	'“Accepted” counts what n8n answers with 200. Each ratio compares a round with the empty trigger in the same round. Latency is what a sender sees. The processor’s time is that of all n8n processes until the executions have ended; it depends least on what else the machine does.',
].join(' ');

const LEFT = [
	'Why ours sometimes answers later: it answers once n8n has saved that this message has started the workflow. Otherwise the same message could start it again after a restart. While n8n is busy, that write waits in line with everything else that n8n does.',
	'A copy is dropped after n8n has read the workflow and taken an isolate for it, so it saves only the execution. A copy that arrives at the same time waits in our trigger until n8n has accepted the first.',
	'In queue mode, a copy can start the workflow again if it reaches another webhook processor before that one knows of the message: n8n writes what they share without a lock. [Reliability](../reliability.md#what-no-node-can-promise) says when, and what to do.',
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
		tables: results.map(({ plan, standings }) =>
			tableOf(plan, standings.filter(isTypical), [TYPICAL.senders]),
		),
		details: results.flatMap(({ plan, standings, profile }) => [
			tableOf(plan, standings, sendersOf(plan)),
			waitsTableOf(plan, standings),
			profile,
		]),
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
