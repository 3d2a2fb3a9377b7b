import {
	type FailedMessage,
	isRecoverable,
	readFailedMessage,
	readFailedMessages,
	RETRIES_TAKE_MS,
} from '../venueApi/resources/failedMessages';
import { isItem, type MessageNews } from './items';
import type { Memory, MessageMemory } from './memory/memory';
import { fingerprintOf } from './memory/packedSet';
import { onlyPart } from './outages';
import type { Poll } from './purpose';

/** They take 21 kB of the 32 that the whole memory may have. */
export const MOST_MESSAGES = 5_000;

/** What is new on the failed list, and since when bookings have to be fetched again for it. */
export async function newsOfMessages(poll: Poll, memory: Memory, mostItems: number) {
	const { settings, connection, now, isPublishing } = poll;
	const { records, isPart } = await readFailedMessages(connection());
	const notices = isPart ? [onlyPart('failed messages')] : [];
	const list = records.map(readFailedMessage);
	const known = memory.messages ?? memoryToBegin(list, isPart, memory, poll);
	if (isPublishing) return { memory: { messages: known }, notices };

	// The growth is an item, too.
	const atMost = Math.max(1, mostItems - (settings.events.includes('growth') ? 1 : 0));
	const room = { atMost, isItem: (message: FailedMessage) => isItem(message, settings) };
	const wishes = { ...settings, isPart };
	const { memory: messages, ...news } = compareMessages(list, known, wishes, room);
	const since = refetchSince(news.givenUp, now - settings.safetyMarginMs, settings);
	const isOwed = settings.refetchBookings && since !== undefined;
	const owed = isOwed ? { refetchSince: Math.min(since, memory.refetchSince ?? since) } : {};
	return { memory: { messages, ...owed }, findings: { messages: news }, notices };
}

function memoryToBegin(
	list: FailedMessage[],
	isPart: boolean,
	{ incompleteSince }: Memory,
	{ settings, now }: Poll,
): MessageMemory {
	const { startWith, safetyMarginMs } = settings;
	if (startWith === 'all') return firstMemory(list, settings, () => false);
	if (startWith !== 'new') {
		const isOld = ({ lastFailedAt }: FailedMessage) =>
			lastFailedAt !== null && Date.parse(lastFailedAt) < startWith;
		return firstMemory(list, settings, isOld, startWith - 1);
	}
	const beganAt = (incompleteSince ?? now) - safetyMarginMs;
	const isOld = (message: FailedMessage) =>
		incompleteSince === undefined || isBefore(message, beganAt);
	// What a part of the list does not show may be as old as the rest.
	return firstMemory(list, settings, isOld, isPart ? beganAt : 0);
}

/** What the list holds the first time is not news, as far as `isOld` says so. */
export function firstMemory(
	list: FailedMessage[],
	{ minimumAttempt }: Wishes,
	isOld: (message: FailedMessage) => boolean,
	floor = 0,
): MessageMemory {
	const old = list.filter(isOld);
	const tried = old.filter((message) => !message.isGivenUp && message.attempts >= minimumAttempt);
	const memory = {
		givenUp: new Set(old.filter(({ isGivenUp }) => isGivenUp).map(keyOf)),
		reached: new Set(tried.map(keyOf)),
		count: list.length,
		floor,
	};
	return withRoom(memory, list);
}

export interface Wishes {
	minimumAttempt: number;
	growthThreshold: number;
	isPart?: boolean;
}

/** How many messages may become items, and which would. */
export interface Room {
	atMost: number;
	isItem: (message: FailedMessage) => boolean;
}

export interface News extends MessageNews {
	memory: MessageMemory;
}

/**
 * What is new on the failed list. The memory goes by what the list shows, whether or not the user
 * wants to be told: an event that is chosen later begins there. And it knows a message for good that
 * has left the list, as far as there is room. What there is no item for is left for the next poll.
 */
