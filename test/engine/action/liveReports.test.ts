import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ActionNode, byId, MINUTE, VenuePlatformTool } from './support/actionNode';

const PATH = '/reporting/revenue-entries';
const JUNE = { from: '2026-06-01', to: '2026-06-30', endIs: 'nextDay' };

const dayOf = (day: number) => `2026-06-${String(day).padStart(2, '0')}`;

/** Days of a month with more or fewer rows, some without any. */
const rowsOf = (total: number): IDataObject[] =>
	Array.from({ length: total }, (_, index) => ({
		recordDate: dayOf(1 + Math.floor((index * 29) / total)),
		bookingPaymentId: String(index),
	}));

describe('reports of a live venue, by day and page', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile: 'live' });
	});
	afterEach(async () => await node.close());

	const query = async (options: INodeParameters, path = PATH, settings = {}) =>
		await node.execute(['bulkReport', 'query', { path, options }], settings);
	const sent = () => node.venue.requestsTo(`GET ${PATH}`);
	const jsonOf = ({ items }: Awaited<ReturnType<typeof query>>) => items[0].map(({ json }) => json);

	it.each([
		[730, 30],
		[3_000, 60],
		[20_000, 205],
	])(
		'%d rows of a month in one node: complete, in order, %d requests, none refused [reliability: other lists]',
		async (total, requests) => {
			const rows = rowsOf(total);
			node.venue.reports.add(PATH, rows as never);
			const execution = await query({ allPages: true, dateRange: JUNE });
			expect(execution.status).toBe('success');
			expect(jsonOf(execution)).toEqual(rows);
			expect(execution.hints).toEqual([]);
			expect(node.venue.requests.filter(({ status }) => status !== 200)).toEqual([]);
			expect(sent()).toHaveLength(requests);
			const perMinute = (sent().length * MINUTE) / (sent().at(-1)!.at - sent()[0].at);
			if (sent().length > 150) expect(perMinute).toBeLessThanOrEqual(150);
		},
	);

	it('a bare list without any sign is read with the name of its page parameter', async () => {
		const rows = Array.from({ length: 250 }, (_, index) => ({
			...{ giftCardId: String(index), modifiedDate: dayOf(1) },
		}));
		node.venue.reports.add('/data/giftcards', rows);
		const dateRange = { from: dayOf(1), endIs: 'nextDay' };
		const without = await query({ allPages: true, dateRange }, '/data/giftcards');
		expect(without.hints).toHaveLength(1);
		expect(without.hints[0].message).toMatch(/^These may not be all records/);
		const paged = { allPages: true, dateRange, pageParameter: 'pageNumber' };
		const whole = await query(paged, '/data/giftcards');
		expect(jsonOf(whole)).toEqual(rows);
		expect(whole.hints).toEqual([]);
	});

	it('a stop in the middle names the day, and what to do [api-access: returns nothing] [troubleshooting: It stopped at]', async () => {
		node.venue.reports.add(PATH, rowsOf(300) as never);
		const refused = { kind: 'answer', status: 500, body: 'no' } as const;
		node.venue.faults.on(`GET ${PATH}`, refused, { after: 16 });
		const { error } = await query({ allPages: true, dateRange: JUNE });
		const [last] = sent().slice(-1);
		expect(error?.description).toContain(
			`It stopped at ${last.query.startDate}, after 16 of 30 calls, and returned nothing`,
		);
		expect(last.query.startDate).toBe(dayOf(17));
	});

	it('one day alone needs no such word', async () => {
		node.venue.faults.on(`GET ${PATH}`, { kind: 'answer', status: 404 });
		const { error } = await query({ dateRange: { from: dayOf(1), endIs: 'nextDay' } });
		expect(error?.description).not.toMatch(/It stopped/);
	});

	it('the wrong choice in End Is does not look like days without records [troubleshooting: no records for these days]', async () => {
		node.venue.reports.add(PATH, rowsOf(300) as never);
		const { from, to } = JUNE;
		const execution = await query({ allPages: true, dateRange: { from, to } });
		expect(jsonOf(execution)).toEqual([]);
		expect(execution.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^The venue gave no records for these days.*Next Day in End Is.*choose Same Day again, or days come twice/,
			),
		]);
		const { items } = await query({ dateRange: { from, to } }, PATH, { node: VenuePlatformTool });
		expect(JSON.stringify(items[0])).toMatch(/Next Day in End Is/);
		const right = await query({ dateRange: { ...JUNE, from: '2027-01-01', to: '2027-01-02' } });
		expect(right.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/has nothing in it, so no item comes from it/),
		]);
	});

	it.each(['={{ $json.nothing }}', '={{ null }}'])(
		'To whose expression gives nothing is told: %s',
		async (to) => {
			node.venue.reports.add(PATH, rowsOf(300) as never);
			const { hints } = await query({ allPages: true, dateRange: { ...JUNE, to } });
			expect(hints.map(({ message }) => message)).toEqual([
				'To is empty, so only the day of From is read.',
			]);
			expect(sent()).toHaveLength(1);
		},
	);

	it('more than a day at once is refused in the venue’s own words', async () => {
		const { error } = await query({ dateRange: { ...JUNE, daysPerCall: 2 } });
		expect(`${error?.message} ${error?.description}`).toMatch(/must not exceed 1 day/);
	});

	it('Recover brings changes of canceled and deleted bookings from the change feed', async () => {
		const since = new Date(node.start).toISOString();
		node.venue.bookings.seed(250, { secondsAgo: 7 * 86_400 });
		for (const { uniqueId } of node.venue.bookings.all().slice(0, 120)) {
			await node.venue.bookings.cancel(uniqueId);
		}
		const [{ uniqueId }] = node.venue.bookings.all().slice(-1);
		await node.venue.bookings.delete(uniqueId);
		const topics = {
			topic: 'Ticket',
			path: '/data/bookingitems',
			dateParameter: 'startDate',
			endDateParameter: 'endDate',
			endIs: 'nextDay',
		};
		const options = { otherTopics: { topics: [topics] } };
		const items = await node.items('failedMessage', 'recover', { since, options });
		const changed = items.filter(({ topic }) => topic === 'Ticket');
		expect(changed).toHaveLength(121);
		expect(changed.at(-1)).toMatchObject({ bookingUniqueId: uniqueId, bookingStatus: 'Deleted' });
	});

	it('a booking by its reference is the whole one', async () => {
		await node.venue.bookings.create();
		const [booking] = await node.items('booking', 'get', { bookingId: byId('1000001') });
		expect(booking).toMatchObject({ uniqueId: 'BKG-000001', payments: [{}] });
	});
});
