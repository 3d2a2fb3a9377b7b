import type { BenchContext, Section } from '../bench';
import { type ContestPlan, contest, type Outcome } from './contest';
import { claimsOf, whatBecameOfCopies, plotOf, tableOf } from './figures';

const REMEMBERED = [0, 2_000, 20_000];

const regular = { mode: 'regular', copies: 'together' } as const;

// Copies in the same instant at two processors are a matter of their own, which README tells.
const queue = { mode: 'queue', copies: 'afterwards', profiled: 0 } as const;

const PLANS: Record<BenchContext['scale'], ContestPlan[]> = {
	full: [
		{ ...regular, remembered: REMEMBERED, senders: groups(40), rounds: 11, profiled: 400 },
		{ ...queue, remembered: REMEMBERED, senders: groups(40), rounds: 7 },
	],
	quick: [
		{ ...regular, remembered: [0, 20_000], senders: groups(8), rounds: 1, profiled: 40 },
		{ ...queue, remembered: [20_000], senders: groups(8), rounds: 1 },
	],
};

function groups(deliveries: number): ContestPlan['senders'] {
	return [
		{ senders: 1, deliveries: deliveries / 2 },
		{ senders: 8, deliveries },
		{ senders: 32, deliveries: deliveries * 2 },
	];
}

const ASKS =
	'Deliveries to ours, to an empty trigger, which is the most that a trigger of a community package can reach, and to what a user would build with n8n’s own nodes. All are in the same n8n, and every workflow ends in a No Operation node. Accepted is what n8n answers with 200. Each part is of a round, against the empty trigger in the same round. Latency is what a sender sees, the processor’s time that of all n8n processes until the executions have ended, too; it depends least on what else the machine does. n8n’s own Webhook node is spared an expression isolate that every other trigger pays for, so it is quicker than an empty one.';

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
		claims: results.flatMap(({ plan, standings }) => claimsOf(plan, standings)),
		notes: results.map(({ plan, standings }) => whatBecameOfCopies(plan, standings)),
	};
}
