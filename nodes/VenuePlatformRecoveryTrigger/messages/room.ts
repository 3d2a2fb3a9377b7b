import type { FailedMessage } from '../../venueApi/shapes/failedMessage';
import type { MessageMemory } from '../memory/memory';

/** They take 23 kB of the 32 that the whole memory may have. */
export const MOST_MESSAGES = 5_500;

/**
 * Forgets what is too much: first messages that are no longer on the list, then those that were
 * given up the longest time ago. Whatever is as old as these counts as reported from then on.
 */
export function withRoom(
	memory: MessageMemory,
	list: FailedMessage[],
	keyOf: (message: FailedMessage) => number,
): MessageMemory {
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
