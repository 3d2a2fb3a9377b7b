import type { INodeParameters } from 'n8n-workflow';

import { ActionNode, HOUR } from './support/actionNode';

const FEED = '/data/bookingitems';

/** The list of changes of a live venue, by day and page, as a user enters it. */
const CHANGES: INodeParameters = {
	...{ topic: 'Ticket', path: FEED, dateParameter: 'startDate', endDateParameter: 'endDate' },
	...{ endIs: 'nextDay', pageSizeParameter: 'pageSize', pageSize: 500 },
};

const COUNTS = [250, 2_500, ...(process.env.LISTS_ALL ? [25_000] : [])];

describe('bookings that changed during an outage, at a venue whose search shows 100', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile: 'live' });
	});
	afterEach(async () => await node.close());

	it.each(COUNTS)('%d of them all arrive with Other Topics', async (count) => {
		const since = new Date(node.start - 48 * HOUR).toISOString();
		node.venue.bookings.seed(count, { everySeconds: (47 * 3_600) / count });
		const execution = await node.execute([
			'failedMessage',
			'recover',
			{
				since,
				output: 'raw',
				options: { otherTopics: { topics: [CHANGES] }, wholeBookings: 'never' },
			},
		]);
		expect(execution.status).toBe('success');
		const items = execution.items[0].map(({ json }) => json);
		const found = (topic: string, field: string) =>
			items.filter((item) => item.topic === topic).map((item) => String(item[field]));

		const all = node.venue.bookings.all().map(({ uniqueId }) => uniqueId);
		expect(found('Booking', 'uniqueId')).toHaveLength(100);
		expect(new Set(found('Ticket', 'bookingUniqueId'))).toEqual(new Set(all));
		const told = execution.hints.map(({ message }) => message);
		expect(told.filter((message) => /^These may not be all bookings/.test(message))).toHaveLength(
			1,
		);
		expect(told.filter((message) => /^Ticket/.test(message))).toEqual([]);

		// One for the search, and for each of at most four days a page for each 500 rows.
		expect(node.venue.count('GET /bookings')).toBe(1);
		const pages = node.venue.count(`GET ${FEED}`);
		expect(pages).toBeLessThanOrEqual(Math.ceil(found('Ticket', 'uniqueId').length / 500) + 4);
		expect(node.venue.requests.filter(({ status }) => status !== 200)).toEqual([]);
	});
});
