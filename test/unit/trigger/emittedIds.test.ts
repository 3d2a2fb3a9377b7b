import * as fc from 'fast-check';

import { EmittedIds } from '../../../nodes/VenuePlatformTrigger/memory/emittedIds';
import { fingerprintOf } from '../../../nodes/VenuePlatformTrigger/memory/fingerprint';

const STORED = 3_000;
const IN_ALL = 20_000;

const tokens = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => fingerprintOf('trigger', `message ${from + index}`));

const storedBy = (ids: EmittedIds) => ids.toBeStored().match(/.{8}/g) ?? [];

const addAll = (ids: EmittedIds, added: string[]) => {
	for (const token of added) ids.add(token);
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
		list: string[] = [];

		add(token: string) {
			this.takeBack(token);
			this.list = [...this.list, token].slice(-IN_ALL);
		}

		takeBack(token: string) {
			this.list = this.list.filter((other) => other !== token);
		}
	}

	it('knows what a plain list would know, however often it was asked in between', () => {
		const step = fc.record({
			token: fc.integer({ min: 0, max: 30 }).map((number) => fingerprintOf(String(number))),
			does: fc.constantFrom('emit', 'emit', 'emit', 'take back'),
			isAsked: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const [ids, list] = [new EmittedIds(), new ListOfIds()];
				for (const { token, does, isAsked } of steps) {
					for (const memory of [ids, list]) {
						if (does === 'emit') memory.add(token);
						else memory.takeBack(token);
					}
					if (isAsked) ids.toBeStored();
				}
				expect(storedBy(ids)).toEqual(list.list);
				for (let number = 0; number <= 30; number++) {
					const token = fingerprintOf(String(number));
					expect(ids.has(token)).toBe(list.list.includes(token));
				}
			}),
		);
	});

	it('knows the last 20,000 and stores the last 3,000 of them [reliability: copy is recognized; four or five days]', () => {
		const ids = new EmittedIds();
		const all = tokens(25_000);
		addAll(ids, all);
		expect(all.map((token) => ids.has(token))).toEqual(all.map((_, index) => index >= 5_000));
		expect(storedBy(ids)).toEqual(all.slice(-STORED));
	});

	it('learns everything that is stored when n8n starts, oldest first', () => {
		const before = new EmittedIds();
		addAll(before, tokens(4_000));
		const after = new EmittedIds();
		expect(after.learn(before.toBeStored())).toEqual({ isComplete: true });
		expect(after.toBeStored()).toBe(before.toBeStored());
	});

	it('notices if a part of it was overwritten, and stores that again', () => {
		const ids = new EmittedIds();
		addAll(ids, tokens(10));
		const snapshot = ids.toBeStored();
		expect(ids.learn(snapshot)).toEqual({ isComplete: true });
		addAll(ids, tokens(10, 10));
		expect(ids.learn(snapshot)).toEqual({ isComplete: false });
		expect(storedBy(ids)).toHaveLength(20);
		expect(ids.learn('')).toEqual({ isComplete: false });
	});

	it('is not complete if more is stored than it knows, and it has one that is missing there', () => {
		const [ids, other] = [new EmittedIds(), new EmittedIds()];
		addAll(ids, tokens(2));
		addAll(other, tokens(10, 1));
		expect(ids.learn(other.toBeStored())).toEqual({ isComplete: false });
		expect(new Set(storedBy(ids))).toEqual(new Set(tokens(11)));
	});

	it('is not complete if what it learns takes the place of what is stored there, too', () => {
		const ids = new EmittedIds();
		const all = tokens(2 * STORED);
		addAll(ids, all.slice(0, STORED));
		const [oldest, newer] = [all.slice(0, 100), all.slice(STORED, 2 * STORED - 100)];
		expect(ids.learn([...oldest, ...newer].join(''))).toEqual({ isComplete: false });
		expect(storedBy(ids).slice(0, 100)).toEqual(all.slice(STORED - 100, STORED));
	});

	it('ignores what was cut short', () => {
		const ids = new EmittedIds();
		const [first, second] = tokens(2);
		ids.learn(first + second.slice(0, 7));
		expect(storedBy(ids)).toEqual([first]);
	});

	it('does not learn again what n8n did not accept in the end', () => {
		const ids = new EmittedIds();
		const [token] = tokens(1);
		ids.add(token);
		const stored = ids.toBeStored();
		ids.takeBack(token);
		expect(ids.toBeStored()).toBe('');
		expect(ids.learn(stored)).toEqual({ isComplete: false });
		expect(ids.has(token)).toBe(false);
		ids.add(token);
		expect(ids.has(token)).toBe(true);
	});

	it('loses nothing if processes overwrite each other, once each has written again [reliability: just remembered]', () => {
		const write = fc.record({
			process: fc.nat({ max: 2 }),
			token: fc.integer({ min: 0, max: 500 }).map((number) => fingerprintOf(String(number))),
			/** How many writes ago the static data was read. */
			staleBy: fc.nat({ max: 3 }),
		});
		fc.assert(
			fc.property(fc.array(write, { minLength: 1, maxLength: 80 }), (writes) => {
				const processes = [new EmittedIds(), new EmittedIds(), new EmittedIds()];
				const versions = [''];
				for (const { process, token, staleBy } of writes) {
					processes[process].learn(versions[Math.max(0, versions.length - 1 - staleBy)]);
					processes[process].add(token);
					versions.push(processes[process].toBeStored());
				}
				for (const process of processes) {
					process.learn(versions[versions.length - 1]);
					versions.push(process.toBeStored());
				}
				const stored = storedBy(processes[2]);
				expect(new Set(stored)).toEqual(new Set(writes.map(({ token }) => token)));
				expect(stored).toHaveLength(new Set(stored).size);
			}),
		);
	});
});
