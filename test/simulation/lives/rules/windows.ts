import type { Delivery } from '../n8n/delivery';
import { type Message, supersedes } from '../venue/message';
import type { World } from '../world';

/** When a message may be lost or repeated because of how n8n works. */
export interface Window {
	name: string;
	/** The words of docs/reliability.md that name it. Without them, it is no excuse. */
	named?: string;
	/** A lower rank is worse. */
	rank: number;
}

const window = (rank: number, name: string, named?: string): Window => ({ rank, name, named });

const NO_EXCUSE = window(0, 'known, and started again');
const OVERWRITTEN = {
	trigger: window(
		2,
		'overwritten by another processor',
		'take different messages at the same moment',
	),
	execution: window(3, 'overwritten by an execution', 'writes static data'),
	poller: window(4, 'overwritten by a poller', 'writes static data'),
};
const KILLED = window(
	5,
	'killed between accepting and remembering',
	'What was under way when n8n is killed can come twice',
);
const TAKEN_BACK = window(6, 'taken back by n8n before 2.8', 'An n8n before 2.8');
const AT_ONCE = window(
	7,
	'at two processors at once',
	'The same message at the same moment at two webhook processors comes twice',
);
const LOST_IN_KILL = window(9, 'n8n before 2.8 killed', 'An n8n before 2.8');
const LOST_UNSAVED = window(10, 'n8n before 2.8 without an execution', 'cannot save the execution');
/** Not a delivery, but a version of a booking that is reported again. */
export const DATES_WENT_BACK = window(
	11,
	'dates went back after a large outage',
	'if the venue’s clock is set back',
);
/** The same, if there was no room for what was reported before the option was added. */
export const OPTION_ADDED = window(
	12,
	'Booking Changed was added after a large outage',
	'if you add **Booking Changed** then',
);
/** The same: the venue may round the time of a request to a second that was not over. */
export const CHANGED_BEFORE = window(
	13,
	'a large outage shortly before a slow list',
	'after a slow list',
);

/** The same, if there was no room for what was reported before one or two large outages. */
export const REACHED_BACK = window(
	14,
	'a message from before large outages',
	'this also happens with a given-up message from before the mass change',
);

/** The same: the trigger cannot go by the dates of change in a list that is cut off. */
export const CUT_OFF = window(
	16,
	'a list that is cut off after a large outage',
	'after a slow list or one that is cut off',
);

/** Not a delivery, but a webhook. docs/self-hosting.md names it. */
export const FORMER_LEADER = window(
	15,
	'switched off by the former leader',
	'if another main process takes over in between, the former main process may switch the webhook off ten seconds later',
);

export const windows = [
	...Object.values(OVERWRITTEN),
	KILLED,
	TAKEN_BACK,
	AT_ONCE,
	LOST_IN_KILL,
	LOST_UNSAVED,
	DATES_WENT_BACK,
	FORMER_LEADER,
];

/** Four are so rare that 20,000 lives need not show them. */
export const everyWindow = [...windows, OPTION_ADDED, CHANGED_BEFORE, REACHED_BACK, CUT_OFF];

/** Why a message was started again after `before`; of several reasons, the worst. */
export function windowOfAnother(world: World, another: Delivery, before: Delivery[]): Window {
	const found = before.map((first) => windowOfSecond(world, another, first));
	return found.sort((one, other) => one.rank - other.rank)[0];
}

/** Why a message was started a second time after `first`. */
function windowOfSecond(world: World, second: Delivery, first: Delivery): Window {
	const { knowledge } = world;
	if (second.wasBesideItself || second.process === first.process) return NO_EXCUSE;
	if (second.wasKnown)
		return knowledge.mayHaveBeenLeftOut(first.key) ? OVERWRITTEN.trigger : NO_EXCUSE;
	// It was read before, in the same millisecond: otherwise it would be known.
	if (knowledge.storedAt(first.key, first.acceptedAt) >= second.readAt) {
		return first.process.endedAt < second.readAt ? KILLED : AT_ONCE;
	}
	if (second.wasTakenBack) return TAKEN_BACK;
	const overwriter = knowledge.overwriterOf(first.key);
	return overwriter ? OVERWRITTEN[overwriter] : NO_EXCUSE;
}

/** Why an acknowledged message has no execution. Only n8n before 2.8 has an excuse. */
export function windowOfLoss(
	{ plan, ledger }: World,
	message: Message,
	answered: Delivery[],
): Window | undefined {
	if (!plan.n8n.isBefore28) return undefined;
	// A process that was told of the failure knows it from then on, but no other one does: the stored
	// data says the opposite.
	const isKnownToHaveFailed = (delivery: Delivery) =>
		answered.every(
			({ process, beganAt }) => process === delivery.process && beganAt >= delivery.takenBackAt,
		);
	const promised = ledger.deliveries.filter(
		(delivery) =>
			(delivery.message === message ||
				(delivery.skipsOutdated && supersedes(delivery.message, message, delivery.beganAt))) &&
			delivery.acceptedAt < Infinity &&
			!isKnownToHaveFailed(delivery) &&
			!ledger.hasStarted(delivery),
	);
	if (promised.some(({ process, hasFailed }) => process.isOver && !hasFailed)) return LOST_IN_KILL;
	return promised.length > 0 ? LOST_UNSAVED : undefined;
}
