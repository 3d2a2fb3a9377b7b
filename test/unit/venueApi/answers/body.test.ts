import { Readable } from 'node:stream';

import { BROKE_OFF, CROWDED, STALLED, TOO_LARGE } from '../../../../nodes/venueApi/answers/fault';
import {
	ResponseMemory,
	LARGEST_RESPONSE_MEMORY,
} from '../../../../nodes/venueApi/pacing/responseMemory';
import {
	type BodyPatience,
	readBeginning,
	readBody,
} from '../../../../nodes/venueApi/answers/body';
import { bodyReader } from '../../../../nodes/venueApi/answers/bodyReaders';

const LONG = { silenceMs: 30_000, endsAt: Infinity };
const wanted = { atMost: 2, name: 'bookings' };

const allOf = { ...wanted, atMost: Infinity };

/** Reads the body as a documented list. */
const readList = async (
	body: unknown,
	patience: BodyPatience,
	{
		list,
		responseMemory = new ResponseMemory(),
	}: { list?: typeof wanted; responseMemory?: ResponseMemory } = {},
) =>
	(await readBody(body, patience, responseMemory, bodyReader({ list }, 'application/json'))).body;

const readWanted = async (body: unknown, patience: BodyPatience) =>
	await readList(body, patience, { list: wanted });

describe('the body of a list', () => {
	it('is not read further once the wanted records have arrived', async () => {
		let sent = 0;
		const body = Readable.from(
			(function* () {
				for (const part of ['[{"a":1}', ',{"b":"ü', '"}', ',{"c":3}', ']']) {
					sent++;
					yield Buffer.from(part);
				}
			})(),
			{ highWaterMark: 1 },
		);
		expect(await readWanted(body, LONG)).toEqual([{ a: 1 }, { b: 'ü' }]);
		expect(sent).toBeLessThan(5);
		expect(body.destroyed).toBe(true);
	});

	it('keeps a character that arrives in two parts', async () => {
		const [first, second] = [Buffer.from('[{"a":"ü'), Buffer.from('"}]')];
		const body = Readable.from([first.subarray(0, -1), first.subarray(-1), second]);
		expect(await readWanted(body, LONG)).toEqual([{ a: 'ü' }]);
	});

	it('is complete if it is not a stream', async () => {
		expect(await readWanted([{ a: 1 }], LONG)).toEqual([{ a: 1 }]);
		expect(await readWanted('text', LONG)).toBe('text');
		expect(await readWanted(undefined, LONG)).toBeUndefined();
	});

	it('lets n8n do other things, even if all of it is there at once', async () => {
		const body = Readable.from(
			(function* () {
				yield Buffer.from('[{}');
				for (let part = 0; part < 10; part++) yield Buffer.from(',{}'.repeat(10_000));
				yield Buffer.from(']');
			})(),
		);
		let turns = 0;
		let isRead = false;
		const turn = () => {
			turns++;
			// Timers of the same length take turns, even on a slow machine.
			if (!isRead) setTimeout(turn, 0);
		};
		setTimeout(turn, 0);
		const all = await readList(body, LONG, { list: allOf });
		isRead = true;
		expect(all).toHaveLength(100_001);
		expect(turns).toBeGreaterThanOrEqual(5);
	});

	it('rejects if it breaks off', async () => {
		const body = new Readable({ read() {} });
		body.push('[{"a":');
		body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		await expect(readWanted(body, LONG)).rejects.toMatchObject({ code: BROKE_OFF });
	});

	it('is abandoned if no more data arrives', async () => {
		const body = new Readable({ read() {} });
		body.push('[{"a":1}');
		const reading = readWanted(body, { ...LONG, silenceMs: 5 });
		await expect(reading).rejects.toMatchObject({ code: STALLED });
		expect(body.destroyed).toBe(true);
	});

	it('may take any time as long as data keeps arriving', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
		const body = new Readable({ read() {} });
		const reading = readList(body, LONG, { list: allOf });
		for (const part of ['[', ...Array<string>(60).fill('{"a":1},'), '{"a":1}]', null]) {
			body.push(part);
			await new Promise((resolve) => setImmediate(resolve));
			await jest.advanceTimersByTimeAsync(29_000);
		}
		expect(await reading).toHaveLength(61);
		expect(jest.getTimerCount()).toBe(0);
		jest.useRealTimers();
	});

	it('is not affected if the clock is set forward', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
		const body = new Readable({ read() {} });
		const endsAt = performance.now() + 600_000;
		const reading = readWanted(body, { ...LONG, endsAt });
		body.push('[{"a":1}');
		await new Promise((resolve) => setImmediate(resolve));
		jest.setSystemTime(Date.now() + 3_600_000);
		body.push(']');
		body.push(null);
		expect(await reading).toEqual([{ a: 1 }]);
		jest.useRealTimers();
	});

	it('is abandoned at its deadline, and if the execution is canceled', async () => {
		const endless = () =>
			Readable.from(
				(function* () {
					for (;;) yield Buffer.from(' ');
				})(),
			);
		const late = readWanted(endless(), { ...LONG, endsAt: performance.now() + 5 });
		await expect(late).rejects.toMatchObject({ code: STALLED });

		const cancel = new AbortController();
		const canceled = readWanted(new Readable({ read() {} }), {
			...LONG,
			signal: cancel.signal,
		});
		cancel.abort();
		await expect(canceled).rejects.toMatchObject({ code: STALLED });
	});
});

