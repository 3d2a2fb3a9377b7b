import { Readable } from 'node:stream';

import { readListBody } from '../../../../nodes/venueApi/transport/body';

const LONG = 30_000;
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

	it('is not waited for longer than the request may take', async () => {
		const body = new Readable({ read() {} });
		body.push('[{"a":1}');
		await expect(readListBody(body, wanted, 5)).rejects.toMatchObject({ code: 'ECONNABORTED' });
		expect(body.destroyed).toBe(true);
	});
});
