import { Readable } from 'node:stream';

import { STALLED, TOO_LARGE } from '../../../../nodes/venueApi/shapes/fault';
import {
	readBeginning,
	readListBody,
	readTextBody,
} from '../../../../nodes/venueApi/transport/body';

const LONG = { silenceMs: 30_000, endsAt: Infinity };
const wanted = { atMost: 2, name: 'bookings' };

describe('the body of a list', () => {
	it('is left alone as soon as it holds what is wanted', async () => {
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
		expect(await readListBody(body, wanted, LONG)).toEqual([{ a: 1 }, { b: 'ü' }]);
		expect(sent).toBeLessThan(5);
		expect(body.destroyed).toBe(true);
	});

	it('keeps characters whole that come in two parts', async () => {
		const [first, second] = [Buffer.from('[{"a":"ü'), Buffer.from('"}]')];
		const body = Readable.from([first.subarray(0, -1), first.subarray(-1), second]);
		expect(await readListBody(body, wanted, LONG)).toEqual([{ a: 'ü' }]);
	});

	it('is whole where it is no stream', async () => {
		expect(await readListBody([{ a: 1 }], wanted, LONG)).toEqual([{ a: 1 }]);
		expect(await readListBody('text', wanted, LONG)).toBe('text');
		expect(await readListBody(undefined, wanted, LONG)).toBeUndefined();
	});

	it('that breaks off says so', async () => {
		const body = new Readable({ read() {} });
		body.push('[{"a":');
		body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		await expect(readListBody(body, wanted, LONG)).rejects.toThrow('aborted');
	});

	it('is given up when nothing comes any more', async () => {
		const body = new Readable({ read() {} });
		body.push('[{"a":1}');
		const reading = readListBody(body, wanted, { ...LONG, silenceMs: 5 });
		await expect(reading).rejects.toMatchObject({ code: STALLED });
		expect(body.destroyed).toBe(true);
	});

	it('may take any time as long as it comes', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
		const body = new Readable({ read() {} });
		const reading = readListBody(body, { ...wanted, atMost: Infinity }, LONG);
		for (const part of ['[', ...Array<string>(60).fill('{"a":1},'), '{"a":1}]', null]) {
			body.push(part);
			await new Promise((resolve) => setImmediate(resolve));
			await jest.advanceTimersByTimeAsync(29_000);
		}
		expect(await reading).toHaveLength(61);
		expect(jest.getTimerCount()).toBe(0);
		jest.useRealTimers();
	});

	it('does not mind a clock that is set forward', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
		const body = new Readable({ read() {} });
		const endsAt = performance.now() + 600_000;
		const reading = readListBody(body, wanted, { ...LONG, endsAt });
		body.push('[{"a":1}');
		await new Promise((resolve) => setImmediate(resolve));
		jest.setSystemTime(Date.now() + 3_600_000);
		body.push(']');
		body.push(null);
		expect(await reading).toEqual([{ a: 1 }]);
		jest.useRealTimers();
	});

	it('is given up at its end, and when the execution is canceled', async () => {
		const endless = () =>
			Readable.from(
				(function* () {
					for (;;) yield Buffer.from(' ');
				})(),
			);
		const late = readListBody(endless(), wanted, { ...LONG, endsAt: performance.now() + 5 });
		await expect(late).rejects.toMatchObject({ code: STALLED });

		const cancel = new AbortController();
		const canceled = readListBody(new Readable({ read() {} }), wanted, {
			...LONG,
			signal: cancel.signal,
		});
		cancel.abort();
		await expect(canceled).rejects.toMatchObject({ code: STALLED });
	});
});

describe('a body without end', () => {
	const MEGABYTE = 2 ** 20;

	/** Says how much of it was taken. */
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

	it('is given up where it is larger than n8n can take in', async () => {
		const list = endless('[{"a":1}');
		const all = { ...wanted, atMost: Infinity };
		await expect(readListBody(list.body, all, LONG)).rejects.toMatchObject({ code: TOO_LARGE });
		expect(list.body.destroyed).toBe(true);
		const text = endless('"');
		await expect(readTextBody(text.body, LONG)).rejects.toMatchObject({ code: TOO_LARGE });
		expect(text.body.destroyed).toBe(true);
	});

	it('is given up earlier where less is expected', async () => {
		const { body, taken } = endless('"');
		const reading = readTextBody(body, LONG, 3 * MEGABYTE);
		await expect(reading).rejects.toMatchObject({ code: TOO_LARGE });
		expect(taken.megabytes).toBeLessThan(30);
	});

	it('is read as far as somebody reads it', async () => {
		const { body, taken } = endless('{"Message":"');
		expect(await readBeginning(body, LONG)).toMatch(/^\{"Message":" +$/);
		expect(taken.megabytes).toBeLessThan(20);
		expect(body.destroyed).toBe(true);
	});
});
