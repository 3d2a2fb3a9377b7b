import type { FailedMessage } from '../../venueApi/shapes/failedMessage';
import { fingerprintOf } from '../memory/fingerprint';
import type { MessageMemory } from '../memory/memory';
import { withRoom } from './room';

export interface Wishes {
	minimumAttempt: number;
	growthThreshold: number;
}

export interface News {
	memory: MessageMemory;
	givenUp: FailedMessage[];
	reached: FailedMessage[];
	growth?: { before: number; now: number };
}

/**
 * What is new on the failed list. The memory goes by what the list shows, whether or not somebody
 * wants to be told: an event that is chosen later begins there. And it knows a message for good that
 * has left the list, as far as there is room.
 */
export function compareMessages(
	list: FailedMessage[],
	before: MessageMemory,
	{ minimumAttempt, growthThreshold }: Wishes,
): News {
	const { givenUp, reached, count, floor } = before;
	const memory = { givenUp: new Set(givenUp), reached: new Set(reached), count, floor };
	const news: News = { memory, givenUp: [], reached: [] };
	for (const message of list) {
		const key = keyOf(message);
		if (memory.givenUp.has(key) || isBefore(message, floor)) continue;
		if (message.isGivenUp) {
			memory.givenUp.add(key);
			// One that was known to be tried is not news as such, should only that be wanted.
			if (!memory.reached.delete(key)) news.reached.push(message);
			news.givenUp.push(message);
		} else if (message.attempts >= minimumAttempt && !memory.reached.has(key)) {
			memory.reached.add(key);
			news.reached.push(message);
		}
	}
	const now = list.length;
	if (now - count >= growthThreshold) news.growth = { before: count, now };
	memory.count = news.growth ? now : Math.min(count, now);
	return { ...news, memory: withRoom(memory, list, keyOf) };
}

/** What the list holds the first time is not news, as far as `isOld` says so. */
export function firstMemory(
	list: FailedMessage[],
	{ minimumAttempt }: Wishes,
	isOld: (message: FailedMessage) => boolean,
): MessageMemory {
	const old = list.filter(isOld);
	const tried = old.filter((message) => !message.isGivenUp && message.attempts >= minimumAttempt);
	const memory = {
		givenUp: new Set(old.filter(({ isGivenUp }) => isGivenUp).map(keyOf)),
		reached: new Set(tried.map(keyOf)),
		count: list.length,
		floor: 0,
	};
	return withRoom(memory, list, keyOf);
}

/** One message to two webhooks fails twice. */
function keyOf({ id, webhookId, topic, event, firstFailedAt }: FailedMessage): number {
	return fingerprintOf(id === null ? [webhookId, topic, event, firstFailedAt] : [webhookId, id]);
}

/** Whether the venue had given the message up by then. */
export function isBefore({ isGivenUp, lastFailedAt }: FailedMessage, time: number): boolean {
	return isGivenUp && lastFailedAt !== null && Date.parse(lastFailedAt) <= time;
}
