import {
	type FailedMessage,
	isRecoverable,
	asFailedMessage,
	failedSince,
	readFailedMessages,
	RETRIES_TAKE_MS,
} from '../venueApi/resources/failedMessages';
import { mayBeCut } from '../venueApi/resources/reading';
import { isItem } from './items';
import { countIn, knownMessages } from './knownMessages';
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

/**
 * What is new on the failed list. The memory follows the list, not the chosen events. Messages that left
 * the list stay known while there is room. What is left out is not known: it is reported as soon as it
 * counts.
 */
export function compareMessages(list: FailedMessage[], before: MessageMemory, wishes: Wishes) {
	const { minimumAttempt, growthThreshold, isCut, isOthers } = wishes;
	const listed = listedBy(list, minimumAttempt);
	const { picked, withoutRoom } = pickNews(listed, before, wishes);
	const givenUp = picked.filter(({ message }) => message.isGivenUp);
	const tried = picked.filter(({ message }) => !message.isGivenUp);
	// A message that had reached the attempt before is not news for that event, even if it is given up
	// now.
	const reached = picked.filter((one) => !isKnownAsReached(one, before));

	const { count } = before;
	const shown = countIn({ list, isOthers });
	// A list that is cut is at least as long as it shows.
	const now = isCut ? Math.max(count, shown) : shown;
	const growth = now - count >= growthThreshold ? { before: count, now } : undefined;
	const memory = {
		...before,
		givenUp: new Set([...before.givenUp, ...givenUp.map(keyOf)]),
		reached: new Set([...before.reached, ...tried.map(keyOf)]),
		count: growth ? now : Math.min(count, now),
	};
	for (const { key } of givenUp) memory.reached.delete(key);
	return {
		memory: withRoomForMessages(memory, listed, minimumAttempt),
		...{ givenUp: givenUp.map(messageOf), reached: reached.map(messageOf) },
		...{ growth, withoutRoom },
	};
}

/**
 * What has not been reported, as much of it as may be. What was given up comes first: a long list of
 * messages that the venue still tries must not hide it. The next poll takes up what is left.
 */
function pickNews(listed: ListedMessage[], before: MessageMemory, wishes: Wishes) {
	const { minimumAttempt, isOthers, isItem } = wishes;
	const counting = listed.filter(
		({ message }) =>
			!isOthers(message) && (message.isGivenUp || message.attempts >= minimumAttempt),
	);
	const news = inReportOrder(counting.filter((one) => isNews(one, before)));
	const hasUndated = news.some(({ countsAt }) => countsAt === undefined);
	const undated = hasUndated ? undatedIn(before, listed) : { givenUp: 0, reached: 0 };
	const picked = new Map<number, ListedMessage>();
	/** How many show no date and cannot be remembered. */
	let withoutRoom = 0;
	let left = wishes.atMost;
	let lastAt: number | undefined;
	for (const one of news) {
		const { message, key, countsAt } = one;
		if (picked.has(key)) continue;
		const isDated = countsAt !== undefined;
		const takingRoom = undated.givenUp + (message.isGivenUp ? 0 : undated.reached);
		if (!isDated && takingRoom >= MOST_MESSAGES) {
			withoutRoom++;
			continue;
		}
		if (isItem(message)) {
			// Messages of the same time stay together, because the memory may keep only that time instead
			// of each message.
			if (left <= 0 && !(isDated && countsAt === lastAt)) continue;
			left--;
			lastAt = countsAt;
		}
		if (!isDated) undated[message.isGivenUp ? 'givenUp' : 'reached']++;
		picked.set(key, one);
	}
	return { picked: [...picked.values()], withoutRoom };
}

function isNews(one: ListedMessage, before: MessageMemory): boolean {
	const { message, key } = one;
	if (before.givenUp.has(key) || wasGivenUpBy(message, before.givenUpUntil)) return false;
	return message.isGivenUp || !isKnownAsReached(one, before);
}

function isKnownAsReached({ message, key }: ListedMessage, before: MessageMemory): boolean {
	const until = Object.entries(before.reachedUntil);
	const hadReached = ([attempt, time]: [string, number]) =>
		(triedAt(message, Number(attempt)) ?? Infinity) <= time;
	return before.reached.has(key) || until.some(hadReached);
}

const keyOf = ({ key }: ListedMessage) => key;
const messageOf = ({ message }: ListedMessage) => message;

/** What was given up, then what the venue still tries; of each, what has no date, then the oldest. */
function inReportOrder(listed: ListedMessage[]): ListedMessage[] {
	const at = ({ countsAt }: ListedMessage) => countsAt ?? -Infinity;
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
