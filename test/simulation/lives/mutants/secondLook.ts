import type { newsOfMessages } from '../../../../nodes/VenuePlatformRecoveryTrigger/failedMessages';
import type {
	PollingNode,
	pollingNodeOf,
} from '../../../../nodes/VenuePlatformRecoveryTrigger/pollingNode';
import type { entityOf } from '../../../../nodes/VenuePlatformTrigger/delivery/entity';
import type { Mutant } from '../world';
import { around, replaced } from '../../core/swaps';

const RECOVERY = 'nodes/VenuePlatformRecoveryTrigger';
const API = 'nodes/venueApi';

/** What this process knows of a polling node, changed when it is first asked for. */
const withPollingNode = (change: (node: PollingNode) => void): Mutant => ({
	swaps: [
		around<typeof pollingNodeOf>(`${RECOVERY}/pollingNode`, 'pollingNodeOf', (shipped, given) => {
			const node = shipped(...given);
			change(node);
			return node;
		}),
	],
});

const changed = new WeakSet<PollingNode>();

function once(change: (node: PollingNode) => void): (node: PollingNode) => void {
	return (node) => {
		if (changed.has(node)) return;
		changed.add(node);
		change(node);
	};
}

/** The shipped code without the mend of one finding of the second look at lives. */
export const SECOND_LOOK_MUTANTS: Record<string, Mutant> = {
	'second look, L1: what was tried is reported again and again': {
		swaps: [
			around<typeof newsOfMessages>(
				`${RECOVERY}/failedMessages`,
				'newsOfMessages',
				async (shipped, [poll, memory, mostItems]) => {
					const messages = memory.messages && { ...memory.messages, reachedUntil: {} };
					return await shipped(poll, { ...memory, messages }, mostItems);
				},
			),
		],
	},
	'second look, L2: a switched-off trigger is not asked whether it is published': {
		swaps: [replaced(`${API}/transport/triggerAnswer`, 'askTrigger', async () => 'notOurs')],
	},
	'second look, L3: nothing is said while items come': withPollingNode(
		once((node) => {
			const { toSay } = node;
			node.toSay = (failures, hasItems) =>
				hasItems ? undefined : toSay.call(node, failures, hasItems);
		}),
	),
	'second look, L4: an outage ends only if nothing else is wrong': withPollingNode(
		once((node) => {
			const { endWhatEnded } = node;
			node.endWhatEnded = (failures) => {
				const isAnyWrong = [...failures.values()].some(({ length }) => length > 0);
				if (!isAnyWrong) endWhatEnded.call(node, failures);
			};
		}),
	),
	'second look, L6: what a venue does not filter is not filtered': {
		swaps: [replaced(`${RECOVERY}/versions`, 'changeTimes', () => undefined)],
	},
	'second look, L7: a date counts only for a node that is new': {
		swaps: [
			// The first subject of a node that reported messages before.
			around<typeof newsOfMessages>(
				`${RECOVERY}/failedMessages`,
				'newsOfMessages',
				async (shipped, [poll, memory, mostItems]) => {
					const news = await shipped(poll, memory, mostItems);
					const isOld = poll.why === 'publishing' && memory.messages !== undefined;
					if (!isOld) return news;
					return { ...news, memory: { ...news.memory, backfillSince: undefined } };
				},
			),
		],
	},
	'second look, L8: after weeks it goes on where it was': {
		swaps: [
			around<typeof pollingNodeOf>(`${RECOVERY}/pollingNode`, 'pollingNodeOf', (shipped, given) =>
				Object.assign(shipped(...given), { polledAt: Date.now() }),
			),
		],
	},
	'second look, L9: addresses are compared as they are written': {
		swaps: [
			replaced(`${API}/address`, 'isSameAddress', (one: unknown, other: unknown) => one === other),
		],
	},
	'second look, L10: only false is off': {
		swaps: [
			replaced(`${API}/records`, 'booleanIn', (value: unknown) =>
				typeof value === 'boolean' ? value : undefined,
			),
		],
	},
	'second look, L11: a date far ahead orders everything': {
		swaps: [
			around<typeof entityOf>(
				'nodes/VenuePlatformTrigger/delivery/entity',
				'entityOf',
				(shipped, [message, settings]) => {
					const today = { ...message, eventDate: new Date().toISOString() };
					const about = shipped(message, settings) ?? shipped(today, settings);
					return about && { ...about, changedAt: Date.parse(String(message.eventDate)) };
				},
			),
		],
	},
	'second look, L12: a poll that never ends is waited for': withPollingNode((node) => {
		if (node.underWay) node.underWay.endsAt = Infinity;
	}),
};
