import * as fc from 'fast-check';

import {
	readMessage,
	type ReceivedRequest,
} from '../../../nodes/VenuePlatformTrigger/delivery/message';

const sample = {
	id: '6f9c2f34-5a0e-4a52-9a57-0d9a35d3b8f1',
	sendDate: '2026-03-01T10:00:00Z',
	type: 'Booking',
	eventDate: '2026-03-01T09:59:58.1234567Z',
	eventType: 'Updated',
	data: {},
};

const asJson = (body: unknown): ReceivedRequest => ({
	body,
	contentType: 'application/json',
	rawBody: Buffer.from(JSON.stringify(body)),
});

const read = async (body: unknown, events = ['*']) => await readMessage(asJson(body), events);

const nested = (levels: number) => {
	let value: unknown = 'end';
	for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { inner: value };
	return { inner: value };
};

describe('a message of the venue', () => {
	it('is passed on as it was sent, whatever it has, if it is a JSON object [api 2.3; 6.1; 6.2.1]', async () => {
		const anything = fc.dictionary(fc.string(), fc.jsonValue()).filter((body) => {
			const isNumber = ['type', 'eventType'].some((name) => /^\s*\d+\s*$/.test(String(body[name])));
			return (
				!isNumber &&
				!Object.keys(body).some((name) => name !== 'id' && /^[_-]*id[_-]*$/i.test(name))
			);
		});
		await fc.assert(
			fc.asyncProperty(anything, async (body) => {
				const sent = JSON.parse(JSON.stringify(body)) as unknown;
				expect(await read(sent)).toEqual(sent);
			}),
		);
	});

	it('may have any form in each of its fields [api 2.4]', async () => {
		const names = fc.constantFrom(...Object.keys(sample));
		const values = fc.constantFrom(
			undefined,
			null,
			'',
			'  ',
			[],
			{},
			[[]],
			true,
			'x'.repeat(9_999),
		);
		await fc.assert(
			fc.asyncProperty(names, values, async (name, value) => {
				expect(await read({ ...sample, [name]: value })).toEqual({ ...sample, [name]: value });
			}),
		);
	});

	it.each([
		[1, 'Booking', 1, 'Created'],
		[3, 'Redemption', 2, 'Updated'],
		['4', 'Customer', '3', 'Cancelled'],
		[5, 'BulkExport', 4, 'Deleted'],
		[7, 'SignedWaiver', ' 1 ', 'Created'],
		[8, 'PaymentLink', 5, 5],
		[9, 9, 0, 0],
		[2, 2, 1, 'Created'],
		['6', '6', 1, 'Created'],
	])('has the names %s → %s, %s → %s', async (type, topic, eventType, kind) => {
		const read = await readMessage(asJson({ ...sample, type, eventType }), ['*']);
		expect(read).toEqual({ ...sample, type: topic, eventType: kind });
	});

	it.each([
		[['Ticket.Created'], 'Ticket'],
		[['Booking.Created', 'Product.Updated'], 'Product'],
		[['Ticket.Created', 'Product.Updated'], undefined],
		[['Booking.Created'], undefined],
	])('with the number 2 or 6, to a trigger for %j, is a %s', async (events, topic) => {
		for (const type of [2, 6]) {
			expect(await read({ ...sample, type }, events)).toEqual({ ...sample, type: topic ?? type });
		}
	});

	it('is not found in anything else', async () => {
		const others = fc.oneof(fc.string(), fc.double(), fc.array(fc.jsonValue()), fc.constant(null));
		await fc.assert(
			fc.asyncProperty(others, async (body) => {
				expect(await read(body)).toBeUndefined();
			}),
		);
	});

	it('has what n8n cannot copy in the raw body only', async () => {
		expect(await read({ ...sample, data: nested(90) })).toEqual({ ...sample, data: nested(90) });
		const others: Partial<typeof sample> = { ...sample };
		delete others.data;
		const rawBody = `${JSON.stringify(sample).slice(0, -3)}{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
		const request = { ...asJson({}), rawBody: Buffer.from(rawBody) };
		expect(await readMessage(request, ['*'])).toEqual({ ...others, rawBody });
		const { rawBody: text } = (await read({ ...sample, data: nested(110) })) as { rawBody: string };
		expect(JSON.parse(text)).toEqual({ ...sample, data: nested(110) });
	});

	it('cannot change what other objects inherit', async () => {
		const body: unknown = JSON.parse(
			`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(sample).slice(1)}`,
		);
		expect(await read(body)).toEqual(body);
		expect({}).not.toHaveProperty('polluted');
	});
});

describe('the body of a delivery', () => {
	const two = Buffer.from('{"id":2}');
	const of = async (request: ReceivedRequest) => await readMessage(request, ['*']);

	it('is what n8n has parsed as JSON', async () => {
		const request = { body: { id: 1 }, contentType: 'application/json', rawBody: two };
		expect(await of(request)).toEqual({ id: 1 });
	});

	it('is read from the bytes if the content type says something else or nothing', async () => {
		expect(await of({ body: { '{"id":2}': '' }, contentType: 'a form', rawBody: two })).toEqual({
			id: 2,
		});
		expect(await of({ body: {}, rawBody: two })).toEqual({ id: 2 });
		expect(await of({ body: '{"id":2}', rawBody: two })).toEqual({ id: 2 });
		expect(await of({ rawBody: Buffer.from('\uFEFF{"id":2}') })).toEqual({ id: 2 });
	});

	it('is no message if the bytes are none', async () => {
		for (const text of ['no JSON', '', 'id=2', '<id>2</id>', '[{"id":2}]']) {
			const body = { id: 1 };
			expect(await of({ body, contentType: 'text', rawBody: Buffer.from(text) })).toBeUndefined();
		}
		expect(await of(asJson({}))).toEqual({});
		expect(await of({ body: {}, contentType: 'application/json' })).toBeUndefined();
	});

	it('is read if n8n has left it unread', async () => {
		const request = {
			rawBody: undefined as Buffer | undefined,
			async readRawBody() {
				this.rawBody = two;
				await Promise.resolve();
			},
		};
		expect(await of(request)).toEqual({ id: 2 });
		const readRawBody = async () => await Promise.reject(new Error('request entity too large'));
		expect(await of({ readRawBody })).toBeUndefined();
		const never = async () => await new Promise<void>(() => {});
		expect(await of({ contentType: 'multipart/form-data', readRawBody: never })).toBeUndefined();
	});
});
