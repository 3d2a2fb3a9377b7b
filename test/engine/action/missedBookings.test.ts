import type { INodeParameters } from 'n8n-workflow';

import { ActionNode, HOUR } from './support/actionNode';

const FEED = '/data/bookingitems';

/** The list of changes of a live venue, by day and page, as a user enters it. */
const CHANGES: INodeParameters = {
	...{ topic: 'Booking', path: FEED, dateParameter: 'startDate', endDateParameter: 'endDate' },
	...{ endIs: 'nextDay', pageSizeParameter: 'pageSize', pageSize: 500 },
};

const COUNTS = [250, 2_500, ...(process.env.LISTS_ALL ? [25_000] : [])];

describe('bookings that changed during an outage, at a venue whose search shows 100', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile: 'live' });
	});
	afterEach(async () => await node.close());

	it.each(COUNTS)('%d of them all arrive with the venue’s list of changes', async (count) => {
		const start = node.start - 48 * HOUR;
		node.venue.bookings.seed(count, { everySeconds: (47 * 3_600) / count });
		const recover = async (since: INodeParameters, options: INodeParameters) =>
			await node.execute([
				'failedMessage',
				'recover',
				{ ...since, output: 'raw', options: { ...options, wholeBookings: 'never' } },
			]);
		const searched = await recover({ since: new Date(start).toISOString() }, {});
		const told = searched.hints.map(({ message }) => message);
		expect(searched.items[0]).toHaveLength(100);
		expect(told).toContainEqual(expect.stringMatching(/^These may not be all bookings/));

		// From the first of the failed messages on.
		node.venue.messages.addFailed({ firstAttemptAt: start });
		node.venue.forgetRequests();
		const { status, items, hints } = await recover({}, { otherTopics: { topics: [CHANGES] } });
		expect(status).toBe('success');
		const rows = items[0].map(({ json }) => json);
		const all = node.venue.bookings.all().map(({ uniqueId }) => uniqueId);
		expect(new Set(rows.map(({ bookingUniqueId }) => bookingUniqueId))).toEqual(new Set(all));
		expect(new Set(rows.map(({ topic }) => topic))).toEqual(new Set(['Booking']));
		expect(
			hints.map(({ message }) => message).filter((message) => /may not/.test(message)),
		).toEqual([]);

		// For each of at most five days, a page for each 500 rows.
		expect(node.venue.count('GET /bookings')).toBe(0);
		expect(node.venue.count(`GET ${FEED}`)).toBeLessThanOrEqual(Math.ceil(rows.length / 500) + 5);
		expect(node.venue.requests.filter(({ status }) => status !== 200)).toEqual([]);
	});

	it.each([
		['2025-05-01', /^These are \d+ days, and one run reads at most 366 /],
		['2027-05-01', /^“Since” is in the future /],
	])('that changed since %s are refused before any are fetched', async (since, said) => {
		const options = { otherTopics: { topics: [{ ...CHANGES, topic: 'Ticket' }] } };
		const told = await node.errorOf('failedMessage', 'recover', { since, options });
		expect(`${told.message} ${told.description}`).toMatch(said);
		expect(told.description).not.toMatch(/From|To/);
		expect(node.venue.count('GET /bookings')).toBe(0);
	});

	it('are read from a path whose messages name the fields of Recover alone', async () => {
		const options = { otherTopics: { topics: [CHANGES] } };
		const since = new Date(node.start).toISOString();
		for (const [status, advice] of [
			[405, /^Compare the fields of Other Topics with/],
			[200, /make this call with API → Call, and choose Text or File/],
		] as const) {
			const answer = { kind: 'answer', status, body: '{"a":' } as const;
			node.venue.faults.on(`GET ${FEED}`, answer);
			const told = await node.errorOf('failedMessage', 'recover', { since, options });
			expect(told.description).toMatch(advice);
			node.venue.faults.clear();
		}
	});
});
