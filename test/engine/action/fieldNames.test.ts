import type { INodeParameters } from 'n8n-workflow';

import { VenuePlatform } from '../../../nodes/VenuePlatform/VenuePlatform.node';
import { ActionNode, VenuePlatformTool } from './support/actionNode';

describe('the names of fields to choose from', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
	});
	afterEach(async () => await node.close());

	const list = async (method = 'getBookingFields') =>
		await node.whileTimeMoves(
			node.engine.loadOptions({
				node: VenuePlatform,
				method,
				credentials: { venuePlatformApi: node.credential },
			}),
		);
	const asked = () => node.venue.requestsTo('GET /bookings');
	const run = async (parameters: INodeParameters, options = {}) =>
		await node.execute(
			['booking', 'getAll', { options: { wholeBookings: 'never' }, ...parameters }],
			options,
		);

	it('are those of bookings of the last 30 days, with an example, by one request', async () => {
		node.venue.bookings.seed(120);
		const options = await list();
		expect(options).toContainEqual({
			name: 'customer.name',
			value: 'customer.name',
			description: expect.stringMatching(/^For example \S/),
		});
		expect(options.map(({ value }) => value)).toEqual(
			expect.arrayContaining(['uniqueId', 'status']),
		);
		expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
		expect(asked()).toHaveLength(1);
		const { modifiedFromDate } = asked()[0].query as { modifiedFromDate: string };
		const days = (node.start - Date.parse(modifiedFromDate)) / 86_400_000;
		expect(days).toBeGreaterThanOrEqual(30);
		expect(days).toBeLessThan(31);
	});

	it('include those that only the whole booking has, but not where a filter looks at the list', async () => {
		node.venue.bookings.seed(30);
		const rows = () => node.venue.bookings.all().map(({ uniqueId }) => ({ uniqueId }));
		node.venue.undocumented.on('GET /bookings', {}, () => ({ body: JSON.stringify(rows()) }));
		const names = (await list()).map(({ value }) => value);
		expect(names).toEqual(
			expect.arrayContaining(['uniqueId', 'customer.email', 'payments.amount']),
		);
		expect(node.venue.count('GET /bookings/{uniqueId}')).toBeLessThanOrEqual(1 + 5);
		expect((await list('getListedFields')).map(({ value }) => value)).toEqual(['uniqueId']);
	});

	it.each([403, 404, 500])(
		'are those of the list if the venue answers %i to a booking by its ID',
		async (status) => {
			node.venue.bookings.seed(3);
			node.venue.faults.on('GET /bookings/{uniqueId}', { kind: 'answer', status });
			expect((await list()).map(({ value }) => value)).toContain('uniqueId');
		},
	);

	it('are remembered for a moment, but not for another secret', async () => {
		node.venue.bookings.seed(3);
		const known = await list();
		expect(await list()).toEqual(known);
		expect(asked()).toHaveLength(1);
		await node.engine.updateCredential(node.credential, {
			clientSecret: 'another',
			accessToken: '',
		});
		const [only, ...others] = await list();
		expect(others).toEqual([]);
		expect(only.value).toBe('');
	});

	it.each([
		[403, 'Booking_Get'],
		[500, 'venue'],
	])(
		'are the reason if the venue answers %s, and the run goes on as before',
		async (status, words) => {
			node.venue.bookings.seed(3);
			const body = JSON.stringify({ Message: 'Invalid scope' });
			const fault = { kind: 'answer', status, body } as const;
			for (let times = 0; times < 6; times++) node.venue.faults.on('GET /bookings', fault);
			const [only, ...others] = await list();
			expect(others).toEqual([]);
			expect(only).toMatchObject({ value: '', name: expect.stringContaining(words) });
		},
	);

	it('say so if no booking has changed', async () => {
		expect((await list()).map(({ name, value }) => [name, value])).toEqual([
			['No booking has changed in the last 30 days: use an expression with the names', ''],
		]);
	});

	it.each([
		['an array', ['uniqueId', 'customer.name']],
		['text with commas', 'uniqueId, customer.name'],
	])('are read as %s', async (_, fields) => {
		node.venue.bookings.seed(2);
		const { items } = await run({ output: 'selected', fields });
		expect(items[0].map(({ json }) => Object.keys(json))).toEqual([
			['uniqueId', 'customer'],
			['uniqueId', 'customer'],
		]);
		const filters = { containsText: 'BKG-000002', inFields: fields };
		expect((await run({ filters })).items[0]).toHaveLength(1);
	});

	it('are a text for an agent', async () => {
		node.venue.bookings.seed(1);
		const parameters = {
			output: 'selected',
			fields: 'uniqueId',
			filters: { containsText: 'bkg', inFields: 'uniqueId' },
		};
		const { items } = await run(parameters, { node: VenuePlatformTool });
		const rows = items[0].map(({ json }) => json).filter(({ note }) => note === undefined);
		expect(rows).toEqual([{ uniqueId: 'BKG-000001' }]);
	});
});
