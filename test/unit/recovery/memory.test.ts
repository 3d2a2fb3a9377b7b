import * as fc from 'fast-check';

import { MOST_VERSIONS } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import {
	type Memory,
	readMemory,
	writeMemory,
} from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import {
	shortFingerprintOf,
	pack,
	unpack,
} from '../../../nodes/VenuePlatformRecoveryTrigger/memory/packedSet';
import { MOST_MESSAGES } from '../../../nodes/VenuePlatformRecoveryTrigger/messageRoom';
import { MOST_WEBHOOKS } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/watchedWebhooks';
import { compareWebhooks } from '../../../nodes/VenuePlatformRecoveryTrigger/webhookChanges';

const LONGEST_URL = `https://n8n.example/${'a'.repeat(300)}`;
/** The names of trigger and node around the memory, and when the node polled. */
const STORAGE_TAKES = 170;
const SUBJECTS = ['messages', 'webhooks', 'bookings'];
const fingerprint = fc.nat().map((number) => shortFingerprintOf(number));
const fingerprints = fc.uniqueArray(fingerprint, { maxLength: 300 }).map((list) => new Set(list));
const many = (count: number, of: string) =>
	new Set(Array.from({ length: count }, (_, index) => shortFingerprintOf([of, index])));

describe('the memory of the recovery trigger', () => {
	it('reads every set of fingerprints as it was written', () => {
		fc.assert(
			fc.property(fingerprints, (set) => {
				expect([...unpack(pack(set))]).toEqual([...set].sort((a, b) => a - b));
			}),
		);
	});

	it('has fingerprints of 36 bits, so a new one is hardly ever among the 1,200 remembered [reliability: 50 million]', () => {
		const marks = [...many(2_000, 'booking')];
		expect(marks).toHaveLength(2_000);
		for (let bit = 0; bit < 36; bit++) {
			const set = marks.filter((mark) => Math.floor(mark / 2 ** bit) % 2 === 1);
			expect(set.length).toBeGreaterThan(850);
			expect(set.length).toBeLessThan(1_150);
		}
		expect(Math.max(...marks)).toBeLessThan(2 ** 36);
		expect(2 ** 36 / MOST_VERSIONS).toBeGreaterThan(50_000_000);
	});

	it('knows the fingerprints that earlier versions of the package have saved', () => {
		const booking = { uniqueId: 'BKG-1', modifiedDate: '2026-11-21T12:00:00Z' };
		expect(shortFingerprintOf(booking)).toBe(21_612_705_490);
	});

	it('reads sets that earlier versions of the package have saved', () => {
		const saved = '3.33.AAAAAAAAAAAf7_____A';
		expect(pack([2 ** 36 - 1, 1, 0])).toBe(saved);
		expect(unpack(saved)).toEqual(new Set([0, 1, 2 ** 36 - 1]));
		expect(pack([])).toBe('0.0.');
		expect(unpack('0.0.')).toEqual(new Set());
	});

	it('reads an empty set if a text is not such a set', () => {
		const saved = pack(many(3, 'message'));
		expect(unpack(saved).size).toBe(3);
		const [count, lowBits, bits] = saved.split('.');
		for (const text of [
			`x${saved}`,
			`${saved}!`,
			`${count}.${lowBits}`,
			`.${lowBits}.${bits}`,
			`${count}..${bits}`,
			`${count}.${lowBits}.${bits}.${bits}`,
			`100000.${lowBits}.${bits}`,
			`${count}.100.${bits}`,
			`n.${lowBits}.${bits}`,
			`${count}.n.${bits}`,
		]) {
			expect(unpack(text)).toEqual(new Set());
		}
	});

	it('reads no more fingerprints than a set says it has', () => {
		const [, lowBits, bits] = pack(many(10, 'message')).split('.');
		expect(unpack(`4.${lowBits}.${bits}`).size).toBe(4);
		expect([...unpack(`4.${lowBits}.${bits}`)]).toEqual(
			[...many(10, 'message')].sort((a, b) => a - b).slice(0, 4),
		);
	});

	it('takes no more room for a set than its numbers need', () => {
		const bytes = (count: number) => pack(many(count, 'message')).length;
		// 36 bits less those of the order, plus 1.5 of the code, at six bits for each character.
		expect(bytes(1)).toBeLessThanOrEqual(5 + 7);
		expect(bytes(100) / 100).toBeLessThan(5.4);
		expect(bytes(5_000) / 5_000).toBeLessThan(4.2);
	});

	it('reads gaps of any size between fingerprints', () => {
		const number = fc.integer({ min: 0, max: 2 ** 36 - 1 });
		fc.assert(
			fc.property(fc.uniqueArray(number, { maxLength: 20 }), (list) => {
				expect(unpack(pack(list))).toEqual(new Set(list));
			}),
			{ numRuns: 50 },
		);
	});

	it.each([
		['numbers', (id: number) => String(10 ** 9 + id), MOST_WEBHOOKS],
		['of 36 characters', (id: number) => String(id).padStart(36, 'a'), 64],
		['of 100 characters', (id: number) => String(id).padStart(100, 'a'), 30],
		['that JSON has to escape', (id: number) => `\u0001${id}`.repeat(4), 65],
	])(
		'takes 32 kB at most, however much there is to remember: IDs %s [reliability: enabled webhooks; it watches 64; takes 32]',
		(_, idOf, most) => {
			const configuration = { url: LONGEST_URL };
			const webhooks = Array.from({ length: MOST_WEBHOOKS + 50 }, (_entry, id) => ({
				...{ id: idOf(id), configuration, isOff: false, record: configuration },
			}));
			const time = Date.UTC(2026, 10, 21, 12, 0, 0, 123);
			const list = {
				...{ webhooks, isCut: false, readAt: time },
				ownWriteTo: () => undefined,
				hasMark: () => false,
			};
			const { memory: known } = compareWebhooks(list, undefined);
			expect(known.known.size).toBe(most);
			// So divided, these sets take most room.
			const memory: Memory = {
				venue: shortFingerprintOf('account'),
				...{ notBegunSince: time, backfillSince: time, recoverSince: time },
				messages: {
					givenUp: many(0.43 * MOST_MESSAGES, 'message'),
					reached: many(0.57 * MOST_MESSAGES, 'another message'),
					...{ count: 10_000_000, givenUpUntil: time, reachedUntil: { 5: time } },
				},
				webhooks: known,
				bookings: {
					...{ isContinuous: false, from: time, until: time, next: time, remembersAll: false },
					listed: many(0.6 * MOST_VERSIONS, 'booking'),
					reported: new Set([
						...many(0.3 * MOST_VERSIONS, 'booking'),
						...many(0.4 * MOST_VERSIONS, 'older booking'),
					]),
					backlog: { until: time, doneThrough: 2 ** 36 - 1 },
					clock: { aheadMs: -123_456_789_000, doubtedMs: 123_456_789_000 },
				},
			};
			const stored = JSON.stringify(writeMemory(memory));
			expect(Buffer.byteLength(stored)).toBeLessThan(32 * 1024 - STORAGE_TAKES);
			expect(readMemory(JSON.parse(stored))).toEqual(memory);
		},
	);

	it('leaves out what it cannot read, and keeps the rest', () => {
		const memory = {
			...{ venue: 1, notBegunSince: 2, backfillSince: 3, recoverSince: 4 },
			messages: {
				givenUp: pack([5]),
				reached: pack([6]),
				count: 7,
				givenUpUntil: 8,
				reachedUntil: { 5: 8 },
			},
			webhooks: { seenAt: 9, known: { 10: ['https://n8n.example', 11] } },
			bookings: {
				...{ isContinuous: true, from: 12, until: 13, next: 14, remembersAll: true },
				...{ both: pack([15]), listed: pack([16]), reported: pack([17]) },
				backlog: { until: 18, doneThrough: 19 },
				clock: { aheadMs: 20, doubtedMs: 21 },
			},
		};
		const whole = readMemory(memory)!;
		expect(writeMemory(whole)).toEqual(memory);
		const { messages, webhooks, bookings } = memory;
		for (const name of ['notBegunSince', 'backfillSince', 'recoverSince', ...SUBJECTS]) {
			expect(readMemory({ ...memory, [name]: 'x' })).toEqual({ ...whole, [name]: undefined });
		}
		expect(readMemory({ ...memory, venue: 'x' })).toBeUndefined();

		for (const name of ['givenUp', 'reached'] as const) {
			const read = readMemory({ ...memory, messages: { ...messages, [name]: 7 } });
			expect(read?.messages).toEqual({ ...whole.messages, [name]: new Set() });
		}
		for (const known of [{ 10: ['https://n8n.example'] }, { 10: [1, 11] }]) {
			expect(readMemory({ ...memory, webhooks: { ...webhooks, known } })?.webhooks).toBeUndefined();
		}
		for (const [name, read] of [
			['remembersAll', false],
			['backlog', undefined],
			['clock', undefined],
			['listed', new Set([15])],
		] as const) {
			const found = readMemory({ ...memory, bookings: { ...bookings, [name]: 7 } });
			expect(found?.bookings).toEqual({ ...whole.bookings, [name]: read });
		}
	});

	it('reads a range that it wrote with other sets', () => {
		const range = { isContinuous: true, from: 12, until: 13, next: 14, remembersAll: true };
		const found = readMemory({ venue: 1, bookings: { ...range, recent: pack([15]) } });
		const empty = { listed: new Set(), reported: new Set() };
		expect(found?.bookings).toEqual({ ...range, ...empty, backlog: undefined, clock: undefined });
	});

	it('survives anything that another node has written', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
				expect(() => readMemory(one)).not.toThrow();
				const read = readMemory({ venue: 1, messages: one, webhooks: other, bookings: one });
				expect(read?.venue).toBe(1);
			}),
		);
		expect(unpack('99999.36.AAAA').size).toBeLessThanOrEqual(1);
	});
});
