import {
	type FailedMessage,
	isRecoverable,
	asFailedMessage,
	failedSince,
	readFailedMessages,
	RETRIES_TAKE_MS,
} from '../venueApi/resources/failedMessages';
import { mayBeCut } from '../venueApi/resources/reading';
import { isItem, type MessageNews } from './items';
import { knownMessages } from './knownMessages';
import type { Memory, MessageMemory } from './memory/memory';
import {
	listedBy,
	type ListedMessage,
	MOST_MESSAGES,
	triedAt,
	wasGivenUpBy,
	withRoomForMessages,
} from './messageRoom';
import { noRoomFor, notAllOf } from './outages';
import { messagePlaces } from './places';
import type { Poll } from './pollRun';

/** What is new on the failed list, and since when bookings have to be fetched again for it. */
export async function newsOfMessages(poll: Poll, memory: Memory, mostItems: number) {
	const { settings, connection, now, why } = poll;
	const read = await readFailedMessages(connection());
	const isCut = mayBeCut(read);
	const list = read.records.map(asFailedMessage);
	const places = await messagePlaces(poll, memory, list);
	const notices = [...notAllOf('failed messages', read), ...places.notices];
	const { isOthers } = places;
	const first = { list, isCut, isOthers, venueTime: read.venueTime };
	const known = knownMessages(first, memory, poll);
	if (why === 'publishing') return { memory: { messages: known }, notices };

	// Keeps room for the item that reports the growth.
	const atMost = Math.max(1, mostItems - (settings.events.includes('growth') ? 1 : 0));
	const wishes: Wishes = {
		...{ ...settings, isCut, isOthers, atMost },
		isItem: (message) => isItem(message, settings),
	};
	const { memory: messages, withoutRoom, ...news } = compareMessages(list, known, wishes);
	if (withoutRoom > 0) notices.push(noRoomFor(withoutRoom));
	const since = recoverSinceFor(news.givenUp, now - settings.safetyMarginMs, settings);
	const mayRecover = settings.refetchBookings && since !== undefined;
	const recover = mayRecover ? { recoverSince: Math.min(since, memory.recoverSince ?? since) } : {};
	return {
		memory: { messages, ...recover },
		findings: { messages: { ...news, placeOf: places.of } },
		notices,
	};
}

export interface Wishes {
	minimumAttempt: number;
	growthThreshold: number;
	/** The list is not whole, or may not be. */
	isCut: boolean;
	/** No published workflow of this n8n misses it, so it is left out. */
	isOthers: (message: FailedMessage) => boolean;
	/** How many messages may become items, and which ones would. */
	atMost: number;
	isItem: (message: FailedMessage) => boolean;
}

interface MessagesFound extends MessageNews {
	memory: MessageMemory;
	/** How many are not reported, because they show no date and could not be remembered. */
	withoutRoom: number;
}

/**
 * What is new on the failed list. What was given up comes first: a long list of messages that the
 * venue still tries must not hide it. The memory follows the list, not the chosen events. Messages that
 * left the list stay known while there is room. Messages without room for an item are left to the next
 * poll. What is left out is not known either: it is reported as soon as it counts.
 */
export function compareMessages(
	list: FailedMessage[],
	before: MessageMemory,
	{ minimumAttempt, growthThreshold, isCut, isOthers, atMost, isItem }: Wishes,
): MessagesFound {
	const { count, givenUpUntil, reachedUntil } = before;
	const memory = {
		...before,
		givenUp: new Set(before.givenUp),
		reached: new Set(before.reached),
	};
	const news: MessagesFound = { memory, givenUp: [], reached: [], withoutRoom: 0 };
	const listed = listedBy(list, minimumAttempt);
	const mayBeNews = listed.filter(
		({ message }) => message.isGivenUp || message.attempts >= minimumAttempt,
	);
	let undated: ReturnType<typeof undatedIn> | undefined;
	let left = atMost;
	let lastAt: number | undefined;
	for (const one of inReportOrder(mayBeNews)) {
		const { message, givenUpAt, reachedAt } = one;
		const { isGivenUp } = message;
		if (isOthers(message)) continue;
		const { key } = one;
		if (memory.givenUp.has(key) || wasGivenUpBy(message, givenUpUntil)) continue;
		const isReached = !memory.reached.has(key) && !hadReached(message, reachedUntil);
		if (!isGivenUp && !isReached) continue;
		const at = isGivenUp ? givenUpAt : reachedAt;
		if (at === undefined) {
			undated ??= undatedIn(before, listed);
			if (undated.givenUp + (isGivenUp ? 0 : undated.reached) >= MOST_MESSAGES) {
				news.withoutRoom++;
				continue;
			}
		}
		if (isItem(message)) {
			// Messages of the same time stay together, because the memory may keep only that time instead
			// of each message.
			if (left <= 0 && (at === undefined || at !== lastAt)) continue;
			left--;
			lastAt = at;
		}
		if (at === undefined && undated) undated[isGivenUp ? 'givenUp' : 'reached']++;
		// A message that had reached the attempt before is not news for that event, even if it is given
		// up now.
		if (isReached) news.reached.push(message);
		if (isGivenUp) {
			memory.reached.delete(key);
			memory.givenUp.add(key);
			news.givenUp.push(message);
		} else memory.reached.add(key);
	}
	const shown = list.filter((message) => !isOthers(message)).length;
	// A list that is cut is at least as long as it shows.
	const now = isCut ? Math.max(count, shown) : shown;
	if (now - count >= growthThreshold) news.growth = { before: count, now };
	memory.count = news.growth ? now : Math.min(count, now);
	return { ...news, memory: withRoomForMessages(memory, listed, minimumAttempt) };
}

/** What was given up, then what the venue still tries; of each, what has no date, then the oldest. */
function inReportOrder(listed: ListedMessage[]): ListedMessage[] {
	const at = ({ message, givenUpAt, reachedAt }: ListedMessage) =>
		(message.isGivenUp ? givenUpAt : reachedAt) ?? -Infinity;
	const isTried = ({ message }: ListedMessage) => Number(!message.isGivenUp);
	return [...listed].sort((a, b) => isTried(a) - isTried(b) || ascending(at(a), at(b)));
}

function ascending(a: number, b: number): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** How many messages are remembered by themselves, because no date can stand for them. */
function undatedIn({ givenUp, reached }: MessageMemory, listed: ListedMessage[]) {
	return {
		givenUp: listed.filter((one) => one.givenUpAt === undefined && givenUp.has(one.key)).length,
		reached: listed.filter((one) => one.reachedAt === undefined && reached.has(one.key)).length,
	};
}

function hadReached(message: FailedMessage, until: MessageMemory['reachedUntil']): boolean {
	return Object.entries(until).some(
		([attempt, time]) => (triedAt(message, Number(attempt)) ?? Infinity) <= time,
	);
}

/**
 * Since when bookings have to be fetched again. A list that does not show all attempts of a message
 * does not show when it happened either, so it may be as old as retries take.
 */
export function recoverSinceFor(
	givenUp: FailedMessage[],
	withoutTime: number,
	{ safetyMarginMs }: { safetyMarginMs: number },
): number | undefined {
	const times = givenUp.filter(isRecoverable).map((message) => {
		const since = failedSince(message);
		return since === undefined ? withoutTime - RETRIES_TAKE_MS : since - safetyMarginMs;
	});
	return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
}
