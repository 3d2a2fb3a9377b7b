import type { MessageMemory } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import { compareMessages } from '../../../nodes/VenuePlatformRecoveryTrigger/failedMessages';
import { firstMemory } from '../../../nodes/VenuePlatformRecoveryTrigger/knownMessages';
import { MOST_MESSAGES } from '../../../nodes/VenuePlatformRecoveryTrigger/messageRoom';
import {
	type FailedMessage,
	asFailedMessage,
} from '../../../nodes/venueApi/resources/failedMessages';
import { knowing, WISHES } from './support/failedList';

const NOON = Date.UTC(2026, 10, 21, 12);
const HALF = MOST_MESSAGES / 2;

/** Messages that the venue dates a second after each other, if at all. */
const messages = (
	name: string,
	count: number,
	{ status = 'Failed', second = 0 as number | null } = {},
) =>
	Array.from({ length: count }, (_, index) =>
		asFailedMessage({
			...{ uniqueId: `${name} ${index}`, webhookId: 1, status },
			history: second === null ? [] : [{ createdDate: at(second + index) }],
		}),
	);
const tried = (name: string, count: number) => messages(name, count, { status: 'Attempt5Failed' });

const at = (second: number) => new Date(NOON + second * 1_000).toISOString();

const sizeOf = ({ givenUp, reached }: MessageMemory) => givenUp.size + reached.size;

/** How many of these would be reported again. */
const forgotten = (memory: MessageMemory, list: FailedMessage[]) => {
	const { givenUp, reached } = compareMessages(list, memory, WISHES);
	return new Set([...givenUp, ...reached]).size;
};

describe('a memory that has no room for more messages', () => {
	it('is full with 5,000 messages, and not before', () => {
		const list = [...messages('given up', HALF), ...tried('tried', HALF)];
		const full = knowing(list);
		expect(sizeOf(full)).toBe(MOST_MESSAGES);
		expect(full.givenUpUntil).toBe(0);
		expect(forgotten(full, list)).toBe(0);
	});

	it('first forgets messages that left the list while the venue still retried them', () => {
		const given = messages('given up', HALF);
		const left = tried('left', HALF);
		const before = knowing([...given, ...left]);
		const { memory } = compareMessages([...given, ...tried('new', 10)], before, WISHES);
		expect(sizeOf(memory)).toBe(MOST_MESSAGES);
		expect(memory.givenUpUntil).toBe(0);
		expect(forgotten(memory, given)).toBe(0);
		expect(forgotten(memory, left)).toBe(10);
	});

	it('then forgets messages that left the list and were given up', () => {
		const [left, listed] = [messages('left', HALF), tried('listed', HALF)];
		const before = knowing([...left, ...listed]);
		const { memory } = compareMessages([...listed, ...tried('new', 10)], before, WISHES);
		expect(sizeOf(memory)).toBe(MOST_MESSAGES);
		expect(memory.givenUpUntil).toBe(0);
		expect(forgotten(memory, listed)).toBe(0);
		expect(memory.givenUp.size).toBe(HALF - 10);
	});

	it('then forgets the oldest messages that were given up, and counts all until then as reported', () => {
		const list = [...messages('given up', MOST_MESSAGES, { second: 10 }), ...tried('tried', 10)];
		const memory = knowing(list);
		expect(sizeOf(memory)).toBe(MOST_MESSAGES);
		expect(memory.givenUpUntil).toBe(NOON + 19_000);
		expect(memory.reached.size).toBe(10);
		expect(forgotten(memory, list)).toBe(0);
		const older = messages('older', 5, { second: 0 });
		expect(forgotten(memory, older)).toBe(0);
		expect(forgotten(memory, messages('newer', 5, { second: 20 }))).toBe(5);
	});

	it('does not move back the time since which messages are news', () => {
		const givenUpUntil = NOON + 1_000_000_000;
		const list = messages('given up', MOST_MESSAGES + 5);
		const memory = firstMemory(list, WISHES, () => true, givenUpUntil);
		expect(memory.givenUpUntil).toBe(givenUpUntil);
	});

	it('forgets messages without a time last, and those that the venue still retries before them', () => {
		const undated = messages('undated', MOST_MESSAGES - 5, { second: null });
		const list = [...undated, ...messages('dated', 5), ...tried('tried', 10)];
		const memory = knowing(list);
		expect(sizeOf(memory)).toBe(MOST_MESSAGES);
		expect(memory.givenUpUntil).toBe(NOON + 4_000);
		expect(memory.reached.size).toBe(5);
		expect(forgotten(memory, undated)).toBe(0);
	});

	describe('of messages that the venue still retries', () => {
		/** The first one began at this second, and each was tried once a minute. */
		const retried = (name: string, count: number, second: number, tries: number) =>
			Array.from({ length: count }, (_, index) =>
				asFailedMessage({
					...{ uniqueId: `${name} ${index}`, webhookId: 1, status: `Attempt${tries}Failed` },
					history: Array.from({ length: tries }, (__, attempt) => ({
						status: `Attempt${attempt + 1}Failed`,
						createdDate: at(second + index + attempt * 60),
					})),
				}),
			);
		const from = (minimumAttempt: number) => ({ ...WISHES, minimumAttempt });
		const list = retried('tried', MOST_MESSAGES + 10, 0, 5);
		const reachedAt = (minimumAttempt: number, before: number, tries: number) => {
			const memory = knowing(list, from(before));
			expect(memory.reached.size).toBe(MOST_MESSAGES);
			const late = retried('late', 5, 0, tries);
			return compareMessages([...list, ...late], memory, from(minimumAttempt)).reached.length;
		};

		it('knows what it forgot after Minimum Attempt has been raised', () => {
			expect(reachedAt(5, 3, 4)).toBe(0);
		});

		it('takes no message for reported that had not reached the attempt before it was lowered', () => {
			expect(reachedAt(3, 5, 4)).toBe(5);
		});
	});

	it('forgets messages without a time if there are no others', () => {
		const memory = knowing(messages('undated', MOST_MESSAGES + 7, { second: null }));
		expect(sizeOf(memory)).toBe(MOST_MESSAGES);
		expect(memory.givenUpUntil).toBe(0);
	});
});
