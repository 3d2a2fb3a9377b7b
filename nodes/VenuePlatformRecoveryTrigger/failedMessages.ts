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

/** They take 21 of the 32 kB that the whole memory may use. */
export const MOST_MESSAGES = 5_000;

/** What is new on the failed list, and since when bookings have to be fetched again for it. */
export async function newsOfMessages(poll: Poll, memory: Memory, mostItems: number) {
	const { settings, connection, now, isPublishing } = poll;
	const { records, isPart } = await readFailedMessages(connection());
	const notices = isPart ? [onlyPart('failed messages')] : [];
	const list = records.map(readFailedMessage);
	const known = memory.messages ?? memoryToBegin(list, isPart, memory, poll);
	if (isPublishing) return { memory: { messages: known }, notices };

	// Keeps room for the item that reports the growth.
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
	// An incomplete list may lack messages that are just as old, so `floor` marks them as known.
	return firstMemory(list, settings, isOld, isPart ? beganAt : 0);
}

/** The first list is not news: messages that are old according to `isOld` count as reported. */
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

/** How many messages may become items, and which ones would. */
export interface Room {
	atMost: number;
	isItem: (message: FailedMessage) => boolean;
}

export interface News extends MessageNews {
	memory: MessageMemory;
}

/**
 * What is new on the failed list. The memory follows the list, not the chosen events, so an event
 * that is chosen later begins at that point. Messages that left the list stay known while there is
 * room. Messages without room for an item are left to the next poll.
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
			// Messages of the same time stay together, because the memory may keep only that time instead
			// of each message.
			const isAtOnce = message.lastFailedAt !== null && message.lastFailedAt === lastAt;
			if (left <= 0 && !isAtOnce) continue;
			left--;
			lastAt = message.lastFailedAt;
		}
		// A message that had reached the attempt before is not news for that event, even if it is given
		// up now.
		if (isReached) news.reached.push(message);
		if (message.isGivenUp) {
			memory.reached.delete(key);
			memory.givenUp.add(key);
			news.givenUp.push(message);
		} else memory.reached.add(key);
	}
	// An incomplete list does not show how long the list is.
	const now = isPart ? count : list.length;
	if (now - count >= growthThreshold) news.growth = { before: count, now };
	memory.count = news.growth ? now : Math.min(count, now);
	return { ...news, memory: withRoom(memory, list) };
}

function oldestFirst(list: FailedMessage[]): FailedMessage[] {
	const at = ({ lastFailedAt }: FailedMessage) => lastFailedAt ?? '';
	return [...list].sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0));
}

/** Whether the venue had given up the message by then. */
export function isBefore({ isGivenUp, lastFailedAt }: FailedMessage, time: number): boolean {
	return isGivenUp && lastFailedAt !== null && Date.parse(lastFailedAt) <= time;
}

/**
 * Since when bookings have to be fetched again. A list that does not show all attempts of a message
 * does not show when it happened either, so it may be as old as retries take.
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

/** A message to two webhooks fails twice, so the webhook is part of the key. */
function keyOf({ id, webhookId, topic, event, firstFailedAt }: FailedMessage): number {
	return fingerprintOf(id === null ? [webhookId, topic, event, firstFailedAt] : [webhookId, id]);
}

/**
 * Forgets messages if there are too many: first those that left the list, then those that were
 * given up first. From then on, everything as old as these counts as reported.
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
	// What is left has no date that a floor could stand for, or the venue still tries it.
	for (const keys of [reached, givenUp]) {
		for (const key of [...keys]) if (isTooMuch()) keys.delete(key);
	}
	return { ...memory, floor };
}
