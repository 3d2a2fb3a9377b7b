import type { INodeParameters } from 'n8n-workflow';

import { ActionNode, byId } from './support/actionNode';

const ALL: INodeParameters = { returnAll: true };
const BY_ID = 'GET /bookings/{uniqueId}';

describe('Whole Bookings', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(12);
	});
	afterEach(async () => await node.close());

	/** A list of rows that lack what only the booking itself has. */
	const shorten = () =>
		node.venue.undocumented.on('GET /bookings', {}, () => ({
			body: JSON.stringify(
				node.venue.bookings.all().map(({ uniqueId, customer }) => ({ uniqueId, customer })),
			),
		}));
	const getMany = async (parameters: INodeParameters = ALL) =>
		await node.items('booking', 'getAll', parameters);
	const fetched = () => node.venue.count(BY_ID);

	it('are not fetched if one look-up shows that the list has all fields', async () => {
		expect(await getMany()).toEqual(node.venue.bookings.all());
		expect(fetched()).toBe(1);
	});

	it('are fetched by their IDs if the list leaves fields out', async () => {
		shorten();
		expect(await getMany()).toEqual(node.venue.bookings.all());
		expect(await node.items('failedMessage', 'recover', { since: '2026-01-01' })).toEqual(
			node.venue.bookings.all(),
		);
	});

	it('keep what only the list has', async () => {
		const rows = node.venue.bookings.all().map(({ uniqueId }) => ({ uniqueId, totalPaid: 12 }));
		node.venue.undocumented.on('GET /bookings', {}, () => ({ body: JSON.stringify(rows) }));
		const whole = node.venue.bookings.all().map((booking) => ({ ...booking, totalPaid: 12 }));
		expect(await getMany()).toEqual(whole);
	});

	it('are fetched only for what is handed over', async () => {
		shorten();
		expect(await getMany({ limit: 3 })).toEqual(node.venue.bookings.all().slice(0, 3));
		expect(fetched()).toBe(1 + 3);
		node.venue.forgetRequests();
		const found = await getMany({ ...ALL, filters: { containsText: 'BKG-000004' } });
		expect(found).toEqual([node.venue.bookings.find('BKG-000004')]);
		expect(fetched()).toBe(1 + 1);
	});

	it.each<[INodeParameters, string]>([
		[{ containsText: 'guest2@example.test' }, 'no bookings that match'],
		[{ containsText: 'guest2', inFields: 'email' }, 'No booking has these fields'],
		[{ visitFrom: '2026-01-01' }, 'No field of the bookings looks like'],
		[{ visitFrom: '2026-01-01', visitField: 'createdDate' }, 'No booking has a date'],
	])(
		'are not what a filter sees, which is told if it finds nothing: %j [troubleshooting: leaves out fields of its bookings]',
		async (filters, message) => {
			const told = async () => {
				const { hints, error } = await node.execute(['booking', 'getAll', { filters }]);
				return [...hints.map((hint) => hint.message), error?.message, error?.description].join(' ');
			};
			const rows = () => node.venue.bookings.all().map(({ uniqueId }) => ({ uniqueId }));
			node.venue.undocumented.on('GET /bookings', {}, () => ({ body: JSON.stringify(rows()) }));
			expect(await told()).toContain(message);
			expect(await told()).toMatch(/leaves out fields of its bookings.* n8n’s Filter node/);
			const nobody = { filters: { containsText: 'nobody' } };
			node.venue.undocumented.on('GET /bookings', {}, () => ({
				body: JSON.stringify(node.venue.bookings.all()),
			}));
			const { hints } = await node.execute(['booking', 'getAll', nobody]);
			expect(JSON.stringify(hints)).not.toContain('leaves out');
		},
	);

	it('are fetched always or never if the user wants that', async () => {
		await getMany({ ...ALL, options: { wholeBookings: 'always' } });
		expect(fetched()).toBe(12);
		shorten();
		const rows = await getMany({ ...ALL, options: { wholeBookings: 'never' } });
		expect(rows[0]).not.toHaveProperty('payments');
		expect(fetched()).toBe(12);
	});

	it('are not replaced by an answer that is about something else', async () => {
		shorten();
		node.venue.undocumented.on('GET /bookings/BKG-000005', { status: 200 }, () => ({
			body: '{"status":"fine","first":{}}',
		}));
		const items = await getMany();
		expect(items[4]).toEqual({ uniqueId: 'BKG-000005', customer: expect.anything() });
		expect(items[5]).toEqual(node.venue.bookings.find('BKG-000006'));
	});

	it('are not replaced by one whose ID only begins with the same', async () => {
		shorten();
		const [{ uniqueId, ...rest }] = node.venue.bookings.all();
		node.venue.undocumented.on(`GET /bookings/${String(uniqueId)}`, { status: 200 }, () => ({
			body: JSON.stringify({ ...rest, uniqueId: `${String(uniqueId)}-2` }),
		}));
		expect((await getMany())[0]).toEqual({ uniqueId, customer: expect.anything() });
	});

	it('are not asked for by an ID of any length, and the message says so [troubleshooting: cannot be looked up, so]', async () => {
		const rows = [{ uniqueId: 'x'.repeat(201) }];
		node.venue.undocumented.on('GET /bookings', {}, () => ({ body: JSON.stringify(rows) }));
		expect(await getMany()).toEqual(rows);
		const always = { ...ALL, options: { wholeBookings: 'always' } };
		const { items, hints } = await node.execute(['booking', 'getAll', always]);
		expect(items[0].map(({ json }) => json)).toEqual(rows);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/cannot be looked up, so 1 of these are as the venue’s list has them/),
		]);
		expect(fetched()).toBe(0);
	});

	it.each([
		['data', { success: true }],
		['booking', { success: true }],
		['data', { errors: [], meta: { requestId: '7' }, links: { self: '/bookings/BKG-000001' } }],
	])('are taken out of an object around them: %s beside %j', async (name, beside) => {
		const whole = { uniqueId: 'BKG-000001', customer: { name: 'Ada' } };
		const bookingId = byId('BKG-000001');
		for (const form of [{ [name]: whole }, { data: [whole] }, { bookings: [whole] }]) {
			const body = JSON.stringify({ ...form, ...beside });
			node.venue.undocumented.on('GET /bookings/BKG-000001', { body });
			expect(await node.items('booking', 'get', { bookingId })).toEqual([whole]);
		}
		const rows = JSON.stringify([{ uniqueId: 'BKG-000001' }]);
		node.venue.undocumented.on('GET /bookings', {}, () => ({ body: rows }));
		expect(await getMany()).toEqual([whole]);
	});

	it.each([
		{ ref: 'BKG-000001', customer: { last: 'BKG-000001' } },
		{ uniqueId: 'B', customer: { last: 'BKG-000001' } },
		{ booking: { uniqueId: 'BKG-000001' }, payments: [{ amount: 1 }] },
		{ booking: { uniqueId: 'BKG-000001' }, payments: [] },
		{ total: 12, items: [{ bookingId: 'BKG-000001' }] },
		{ number: 'BKG-000001', customer: { last: 'BKG-000001' } },
	])('are not taken for an object around a record: %j', async (whole) => {
		const body = JSON.stringify(whole);
		node.venue.undocumented.on('GET /bookings/BKG-000001', { body });
		expect(await node.items('booking', 'get', { bookingId: byId('BKG-000001') })).toEqual([whole]);
	});

	it.each([
		['404', { status: 404 }],
		['204', { status: 204 }],
		['null', { body: 'null' }],
		['nothing', { body: '' }],
	])(
		'leave out no booking that is gone in the meantime, and name it: %s [troubleshooting: no longer gives these bookings]',
		async (_, answer) => {
			shorten();
			node.venue.undocumented.on('GET /bookings/BKG-000005', answer);
			const { items, hints } = await node.execute(['booking', 'getAll', ALL]);
			expect(items[0].map(({ json }) => json.uniqueId)).toEqual(
				node.venue.bookings.all().map(({ uniqueId }) => uniqueId),
			);
			expect(items[0][4].json).not.toHaveProperty('payments');
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(/no longer gives these bookings .*: BKG-000005\.$/),
			]);
		},
	);

	it('are looked up elsewhere in the list if the first ones are gone', async () => {
		shorten();
		for (const id of [1, 2, 3, 4, 5]) {
			node.venue.undocumented.on(`GET /bookings/BKG-00000${id}`, { status: 404 });
		}
		expect((await getMany())[11]).toEqual(node.venue.bookings.find('BKG-000012'));
	});

	it.each([
		['not a record', { body: '[1, 2]' }],
		['forbidden', { status: 403, body: 'Not here' }],
	])(
		'take no list away if the look-up is %s, and say so [troubleshooting: one of them could not be looked up]',
		async (_, answer) => {
			node.venue.undocumented.on('GET /bookings/BKG-000001', answer);
			const { items, hints } = await node.execute(['booking', 'getAll', ALL]);
			expect(items[0]).toHaveLength(12);
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(/may leave fields out: one of them could not be looked up/),
			]);
		},
	);

	it('are looked up once for all items of an execution', async () => {
		const items = Array.from({ length: 6 }, () => ({ json: {} }));
		await node.execute(['booking', 'getAll', ALL], { items });
		expect(fetched()).toBe(1);
	});
});
