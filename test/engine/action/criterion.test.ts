import { VenuePlatform } from '../../../nodes/VenuePlatform/VenuePlatform.node';
import { ActionNode } from './support/actionNode';

describe('a venue that searches bookings only by a criterion', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(3, { everySeconds: 90 * 24 * 60 * 60 });
	});
	afterEach(async () => await node.close());

	const search = (criterion: string) =>
		node.venue.undocumented.on('GET /bookings', {}, ({ query }) =>
			query.has(criterion)
				? { body: JSON.stringify({ bookings: node.venue.bookings.all() }) }
				: { status: 400, body: JSON.stringify({ Message: `Search by ${criterion}.` }) },
		);

	it('is asked for all that changed, without a filter', async () => {
		search('modifiedFromDate');
		expect(await node.items('booking', 'getAll')).toEqual(node.venue.bookings.all());
		const listed = await node.whileTimeMoves(
			node.engine.listSearch({
				node: VenuePlatform,
				method: 'searchBookings',
				filter: 'bkg-000001',
				credentials: { venuePlatformApi: node.credential },
			}),
		);
		expect(listed.results.map(({ value }) => value)).toEqual(['BKG-000001']);
	});

	it('sends the user of a list, which has no field for it, to By ID', async () => {
		search('keywords');
		const listing = node.engine.listSearch({
			node: VenuePlatform,
			method: 'searchBookings',
			credentials: { venuePlatformApi: node.credential },
		});
		await expect(node.whileTimeMoves(listing)).rejects.toMatchObject({
			description: expect.stringMatching(/to search by, choose By ID\.$/) as string,
		});
	});

	it('has a sample event all the same, which is made up', async () => {
		search('keywords');
		const [{ sample }] = await node.items('webhook', 'getSampleEvent', {
			event: 'Booking.Created',
		});
		expect(sample).toMatch(/^A made-up sample/);
	});

	it('is not said to want what Recover has no field for', async () => {
		search('keywords');
		const since = '2026-01-01';
		const { message, description } = await node.errorOf('failedMessage', 'recover', { since });
		expect(message).toContain('Search by keywords.');
		expect(description).not.toContain('Additional Query Parameters');
		expect(description).toContain(
			'enter a list of changes in Options → Other Topics, with Booking as Topic.',
		);
	});

	it('is quoted if it wants another one, with the field to enter that in', async () => {
		search('keywords');
		const { message, description } = await node.errorOf('booking', 'getAll', {});
		expect(message).toContain('Search by keywords.');
		expect(description).toContain('Additional Query Parameters');
		const filters = { additionalQuery: '{"keywords": "Ada"}' };
		expect(await node.items('booking', 'getAll', { filters })).toHaveLength(3);
	});
});
