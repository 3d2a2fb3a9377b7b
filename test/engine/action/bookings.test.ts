import type { NodeParameterValueType } from 'n8n-workflow';

import type { Fault } from '../../venue';
import { ActionNode, byId, MINUTE } from './support/actionNode';

describe('bookings', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(3);
	});
	afterEach(async () => await node.close());

	const query = () => node.venue.requestsTo('GET /bookings').map((request) => request.query);

	describe('Modified From Date is sent in UTC, from', () => {
		it.each<[string, NodeParameterValueType, string]>([
			[
				'the date field, in the time zone of n8n',
				'2026-06-01T10:00:00',
				'2026-06-01T14:00:00.000Z',
			],
			['a date with a zone', '2026-06-01T10:00:00+02:00', '2026-06-01T08:00:00.000Z'],
			['a day', '2026-06-01', '2026-06-01T04:00:00.000Z'],
			['a timestamp of a database', '2026-06-01 10:00:00', '2026-06-01T14:00:00.000Z'],
			[
				'a Luxon expression',
				"={{ DateTime.fromISO('2026-06-01T10:00:00Z') }}",
				'2026-06-01T10:00:00.000Z',
			],
			['a JavaScript date', "={{ new Date('2026-06-01T10:00:00Z') }}", '2026-06-01T10:00:00.000Z'],
			['milliseconds', '={{ 1780308000000 }}', '2026-06-01T10:00:00.000Z'],
			['seconds', '={{ 1780308000 }}', '2026-06-01T10:00:00.000Z'],
			[
				'a date as in HTTP and mail headers',
				'Mon, 01 Jun 2026 10:00:00 GMT',
				'2026-06-01T10:00:00.000Z',
			],
		])('%s', async (_, modifiedFromDate, sent) => {
			await node.items('booking', 'getAll', { filters: { modifiedFromDate } });
			expect(query()).toEqual([{ modifiedFromDate: sent }]);
		});

		it.each(['yesterday', '={{ NaN }}', '={{ true }}', '={{ {} }}', '32.13.2026'])(
			'nothing for %p, which fails with the reason',
			async (modifiedFromDate) => {
				const filters = { modifiedFromDate };
				const { message } = await node.errorOf('booking', 'getAll', { filters });
				expect(message).toBe(
					'“Modified From Date” is not a date and time such as 2026-06-01T10:00:00Z',
				);
				expect(query()).toEqual([]);
			},
		);

		it('nothing if the field is empty', async () => {
			await node.items('booking', 'getAll', { filters: { modifiedFromDate: '' } });
			expect(query()).toEqual([{}]);
		});
	});

	it('additional query parameters are sent along [api 4.2; 4 GET /bookings]', async () => {
		const additionalQuery = '{"status": "Confirmed", "page": 2}';
		await node.items('booking', 'getAll', { filters: { additionalQuery } });
		await node.items('booking', 'getAll', { filters: { additionalQuery: '={{ {a: "ü&b"} }}' } });
		expect(query()).toEqual([{ status: 'Confirmed', page: '2' }, { a: 'ü&b' }]);
	});

	it.each(['{"status": ', '[1]', '"text"', '{status: 1}'])(
		'additional query parameters like %p are not sent',
		async (additionalQuery) => {
			const { message } = await node.errorOf('booking', 'getAll', {
				filters: { additionalQuery },
			});
			expect(message).toBe('“Additional Query Parameters” is not a JSON object');
		},
	);

	it.each(['""', '"  "', 'null'])(
		'the ID %s from an expression is reported as empty',
		async (id) => {
			const { message, description } = await node.errorOf('booking', 'get', {
				bookingId: byId(`={{ ${id} }}`),
			});
			expect(message).toBe('“Booking” is empty');
			expect(description).toBe('Choose one from the list, or enter its ID.');
			expect(node.venue.requests).toEqual([]);
		},
	);

	it.each([
		'../token',
		'..',
		'%2e%2e',
		'.',
		'a/../../token',
		'..%2Ftoken',
		'..;/token',
		'．．＼token',
	])('an ID like %p, which a proxy could take for a way up, is none', async (id) => {
		const { message } = await node.errorOf('booking', 'get', { bookingId: byId(id) });
		expect(message).toBe('“Booking” is not an ID');
		expect(node.venue.requests).toEqual([]);
	});

	it.each(['?x=1', 'a/token', '7%', '..7', 'a..b'])(
		'an ID like %p leads to no other endpoint',
		async (id) => {
			await node.errorOf('booking', 'get', { bookingId: byId(id) });
			expect(node.venue.count('GET /bookings/{uniqueId}')).toBe(1);
			expect(node.venue.count('* /token')).toBe(1);
		},
	);

	it('an ID may be a number or plain text', async () => {
		for (const bookingId of [42, 'BKG-000042']) {
			await node.errorOf('booking', 'get', { bookingId });
		}
		expect(node.venue.requestsTo('GET /bookings/{uniqueId}').map(({ path }) => path)).toEqual([
			'/bookings/42',
			'/bookings/BKG-000042',
		]);
	});

	it.each([
		['booking', { modifiedFromDate: '2030-01-01T00:00:00Z' }, /no bookings that match/],
		['booking', {}, /no bookings\.$/],
		['failedMessage', { onlyFinal: true }, /no failed messages that match/],
		['failedMessage', {}, /no failed messages\.$/],
		['webhook', {}, /no webhooks yet/],
	])('%s Get Many with %j returns no item and a hint', async (resource, filters, message) => {
		if (Object.keys(filters).length === 0)
			node.venue.undocumented.on('GET /bookings', { body: '[]' });
		const { items, hints, status } = await node.execute([resource, 'getAll', { filters }]);
		expect(status).toBe('success');
		expect(items[0]).toEqual([]);
		expect(hints).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
	});

	it.each(['={{ $json.nothing }}', '={{ null }}', '', '={{ " " }}'])(
		'a hint says that Modified From Date is empty if it is %j',
		async (modifiedFromDate) => {
			const { hints } = await node.execute([
				'booking',
				'getAll',
				{ filters: { modifiedFromDate } },
			]);
			expect(hints.map(({ message }) => message)).toContain(
				'Modified From Date is empty, so this filter is ignored.',
			);
		},
	);

	describe('a limited list', () => {
		const limited = ['booking', 'getAll', { limit: 2 }] as const;
		const answer = (status: number, headers = {}): Fault => ({ kind: 'answer', status, headers });

		it.each<[string, Fault | undefined]>([
			['a truncated body', { kind: 'truncatedBody' }],
			['truncated JSON', { kind: 'truncatedJson' }],
			['a reset', { kind: 'resetAfterRead' }],
			['too many requests', answer(429, { 'retry-after': '60' })],
			['maintenance', answer(503)],
			['a token that is no longer valid', undefined],
		])('arrives after %s', async (_, fault) => {
			await node.items(...limited);
			jest.setSystemTime(node.start + 2 * MINUTE);
			node.venue.forgetRequests();
			if (fault) node.venue.faults.on('GET /bookings', fault, { times: 1 });
			else node.venue.tokens.revokeAll();
			expect(await node.items(...limited)).toEqual(node.venue.bookings.all().slice(0, 2));
			expect(node.venue.requests.length).toBeGreaterThan(1);
		});

		it('holds the first of many bookings', async () => {
			node.venue.bookings.seed(5_000);
			const items = await node.items('booking', 'getAll', { limit: 1_234 });
			expect(items).toEqual(node.venue.bookings.all().slice(0, 1_234));
		});
	});

	it('an error that looks like a list is shown in full', async () => {
		const body = '{"Message":"Closed","items":[{"a":1}]}';
		node.venue.faults.on('GET /bookings', { kind: 'answer', status: 400, body });
		const { message } = await node.errorOf('booking', 'getAll');
		expect(message).toContain('Closed');
	});

	const one = { uniqueId: 'B-1', total: 60, items: [{ bookingItemId: 7 }, { bookingItemId: 8 }] };
	const byNumber = { id: 7, items: one.items };

	it.each([
		[one, one],
		[{ bookings: one }, one],
		[{ bookings: { booking: one } }, one],
		[{ success: true, data: one, errors: [] }, one],
		[{ bookings: byNumber }, byNumber],
	])('one booking without a list is that booking: %j', async (body, booking) => {
		node.venue.undocumented.on('GET /bookings', { body: JSON.stringify(body) });
		const { items, hints } = await node.execute(['booking', 'getAll', { limit: 1 }]);
		expect(items[0].map(({ json }) => json)).toEqual([booking]);
		expect(hints).toEqual([]);
	});

	it('an id around a list makes no booking of it', async () => {
		const body = JSON.stringify({ id: 'request-1', items: [{ uniqueId: 'B-1' }] });
		node.venue.undocumented.on('GET /bookings', { body });
		expect(await node.items('booking', 'getAll')).toEqual([{ uniqueId: 'B-1' }]);
	});

	it.each([
		['something that is not a list', '{"a": 1}', /answer is not a list/],
		['a page', '<html><body>Welcome</body></html>', /answer is not JSON/],
	])('%s is not taken for bookings', async (_, body, said) => {
		node.venue.faults.on('GET /bookings', { kind: 'answer', status: 200, body });
		const { message } = await node.errorOf('booking', 'getAll');
		expect(message).toMatch(said);
	});
});