export function compareMessages(
	list: FailedMessage[],
	before: MessageMemory,
	{ minimumAttempt, growthThreshold, isPart = false }: Wishes,
	{ atMost, isItem }: Room = { atMost: Infinity, isItem: () => true },
): News {
	const { givenUp, reached, count, floor } = before;
	const memory = { givenUp: new Set(givenUp), reached: new Set(reached), count, floor };
	const news: News = { memory, givenUp: [], reached: [] };
	let left = atMost;
	let lastAt: string | null = null;
	for (const message of oldestFirst(list)) {
		const key = keyOf(message);
		if (memory.givenUp.has(key) || isBefore(message, floor)) continue;
		const isReached = !memory.reached.has(key);
		if (!message.isGivenUp && (!isReached || message.attempts < minimumAttempt)) continue;
		if (isItem(message)) {
			// The memory may have room for a time instead of for each message of that time.
			const isAtOnce = message.lastFailedAt !== null && message.lastFailedAt === lastAt;
			if (left <= 0 && !isAtOnce) continue;
			left--;
			lastAt = message.lastFailedAt;
		}
		// One that was known to be tried is not news as such, should only that be wanted.
		if (isReached) news.reached.push(message);
		if (message.isGivenUp) {
			memory.reached.delete(key);
			memory.givenUp.add(key);
			news.givenUp.push(message);
		} else memory.reached.add(key);
	}
	// A part of the list says nothing about its length.
	const now = isPart ? count : list.length;
	if (now - count >= growthThreshold) news.growth = { before: count, now };
	memory.count = news.growth ? now : Math.min(count, now);
	return { ...news, memory: withRoom(memory, list) };
}

function oldestFirst(list: FailedMessage[]): FailedMessage[] {
	const at = ({ lastFailedAt }: FailedMessage) => lastFailedAt ?? '';
	return [...list].sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0));
}

/** Whether the venue had given the message up by then. */
export function isBefore({ isGivenUp, lastFailedAt }: FailedMessage, time: number): boolean {
	return isGivenUp && lastFailedAt !== null && Date.parse(lastFailedAt) <= time;
}

/**
 * Since when bookings have to be fetched again. A list that does not tell all attempts of a message
 * does not tell either when it happened, so that it may have been as long ago as retries take.
 */
export function refetchSince(
	givenUp: FailedMessage[],
	withoutTime: number,
	{ safetyMarginMs }: { safetyMarginMs: number },
): number | undefined {
	const times = givenUp.filter(isRecoverable).map(({ firstFailedAt, isToldFromTheFirst }) => {
		const known = firstFailedAt === null ? withoutTime : Date.parse(firstFailedAt) - safetyMarginMs;
		return isToldFromTheFirst ? known : known - RETRIES_TAKE_MS;
	});
	return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
}

/** One message to two webhooks fails twice. */
function keyOf({ id, webhookId, topic, event, firstFailedAt }: FailedMessage): number {
	return fingerprintOf(id === null ? [webhookId, topic, event, firstFailedAt] : [webhookId, id]);
}

/**
 * Forgets what is too much: first messages that are no longer on the list, then those that were
 * given up the longest time ago. Whatever is as old as these counts as reported from then on.
 */
function withRoom(memory: MessageMemory, list: FailedMessage[]): MessageMemory {
	const { givenUp, reached } = memory;
	if (givenUp.size + reached.size <= MOST_MESSAGES) return memory;

	const listed = new Map(list.map((message) => [keyOf(message), message]));
	const isTooMuch = () => givenUp.size + reached.size > MOST_MESSAGES;
	for (const keys of [reached, givenUp]) {
		for (const key of [...keys]) if (isTooMuch() && !listed.has(key)) keys.delete(key);
	}
	const failedAt = (key: number) => Date.parse(listed.get(key)?.lastFailedAt ?? '') || Infinity;
	let { floor } = memory;
	for (const key of [...givenUp].sort((a, b) => failedAt(a) - failedAt(b))) {
		if (!isTooMuch() || failedAt(key) === Infinity) break;
		givenUp.delete(key);
		floor = Math.max(floor, failedAt(key));
	}
	for (const keys of [reached, givenUp]) {
		for (const key of [...keys]) if (isTooMuch()) keys.delete(key);
	}
	return { ...memory, floor };
}
