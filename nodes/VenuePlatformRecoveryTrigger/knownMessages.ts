import { type FailedMessage, failedUntil } from '../venueApi/resources/failedMessages';
import { hasBegun, type Memory, type MessageMemory } from './memory/memory';
import {
	listedBy,
	type ListedMessage,
	messageKeyOf,
	wasGivenUpBy,
	withRoomForMessages,
} from './messageRoom';
import type { Poll } from './pollRun';
import { LIST_OF, RECOVERY_EVENTS, type RecoveryEvent, type RecoverySettings } from './settings';

interface ListNow {
	list: FailedMessage[];
	isCut: boolean;
	venueTime?: number;
	isOthers: (message: FailedMessage) => boolean;
}

/**
 * What counts as reported. An event that was chosen since then begins with this list, as Start With
 * says. Of what it was not to report, the memory may have stored nothing for months.
 */
export function knownMessages(now: ListNow, memory: Memory, poll: Poll): MessageMemory {
	const { why, settings } = poll;
	const known = withAdded(now, memory, poll);
	if (why !== 'publishing') return known;
	// A poll that found the list shorter stored nothing.
	const count = now.isCut ? known.count : Math.min(known.count, countIn(now));
	return { ...(settings.startWith === 'new' ? withoutOld(known, settings) : known), count };
}

/** How long the list is, without what is left out. */
export function countIn({ list, isOthers }: Pick<ListNow, 'list' | 'isOthers'>): number {
	return list.filter((message) => !isOthers(message)).length;
}

/** Publishing with New ends the report of what was there when the node began. */
function withoutOld(
	{ oldUntil, ...messages }: MessageMemory,
	{ minimumAttempt }: RecoverySettings,
): MessageMemory {
	if (oldUntil === undefined) return messages;
	const attempt = Math.ceil(minimumAttempt);
	const { givenUpUntil, reachedUntil } = messages;
	const until = Math.max(oldUntil, reachedUntil[attempt] ?? 0);
	return {
		...messages,
		givenUpUntil: Math.max(oldUntil, givenUpUntil),
		reachedUntil: { ...reachedUntil, [attempt]: until },
	};
}

function withAdded(now: ListNow, memory: Memory, poll: Poll): MessageMemory {
	const { messages } = memory;
	const { events, minimumAttempt } = poll.settings;
	const isBegun = (event: RecoveryEvent) => hasBegun(memory, event);
	const isAdded = (event: RecoveryEvent) => events.includes(event) && !isBegun(event);
	if (messages && !MESSAGE_EVENTS.some(isAdded)) return messages;
	const anew = memoryToBegin(now, memory, poll);
	if (!messages || !MESSAGE_EVENTS.some(isBegun)) return anew;
	const { count } = isAdded('growth') ? anew : messages;
	if (!isBegun('final') && !isBegun('attempt')) return { ...anew, count };

	const { reached, reachedUntil } = isAdded('attempt') ? anew : messages;
	const listed = listedBy(now.list, minimumAttempt);
	// In the memory to begin with, there may have been no room for all that is old.
	const isOld = ({ message, key }: ListedMessage) =>
		wasGivenUpBy(message, anew.givenUpUntil) || anew.givenUp.has(key);
	// What it has not reported at an attempt is still to be reported.
	const isReported = ({ key }: ListedMessage) =>
		messages.reached.has(key) || messages.givenUp.has(key);
	const reported = listed.filter((one) => one.message.isGivenUp && isOld(one) && isReported(one));
	const givenUp = isAdded('final') ? new Set(reported.map(({ key }) => key)) : messages.givenUp;
	const { oldUntil = messages.oldUntil } = anew;
	const merged = { ...messages, givenUp, reached, reachedUntil, count, oldUntil };
	return withRoomForMessages(merged, listed, minimumAttempt);
}

const MESSAGE_EVENTS = RECOVERY_EVENTS.filter((event) => LIST_OF[event] === 'messages');

function memoryToBegin(
	{ list, isCut, isOthers, venueTime = Infinity }: ListNow,
	{ notBegunSince }: Memory,
	{ settings, now }: Poll,
): MessageMemory {
	const { startWith, safetyMarginMs, minimumAttempt } = settings;
	const wishes = { minimumAttempt, isOthers };
	const beganAt = (notBegunSince ?? now) - safetyMarginMs;
	// The venue's clock may be behind, and what it gives up from now on is news.
	const oldUntil = Math.min(beganAt, venueTime - safetyMarginMs);
	if (startWith === 'all') return { ...firstMemory(list, wishes, () => false, 0), oldUntil };
	if (startWith !== 'new') {
		// What came since an earlier publication is news, whatever date was chosen after it.
		const since = notBegunSince === undefined ? startWith : Math.min(startWith, beganAt);
		const isOld = (message: FailedMessage) => (failedUntil(message) ?? Infinity) < since;
		return { ...firstMemory(list, wishes, isOld, since - 1), oldUntil };
	}
	const isOld = (message: FailedMessage) =>
		notBegunSince === undefined || wasGivenUpBy(message, beganAt);
	// A list that may be cut may lack messages that are just as old, so `givenUpUntil` marks them as
	// known.
	return firstMemory(list, wishes, isOld, isCut ? oldUntil : 0);
}

/** The first list is not news: messages that are old according to `isOld` count as reported. */
export function firstMemory(
	list: FailedMessage[],
	{ minimumAttempt, isOthers }: Pick<ListNow, 'isOthers'> & { minimumAttempt: number },
	isOld: (message: FailedMessage) => boolean,
	givenUpUntil: number,
): MessageMemory {
	const old = list.filter(isOld);
	const tried = old.filter((message) => !message.isGivenUp && message.attempts >= minimumAttempt);
	const memory = {
		givenUp: new Set(old.filter(({ isGivenUp }) => isGivenUp).map(messageKeyOf)),
		reached: new Set(tried.map(messageKeyOf)),
		count: countIn({ list, isOthers }),
		givenUpUntil,
		reachedUntil: {},
	};
	return withRoomForMessages(memory, listedBy(list, minimumAttempt), minimumAttempt);
}
