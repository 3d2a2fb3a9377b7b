import { entityOf, readBody } from '../../../nodes/VenuePlatformTrigger/delivery/message';

const envelope = {
	id: '6f9c2f34-5a0e-4a52-9a57-0d9a35d3b8f1',
	sendDate: '2026-03-01T10:00:00Z',
	type: 'Booking',
	eventDate: '2026-03-01T09:00:00.1234567+01:00',
	eventType: 'Updated',
	data: { uniqueId: 'B-1', number: 0, empty: '', list: [{ id: 'first' }], flag: true },
};

describe('the entity of an event', () => {
	it.each([
		['data.uniqueId', 'Booking B-1'],
		['data.number', 'Booking 0'],
		['data.list.0.id', 'Booking first'],
		['type', 'Booking Booking'],
	])('is found at %s', (path, name) => {
		const changedAt = Date.parse('2026-03-01T08:00:00.123Z');
		expect(entityOf(envelope, path)).toEqual({ name, changedAt });
	});

	it.each([
		'',
		'data',
		'data.missing',
		'data.empty',
		'data.flag',
		'data.uniqueId.length',
		'constructor.name',
		'data.__proto__',
	])('is not found at “%s”', (path) => {
		expect(entityOf(envelope, path)).toBeUndefined();
	});

	it('is not found in an event from before 1970', () => {
		const past = { ...envelope, eventDate: '1969-12-31T00:00:00Z' };
		expect(entityOf(past, 'data.uniqueId')).toBeUndefined();
	});
});

describe('the body of a delivery', () => {
	const two = Buffer.from('{"id":2}');

	it('is what n8n has parsed', async () => {
		expect(await readBody({ body: { id: 1 }, rawBody: two })).toEqual({ id: 1 });
	});

	it('is read from the bytes if the content type kept n8n from parsing it', async () => {
		expect(await readBody({ body: {}, rawBody: two })).toEqual({ id: 2 });
		expect(await readBody({ body: '{"id":2}', rawBody: two })).toEqual({ id: 2 });
		expect(await readBody({ rawBody: Buffer.from('no JSON') })).toBeUndefined();
		expect(await readBody({ body: {} })).toEqual({});
	});

	it('is read if n8n has left it unread', async () => {
		const request = {
			rawBody: undefined as Buffer | undefined,
			async readRawBody() {
				this.rawBody = two;
				await Promise.resolve();
			},
		};
		expect(await readBody(request)).toEqual({ id: 2 });
		const readRawBody = async () => await Promise.reject(new Error('request entity too large'));
		expect(await readBody({ readRawBody })).toBeUndefined();
	});
});
