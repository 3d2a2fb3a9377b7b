import { type FailedMessage, failedUntil } from '../venueApi/resources/failedMessages';
import type { MessageMemory } from './memory/memory';
import { shortFingerprintOf } from './memory/packedSet';

/** They take 21 of the 32 kB that the whole memory may use. */
export const MOST_MESSAGES = 5_000;

/** A message on the list, and since when it counts for each of the two events. */
export class ListedMessage {
	readonly givenUpAt?: number;
	/** Only if the list shows all attempts: the last one alone has another date after each attempt. */
	readonly reachedAt?: number;
	private knownKey?: number;

	constructor(
		readonly message: FailedMessage,
		minimumAttempt: number,
	) {
		this.givenUpAt = message.isGivenUp ? failedUntil(message) : undefined;
		this.reachedAt = triedAt(message, Math.ceil(minimumAttempt));
	}

	/** Since when it is news. */
	get countsAt(): number | undefined {
		return this.message.isGivenUp ? this.givenUpAt : this.reachedAt;
	}

	/** It takes long, and only what may be news needs it. */
	get key(): number {
		return (this.knownKey ??= messageKeyOf(this.message));
	}
}

export function listedBy(list: FailedMessage[], minimumAttempt: number): ListedMessage[] {
	return list.map((message) => new ListedMessage(message, minimumAttempt));
}

export function triedAt(message: FailedMessage, attempt: number): number | undefined {
	return millisecondsIn(message.triedAt[attempt - 1]);
}

function millisecondsIn(date: string | null | undefined): number | undefined {
	return typeof date === 'string' ? Date.parse(date) : undefined;
}

/** Whether the venue had given up the message by then. */
export function wasGivenUpBy(message: FailedMessage, time: number): boolean {
	return message.isGivenUp && (failedUntil(message) ?? Infinity) <= time;
}

/** A message to two webhooks fails twice, so the webhook is part of the key. */
export function messageKeyOf({
	id,
	webhookId,
	topic,
	event,
	firstFailedAt,
}: FailedMessage): number {
	return shortFingerprintOf(
		id === null ? [webhookId, topic, event, firstFailedAt] : [webhookId, id],
	);
}

/**
 * Forgets messages if there are too many: first those that left the list, then the oldest. From then
 * on, everything as old as these counts as reported.
 */
export function withRoomForMessages(
	memory: MessageMemory,
	list: ListedMessage[],
	minimumAttempt: number,
): MessageMemory {
	const { givenUp, reached } = memory;
	if (givenUp.size + reached.size <= MOST_MESSAGES) return memory;

	const listed = new Map(list.map((one) => [one.key, one]));
	const isTooMuch = () => givenUp.size + reached.size > MOST_MESSAGES;
	for (const keys of [reached, givenUp]) {
		for (const key of [...keys]) if (isTooMuch() && !listed.has(key)) keys.delete(key);
	}
	const forgetOldest = (keys: Set<number>, name: 'givenUpAt' | 'reachedAt', until: number) => {
		const dated = [...keys].flatMap((key) => {
			const at = listed.get(key)?.[name];
			return at === undefined ? [] : [{ key, at }];
		});
		for (const { key, at } of dated.sort((a, b) => a.at - b.at)) {
			if (!isTooMuch()) break;
			keys.delete(key);
			until = Math.max(until, at);
		}
		return until;
	};
	const givenUpUntil = forgetOldest(givenUp, 'givenUpAt', memory.givenUpUntil);
	const attempt = Math.ceil(minimumAttempt);
	const until = forgetOldest(reached, 'reachedAt', memory.reachedUntil[attempt] ?? 0);
	const reachedUntil = { ...memory.reachedUntil, ...(until > 0 ? { [attempt]: until } : {}) };
	// What is left has no date that could stand for it.
	for (const keys of [reached, givenUp]) {
		for (const key of [...keys]) if (isTooMuch()) keys.delete(key);
	}
	return { ...memory, givenUpUntil, reachedUntil };
}
