import * as fc from 'fast-check';

import { EmittedIds } from '../../../nodes/VenuePlatformTrigger/memory/emittedIds';
import { fingerprintOf } from '../../../nodes/VenuePlatformTrigger/memory/fingerprint';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const STORED = 3_000;
const IN_ALL = 20_000;

const tokens = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => fingerprintOf('trigger', `message ${from + index}`));

const countIn = (stored: Record<string, string>) => Object.values(stored).join('').length / 8;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const addAll = (ids: EmittedIds, added: string[], now = NOON) => {
	for (const token of added) ids.add(token, now);
};

describe('a fingerprint', () => {
	it('is eight characters that need no escaping in JSON', () => {
		fc.assert(
			fc.property(fc.string(), (id) => {
				expect(fingerprintOf('trigger', id)).toMatch(/^[\w-]{8}$/);
			}),
		);
	});

	it('differs for 200,000 messages, and for each trigger', () => {
		expect(new Set(tokens(200_000)).size).toBe(200_000);
		expect(fingerprintOf('one', 'message')).not.toBe(fingerprintOf('other', 'message'));
		expect(fingerprintOf('a', 'b c')).not.toBe(fingerprintOf('a b', 'c'));
	});
});

describe('the memory of emitted messages', () => {
	/** The same rules in their simplest form: a list, newest last. */
	class ListOfIds {
		private list: Array<{ token: string; day: number }> = [];

		add(token: string, now: number) {
			this.list = this.list.filter((entry) => entry.token !== token);
			this.list.push({ token, day: Math.floor(now / DAY) });
			this.list = this.list.slice(-IN_ALL);
		}

		takeBack(token: string) {
			this.list = this.list.filter((entry) => entry.token !== token);
		}

		has = (token: string, now: number) =>
			this.list.some((entry) => entry.token === token && entry.day >= Math.floor(now / DAY) - 3);

		stored = (now: number) =>
			this.list
				.filter(({ day }) => day >= Math.floor(now / DAY) - 3)
				.slice(-STORED)
				.map(({ token }) => token);
	}

	it('knows what a plain list would know, at any time', () => {
		const step = fc.record({
			token: fc.integer({ min: 0, max: 30 }).map((number) => fingerprintOf(String(number))),
			takesBack: fc.boolean(),
			passes: fc.constantFrom(0, 1, HOUR, 11 * HOUR, DAY),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const [ids, list] = [new EmittedIds(), new ListOfIds()];
				let now = NOON;
				for (const { token, takesBack, passes } of steps) {
					now += passes;
					ids.add(token, now);
					list.add(token, now);
					if (takesBack) {
						ids.takeBack(token);
						list.takeBack(token);
					}
				}
				const stored = Object.values(ids.toBeStored(now)).join('');
				expect(stored.match(/.{8}/g) ?? []).toEqual(list.stored(now));
				for (let number = 0; number <= 30; number++) {
					const token = fingerprintOf(String(number));
					expect(ids.has(token)).toBe(list.has(token, now));
				}
			}),
		);
	});

	it('stores the same, however often it was asked in between', () => {
		const step = fc.record({
			token: fc.integer({ min: 0, max: 30 }).map((number) => fingerprintOf(String(number))),
			does: fc.constantFrom('emit', 'emit', 'emit', 'take back', 'learn'),
			passes: fc.constantFrom(0, 1, HOUR, 11 * HOUR, DAY),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const [ids, asked] = [new EmittedIds(), new EmittedIds()];
				let now = NOON;
				for (const { token, does, passes } of steps) {
					now += passes;
					for (const memory of [ids, asked]) {
						if (does === 'learn') memory.learn({ [dayOf(now - DAY)]: token }, now);
						else memory.add(token, now);
						if (does === 'take back') memory.takeBack(token);
					}
					asked.toBeStored(now);
				}
				expect(asked.toBeStored(now)).toEqual(ids.toBeStored(now));
			}),
		);
	});

	it('stores the newest when it is full, even past midnight and if old ones come again', () => {
		const ids = new EmittedIds();
		const plain: string[] = [];
		const all = tokens(4_000);
		const emit = (token: string, now: number) => {
			ids.add(token, now);
			plain.push(token);
			expect(Object.values(ids.toBeStored(now)).join('')).toBe(plain.slice(-STORED).join(''));
		};
		addAll(ids, all);
		plain.push(...all);
		for (const token of tokens(20, 4_000)) emit(token, NOON);
		for (const token of all.slice(0, 20)) emit(token, NOON);
		for (const token of tokens(20, 5_000)) emit(token, NOON + DAY);
		expect(Object.keys(ids.toBeStored(NOON + DAY))).toEqual([dayOf(NOON), dayOf(NOON + DAY)]);
	});

	it('stores the same, however often it was asked, if it is full and learns from another process', () => {
		const [ids, asked] = [new EmittedIds(), new EmittedIds()];
		const both = (does: (memory: EmittedIds) => void) => {
			[ids, asked].forEach(does);
			asked.toBeStored(NOON + DAY);
		};
		both((memory) => addAll(memory, tokens(2_990)));
		both((memory) => addAll(memory, tokens(20, 3_000), NOON + DAY));
		const others = { [dayOf(NOON)]: tokens(30, 4_000).join('') };
		both((memory) => memory.learn(others, NOON + DAY));
		for (const token of tokens(STORED - 10, 5_000)) both((memory) => memory.add(token, NOON + DAY));
		expect(asked.toBeStored(NOON + DAY)).toEqual(ids.toBeStored(NOON + DAY));
		expect(asked.toBeStored(NOON + DAY)[dayOf(NOON)]).toBe(tokens(10, 4_020).join(''));
	});

	it('does not change if a caller changes what it returned', () => {
		const ids = new EmittedIds();
		addAll(ids, tokens(3));
		const stored = ids.toBeStored(NOON);
		stored[dayOf(NOON)] = '';
		expect(countIn(ids.toBeStored(NOON))).toBe(3);
	});

	it('knows the last 20,000 and stores the last 3,000 of them', () => {
		const ids = new EmittedIds();
		const all = tokens(25_000);
		addAll(ids, all);
		expect(all.map((token) => ids.has(token))).toEqual(all.map((_, index) => index >= 5_000));
		expect(Object.values(ids.toBeStored(NOON)).join('')).toBe(all.slice(-STORED).join(''));
	});

	it('keeps a message that comes again for as long as a new one', () => {
		const ids = new EmittedIds();
		const [first, ...others] = tokens(STORED);
		addAll(ids, [first, ...others, first, ...tokens(STORED - 1, STORED)]);
		expect(Object.values(ids.toBeStored(NOON)).join('')).toContain(first);
	});

	it('forgets messages after three days, and not before', () => {
		const ids = new EmittedIds();
		addAll(ids, tokens(50), NOON - 4 * DAY);
		addAll(ids, tokens(50, 50), NOON - 3 * DAY);
		addAll(ids, tokens(50, 100), NOON);
		expect(countIn(ids.toBeStored(NOON))).toBe(100);
		expect(tokens(150).filter((token) => ids.has(token))).toHaveLength(100);
	});

	it('learns everything that is stored when n8n starts', () => {
		const before = new EmittedIds();
		addAll(before, tokens(4_000));
		const after = new EmittedIds();
		expect(after.learn(before.toBeStored(NOON), NOON + HOUR)).toEqual({ isComplete: true });
		expect(after.toBeStored(NOON)).toEqual(before.toBeStored(NOON));
	});

	it('notices if a part of it was overwritten, and stores that again', () => {
		const ids = new EmittedIds();
		addAll(ids, tokens(10));
		const snapshot = ids.toBeStored(NOON);
		expect(ids.learn(snapshot, NOON)).toEqual({ isComplete: true });
		addAll(ids, tokens(10, 10));
		expect(ids.learn(snapshot, NOON)).toEqual({ isComplete: false });
		expect(countIn(ids.toBeStored(NOON))).toBe(20);
		expect(ids.learn({}, NOON)).toEqual({ isComplete: false });
	});

	it('learns the oldest first, in whatever order the days are stored', () => {
		const ids = new EmittedIds();
		const [older, newer] = tokens(2);
		ids.learn({ [dayOf(NOON)]: newer, [dayOf(NOON - DAY)]: older }, NOON);
		addAll(ids, tokens(STORED - 1, 2));
		const stored = Object.values(ids.toBeStored(NOON)).join('');
		expect(stored).toContain(newer);
		expect(stored).not.toContain(older);
	});

	it('learns nothing from a day that is too long ago', () => {
		const ids = new EmittedIds();
		const [over, kept] = tokens(2);
		ids.learn({ [dayOf(NOON - 4 * DAY)]: over, [dayOf(NOON - 3 * DAY)]: kept }, NOON);
		expect([over, kept].map((token) => ids.has(token))).toEqual([false, true]);
	});

	it('stores no day without messages', () => {
		const ids = new EmittedIds();
		addAll(ids, tokens(2), NOON - DAY);
		addAll(ids, tokens(STORED - 1, 2));
		expect(Object.keys(ids.toBeStored(NOON))).toEqual([dayOf(NOON - DAY), dayOf(NOON)]);
		addAll(ids, tokens(1, STORED + 1));
		expect(Object.keys(ids.toBeStored(NOON))).toEqual([dayOf(NOON)]);
	});

	it('counts a change only if something else has to be stored', () => {
		const ids = new EmittedIds();
		const [first, second, ...others] = tokens(STORED + 1);
		const hasChangedBy = (work: () => void) => {
			const before = ids.changes;
			work();
			return ids.changes !== before;
		};
		expect(hasChangedBy(() => addAll(ids, [first, second, ...others]))).toBe(true);
		expect(hasChangedBy(() => ids.takeBack(first))).toBe(false);
		expect(hasChangedBy(() => ids.takeBack(second))).toBe(true);
		const [last] = others.slice(-1);
		expect(hasChangedBy(() => ids.add(last, NOON))).toBe(false);
		expect(hasChangedBy(() => ids.add(last, NOON + DAY))).toBe(true);
	});

	it('does not learn again what n8n did not accept in the end', () => {
		const ids = new EmittedIds();
		const [token] = tokens(1);
		ids.add(token, NOON);
		const stored = ids.toBeStored(NOON);
		ids.takeBack(token);
		ids.learn(stored, NOON);
		expect(ids.has(token)).toBe(false);
		ids.add(token, NOON);
		expect(ids.has(token)).toBe(true);
	});

	it('loses nothing if processes overwrite each other, once each has written again', () => {
		const write = fc.record({
			process: fc.nat({ max: 2 }),
			token: fc.integer({ min: 0, max: 500 }).map((number) => fingerprintOf(String(number))),
			/** How many writes ago the static data was read. */
			staleBy: fc.nat({ max: 3 }),
		});
		fc.assert(
			fc.property(fc.array(write, { minLength: 1, maxLength: 80 }), (writes) => {
				const processes = [new EmittedIds(), new EmittedIds(), new EmittedIds()];
				const versions: Array<Record<string, string>> = [{}];
				for (const { process, token, staleBy } of writes) {
					processes[process].learn(versions[Math.max(0, versions.length - 1 - staleBy)], NOON);
					processes[process].add(token, NOON);
					versions.push(processes[process].toBeStored(NOON));
				}
				for (const process of processes) {
					process.learn(versions[versions.length - 1], NOON);
					versions.push(process.toBeStored(NOON));
				}
				const stored =
					Object.values(versions[versions.length - 1])
						.join('')
						.match(/.{8}/g) ?? [];
				expect(new Set(stored)).toEqual(new Set(writes.map(({ token }) => token)));
				expect(stored).toHaveLength(new Set(stored).size);
			}),
		);
	});
});