describe('an endless body', () => {
	const MEGABYTE = 2 ** 20;

	/** `taken` is how much of it was read. */
	const endless = (begins: string) => {
		const taken = { megabytes: 0 };
		const piece = Buffer.alloc(MEGABYTE, ' ');
		const body = Readable.from(
			(function* () {
				yield Buffer.from(begins);
				for (;;) {
					taken.megabytes++;
					yield piece;
				}
			})(),
		);
		return { body, taken };
	};

	it('is abandoned if it is larger than n8n can take in', async () => {
		for (const begins of ['[{"a":1}', '["', '"', 'a,b', '[1']) {
			const { body, taken } = endless(begins);
			const reading = readList(body, LONG);
			await expect(reading).rejects.toMatchObject({ code: TOO_LARGE });
			expect(body.destroyed).toBe(true);
			expect(taken.megabytes).toBeLessThan(100);
		}
	});

	it('is abandoned if other bodies use the memory', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
		const largest = new ResponseMemory();
		await largest.during(async () => {
			await largest.take(LARGEST_RESPONSE_MEMORY, Infinity);
			const reading = readList(endless('"').body, LONG);
			const refused = expect(reading).rejects.toMatchObject({ code: CROWDED });
			for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
			await jest.advanceTimersByTimeAsync(30_000);
			await refused;
		});
		jest.useRealTimers();
	});

	it('frees the memory for the next one', async () => {
		const responseMemory = new ResponseMemory();
		for (const begins of ['"', '"', '{"file":"']) {
			const reading = readList(endless(begins).body, LONG, { responseMemory });
			await expect(reading).rejects.toMatchObject({ code: TOO_LARGE });
		}
		expect(await responseMemory.take(LARGEST_RESPONSE_MEMORY, Infinity)).toBe('taken');
		expect(await responseMemory.take(1, Infinity)).toBe('tooLarge');
	});

	it('frees the memory for the next try if it is broken', async () => {
		const responseMemory = new ResponseMemory();
		for (let time = 0; time < 2; time++) {
			const broken = Readable.from([Buffer.from(`["${'x'.repeat(25 * MEGABYTE)}"`)]);
			expect(await readList(broken, LONG, { responseMemory })).toBeUndefined();
		}
		expect(await responseMemory.take(LARGEST_RESPONSE_MEMORY, Infinity)).toBe('taken');
	});

	it('counts together with what the same execution has read before', async () => {
		const responseMemory = new ResponseMemory();
		const half = `["${'x'.repeat(25 * MEGABYTE)}"]`;
		const read = async () =>
			await readList(Readable.from([Buffer.from(half)]), LONG, { responseMemory });
		const readTimes = async (times: number) => {
			for (let time = 0; time < times; time++) expect(await read()).toHaveLength(1);
		};
		await expect(readTimes(100)).rejects.toMatchObject({ code: TOO_LARGE });
	});

	it('is only read as far as a message needs it', async () => {
		const { body, taken } = endless('{"Message":"');
		expect(await readBeginning(body, LONG)).toMatch(/^\{"Message":" +$/);
		expect(taken.megabytes).toBeLessThan(20);
		expect(body.destroyed).toBe(true);
	});
});
