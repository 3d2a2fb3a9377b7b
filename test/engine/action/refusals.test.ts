import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../venue';
import { ActionNode, byId, itemsOf } from './support/actionNode';

const asBody = (body: string) => ({ body });

/** The rows of section 7 of the API document. */
describe('section 7, errors of the venue', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(3);
	});
	afterEach(async () => await node.close());

	const answer = (status: number, body = '', headers: Record<string, string> = {}): Fault => ({
		kind: 'answer',
		status,
		body,
		headers: { 'content-type': 'text/plain', ...headers },
	});
	const getBookings = ['booking', 'getAll', {}] as const;

	it('400 with a Message [api 7 400]', async () => {
		const filters = { additionalQuery: '{"modifiedFromDate": "yesterday"}' };
		const { message } = await node.errorOf('booking', 'getAll', { filters });
		expect(message).toContain("The value 'yesterday' is not valid for modifiedFromDate.");
	});

	it.each(['modelState', 'messageWithModelState'] as const)(
		'400 with a model-state dictionary (%s) [api 7 400]',
		async (badRequest) => {
			node.venue.vary({ badRequest });
			const { message } = await node.errorOf('webhook', 'create', {
				url: 'https://receiver.example',
				events: ['Booking.Created'],
				options: { additionalConfiguration: '{"webhooks": {"booking": {"events": ["Moved"]}}}' },
			});
			expect(message).toMatch(/webhooks\.booking\.events\.0: The events of booking are Created/);
		},
	);

	it.each(['message', 'text', 'empty'] as const)(
		'403 with the body: %s [api 7 403]',
		async (forbidden) => {
			await node.items(...getBookings);
			node.venue.vary({ forbidden });
			node.venue.clients.block(node.venue.credentials.clientId, 'decommissioned venue');
			const { message, description } = await node.errorOf(...getBookings);
			expect(message).toMatch(/^The venue refused access/);
			expect(description).toMatch(/Ask the venue owner/);
			expect(description.includes('“Booking_Get” may be missing')).toBe(forbidden === 'empty');
			expect(node.venue.requests.filter(({ status }) => status === 403)).toHaveLength(1);
		},
	);

	it.each([
		{ status: 204 },
		...['null', '', '[]', '{}', '{"data":null}', '{"booking":null,"success":true}'].map(asBody),
		...['{"bookings":[]}', '{"data":{},"meta":{"at":1}}', '{"count":0,"results":[]}'].map(asBody),
	])('%j to a look-up is read as 404', async (answer) => {
		node.venue.undocumented.on('GET /bookings/BKG-999999', answer);
		const { message } = await node.errorOf('booking', 'get', { bookingId: byId('BKG-999999') });
		expect(message).toBe('There is no such booking for this venue');
	});

	it.each([
		'{"Message":"Closed"}',
		'{"data":null,"message":"Closed"}',
		'{"code":4,"detail":"Closed"}',
	])('only words to a look-up are no booking: %s', async (body) => {
		node.venue.undocumented.on('GET /bookings/BKG-999999', { body });
		const { message } = await node.errorOf('booking', 'get', { bookingId: byId('BKG-999999') });
		expect(message).toBe('The venue gave nothing and says that this did not work: Closed.');
	});

	describe('a good status with words that it did not work', () => {
		const said = 'Not part of your plan';
		const refuse = (path: Parameters<typeof node.venue.faults.on>[0], body: object) =>
			node.venue.faults.on(path, answer(200, JSON.stringify(body)));

		it.each([
			{ error: said },
			{ error: 'invalid_request', error_description: said },
			{ success: false, message: said, data: null },
			{ status: 'error', message: said, requestId: 'r-1' },
			{ errors: [{ message: said }] },
		])('is no record, no list and no success: %j', async (body) => {
			const webhook = { url: 'https://receiver.example', events: ['Booking.Created'] };
			const [created] = await node.items('webhook', 'create', {
				...webhook,
				options: { apiKey: 'the-key-of-the-receiver' },
			});
			const webhookId = byId(created.webhookId as string);
			const paths = [
				'GET /bookings',
				'GET /bookings/{uniqueId}',
				'POST /webhooks',
				'PUT /webhooks/{webhookId}',
			] as const;
			for (const path of paths) refuse(path, body);
			node.venue.undocumented.on('GET /guests/7', { body: JSON.stringify(body) });
			const calls: Array<[string, string, INodeParameters]> = [
				['booking', 'getAll', {}],
				['booking', 'get', { bookingId: byId('B-1') }],
				['webhook', 'create', webhook],
				['webhook', 'update', { webhookId, updateFields: { enabled: false } }],
				['api', 'call', { knownCall: 'getGuest', guestId: '7' }],
			];
			for (const call of calls) {
				const { message } = await node.errorOf(...call);
				expect(message).toBe(`The venue gave nothing and says that this did not work: ${said}.`);
			}
		});

		it.each([
			[{ status: 403, message: 'Invalid scope' }, 'do not have the scope “Webhook_Create”'],
			[{ statusCode: 409, message: 'Too many webhooks' }, 'Too many webhooks'],
			[{ code: 403, message: 'Invalid scope' }, 'do not have the scope “Webhook_Create”'],
			[{ title: 'Too long', status: '400', traceId: 'a1' }, 'the values of this request: Too long'],
		])('means the same with a status in its body: %j', async (body, told) => {
			refuse('POST /webhooks', body);
			const webhook = { url: 'https://receiver.example', events: ['Booking.Created'] };
			expect((await node.errorOf('webhook', 'create', webhook)).message).toContain(told);
			refuse('GET /bookings/{uniqueId}', { status: 404, message: 'Not found' });
			const { message } = await node.errorOf('booking', 'get', { bookingId: byId('B-1') });
			expect(message).toBe('There is no such booking for this venue');
		});

		it('leaves a booking as the list has it, if that cannot be looked up', async () => {
			refuse('GET /bookings/{uniqueId}', { success: false, message: 'Not found' });
			const options = { wholeBookings: 'always' };
			expect(await node.items('booking', 'getAll', { options })).toHaveLength(3);
		});

		it('is passed on as it is from a path that the user entered', async () => {
			const body = { error: said };
			node.venue.undocumented.on('GET /jobs/1', { body: JSON.stringify(body) });
			expect(await node.items('api', 'call', { path: '/jobs/1' })).toEqual([body]);
		});
	});

	it('404 for an address that the user entered names its field', async () => {
		node.venue.faults.on('GET /data/**', answer(404));
		const told = await node.errorOf('bulkReport', 'query', { path: '/data/visit' });
		expect(told.message).toBe('The venue has nothing at the address in Path');
		expect(told.description).toMatch(/^Compare Path with/);
	});

	it('409 shows every message [api 7 409; 7.2]', async () => {
		const errors = [
			{ name: 'Slot', message: 'The slot is taken' },
			{ name: 'Guests', message: 'Too many guests' },
		];
		const body = JSON.stringify({ errors });
		node.venue.faults.on('POST /webhooks', answer(409, body));
		const webhook = { url: 'https://receiver.example', events: ['Booking.Created'] };
		const { message } = await node.errorOf('webhook', 'create', webhook);
		expect(message).toContain('The slot is taken.');
		expect(message).toContain('Too many guests.');
		expect(node.venue.count('POST /webhooks')).toBe(1);
	});

	it('429 until there is no time left says what to do, not only that it did not work', async () => {
		const fault = answer(429, 'Too many requests', { 'retry-after': '1' });
		node.venue.faults.on('GET /bookings', fault);
		const { message, description } = await node.errorOf(...getBookings);
		expect(message).toMatch(/^The venue has received too many requests/);
		expect(message).not.toContain('Too many');
		expect(description).toMatch(/Try again/);
	});

	it.each<[string, Record<string, string>]>([
		['a day', { 'retry-after': '86400' }],
		['a minute', { 'retry-after': '60' }],
		['no time', {}],
	])('429 with a reason, and %s to wait: the words of the venue', async (_, headers) => {
		const reason = 'The monthly allowance of 100,000 requests is used up';
		const body = JSON.stringify({ message: reason });
		node.venue.faults.on('GET /bookings', answer(429, body, headers));
		const { message, description } = await node.errorOf(...getBookings);
		expect(message).toMatch(
			/^The venue has received too many requests.*: The monthly .* used up\.$/,
		);
		expect(description).toContain('do what the venue says');
	});

	it('422 is a refusal of the values, with the words of the venue', async () => {
		node.venue.faults.on('GET /bookings', answer(422, 'The date is in the past'));
		const { message } = await node.errorOf(...getBookings);
		expect(message).toMatch(/did not accept the values of this request: The date is in the past/);
	});

	it('500 to a call that changes something shows the words of the venue', async () => {
		node.venue.faults.on('POST /webhooks', answer(500, 'The list of receivers is locked'));
		const webhook = { url: 'https://receiver.example', events: ['Booking.Created'] };
		const { message } = await node.errorOf('webhook', 'create', webhook);
		expect(message).toMatch(/does not show whether this was done: The list of receivers is locked/);
	});

	it('503 of maintenance without an end shows the venue’s text [api 7 503]', async () => {
		node.venue.startMaintenance();
		const { message } = await node.errorOf('bulkReport', 'query', { path: '/data/visits' });
		expect(message).toContain('Reporting is under maintenance. Please try again later.');
	});

	it('a failed item continues as an item with the advice [api 7 404]', async () => {
		const { items, status } = await node.execute(
			['booking', 'get', { bookingId: byId('={{ $json.id }}') }],
			{
				items: itemsOf({ id: 'BKG-000001' }, { id: 'BKG-999999' }, { id: 'BKG-000003' }),
				onError: 'continueRegularOutput',
			},
		);
		expect(status).toBe('success');
		expect(items[0].map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(items[0].map(({ json }) => json.uniqueId ?? json.error)).toEqual([
			'BKG-000001',
			'There is no such booking for this venue',
			'BKG-000003',
		]);
		expect(items[0][1].json.details).toMatch(/Check the ID/);
	});

	it('a failed item leaves by the error output, together with its input', async () => {
		const { items } = await node.execute(
			['booking', 'get', { bookingId: byId('={{ $json.id }}') }],
			{
				items: itemsOf({ id: 'BKG-000001' }, { id: 'BKG-999999', note: 'ours' }),
				onError: 'continueErrorOutput',
			},
		);
		expect(items[0].map(({ json }) => json.uniqueId)).toEqual(['BKG-000001']);
		expect(items[1].map(({ json }) => json)).toEqual([
			expect.objectContaining({
				id: 'BKG-999999',
				note: 'ours',
				error: 'There is no such booking for this venue',
				message: { details: expect.stringMatching(/Check the ID/) },
			}),
		]);
	});

	it.each([
		['cannot be read', async () => await node.engine.deleteCredential(node.credential), 'exist'],
		[
			'has no Base URL',
			async () => await node.engine.updateCredential(node.credential, { baseUrl: '' }),
			'Base URL',
		],
	])(
		'a credential that %s fails each item, so no input continues as a success',
		async (_, change, reason) => {
			await change();
			const items = itemsOf({ id: 'BKG-000001' }, { id: 'BKG-000002' });
			const get = ['booking', 'get', { bookingId: byId('={{ $json.id }}') }] as const;
			const error = expect.stringContaining(reason);
			const going = await node.execute([...get], { items, onError: 'continueRegularOutput' });
			expect(going.items[0].map(({ json }) => json.error)).toEqual([error, error]);
			const split = await node.execute([...get], { items, onError: 'continueErrorOutput' });
			expect(split.items.map((output) => output.map(({ json }) => json))).toEqual([
				[],
				[
					expect.objectContaining({ id: 'BKG-000001', error }),
					expect.objectContaining({ id: 'BKG-000002', error }),
				],
			]);
		},
	);

	it('an execution that stops names the item [guideline: names the item]', async () => {
		const { error } = await node.execute(
			['booking', 'get', { bookingId: byId('={{ $json.id }}') }],
			{ items: itemsOf({ id: 'BKG-000001' }, { id: '' }) },
		);
		expect(error?.message).toBe('“Booking” is empty');
		expect(error?.context.itemIndex).toBe(1);
	});
});
