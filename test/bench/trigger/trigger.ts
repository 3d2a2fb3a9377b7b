import type { BenchContext, Section } from '../bench';
import { type ContestPlan, contest, type Outcome } from './contest';
import { claimOfProfile, claimsOf, whatBecameOfCopies, plotOf, tableOf } from './figures';

const REMEMBERED = [0, 2_000, 20_000];

const regular = { mode: 'regular', copies: 'together' } as const;

// Copies in the same instant at two processors are a matter of their own, which README tells.
const queue = { mode: 'queue', copies: 'afterwards', profiled: 0 } as const;

const PLANS: Record<BenchContext['scale'], ContestPlan[]> = {
	full: [
		{
			...regular,
			remembered: REMEMBERED,
			groups: [
				{ senders: 1, deliveries: 4, rounds: 20 },
				{ senders: 8, deliveries: 16, rounds: 12 },
				{ senders: 32, deliveries: 32, rounds: 8 },
			],
			profiled: 400,
		},
		{
			...queue,
			remembered: REMEMBERED,
			groups: [
				{ senders: 1, deliveries: 4, rounds: 12 },
				{ senders: 8, deliveries: 16, rounds: 8 },
				{ senders: 32, deliveries: 32, rounds: 5 },
			],
		},
	],
	quick: [
		{
			...regular,
			remembered: [0, 20_000],
			groups: [
				{ senders: 1, deliveries: 2, rounds: 1 },
				{ senders: 8, deliveries: 8, rounds: 1 },
				{ senders: 32, deliveries: 32, rounds: 1 },
			],
			profiled: 16,
		},
		{ ...queue, remembered: [20_000], groups: [{ senders: 8, deliveries: 8, rounds: 1 }] },
	],
};

const ASKS = [
	'Deliveries to our trigger, to one that does nothing, and to what a user would build with n8n’s own nodes, all in the same n8n; every workflow ends in a No Operation node.',
	'The empty trigger is of version 1 and has no credential, as n8n’s skeleton makes it. The other one is what ours could reach if it did nothing.',
	'n8n spares its own Webhook node an expression isolate that every other trigger pays for, so it is quicker than an empty one.',
	'Accepted is what n8n answers with 200. Each part is of a round, against the empty trigger in the same round.',
	'Latency is what a sender sees, from the first byte sent to the answer, in all rounds together. The processor’s time is that of all n8n processes, until the executions have ended, too; it depends least on what else the machine does.',
].join(' ');

const LEFT =
	'What is left above the empty trigger is the first line of the profile: reading, checking and remembering a delivery. All other lines are n8n’s own work; saving what our trigger remembers is in that of the database. Queue mode is not in the profile.';

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
			...(profile ? [profile] : []),
		]),
		plots: results.map(({ plan, standings }) => plotOf(plan, standings)),
		claims: results.flatMap(({ plan, standings, profile }) => [
			...claimsOf(plan, standings),
			...(profile ? [claimOfProfile(profile)] : []),
		]),
		notes: [...results.map(({ plan, standings }) => whatBecameOfCopies(plan, standings)), LEFT],
	};
}
