import type { IDataObject } from 'n8n-workflow';

import { ActionNode, itemsOf, MINUTE } from './support/actionNode';

const HALF_A_YEAR = { startDate: '2026-01-01', endDate: '2026-07-01' };
const ROWS_A_DAY = 12;

/** An export of half a year, from the request to the records, at a venue that sends it by month. */
describe('the files of a live venue’s export', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile: 'live' });
		node.venue.webhooks.create({
			url: 'https://n8n.example/webhook/1',
			enabled: true,
			webhooks: { bulkExport: { events: ['Created'] } },
		});
	});
	afterEach(async () => await node.close());

	const rows: IDataObject[] = Array.from({ length: 181 * ROWS_A_DAY }, (_, index) => ({
		bookingItemId: String(index),
		bookingModifiedDate: new Date(
			Date.UTC(2026, 0, 1) + Math.floor(index / ROWS_A_DAY) * 86_400_000,
		)
			.toISOString()
			.slice(0, 10),
	}));

	/** Requests the export with the node, and returns the events in the order in which they came. */
	const exported = async (exportFiles: object): Promise<IDataObject[]> => {
		node.venue.vary({ exportFiles });
		node.venue.reports.add('/data/bookingitems', rows as never);
		const body = JSON.stringify({ exportType: 'BookingItems', ...HALF_A_YEAR });
		expect(await node.items('bulkReport', 'request', { body })).toEqual([{ success: true }]);
		const before = node.venue.messages.all().length;
		await node.whileTimeMoves(node.venue.clock.advance(5 * MINUTE));
		return node.venue.messages
			.all()
			.slice(before)
			.map(({ id, type, eventType, data }) => ({ id, type, eventType, data }) as IDataObject);
	};

	const filesOf = async (events: IDataObject[]) =>
		await node.execute(['bulkReport', 'getFiles'], { items: itemsOf(...events) });
	const numbersOf = (events: IDataObject[]) =>
		events.map(({ data }) => (data as IDataObject).sequenceNumber);

	it.each([
		['in any order', {}, [6, 5, 4, 1, 2, 3]],
		['doubled', { doubled: [2, 5] }, [6, 5, 5, 4, 1, 2, 2, 3]],
		['from the last to the first', { order: 'reversed' }, [6, 5, 4, 3, 2, 1]],
		['in several files each', { recordsPerFile: 100 }, [6, 5, 4, 1, 2, 3]],
	])('are complete if the parts come %s', async (_, form, numbers) => {
		const events = await exported(form);
		expect(numbersOf(events)).toEqual(numbers);
		const { status, items } = await filesOf(events);
		expect(status).toBe('success');
		const ids = items[0].map(({ json }) => Number(json.bookingItemId));
		const expected = [...new Set(ids)].sort((one, other) => one - other);
		expect(expected).toEqual(rows.map((__, index) => index));
		// Each record is paired with its event, so what came twice can be told apart.
		const paired = new Set(items[0].map(({ pairedItem }) => JSON.stringify(pairedItem)));
		expect(paired.size).toBe(numbers.length);
	});

	it('of a part that never came are missing, and the events show which', async () => {
		const events = await exported({ missing: [4] });
		const { items } = await filesOf(events);
		const months = items[0].map(({ json }) => String(json.bookingModifiedDate).slice(0, 7));
		expect([...new Set(months)].sort()).toEqual([
			...['2026-01', '2026-02', '2026-03'],
			...['2026-05', '2026-06'],
		]);
		const data = events.map((event) => event.data as IDataObject);
		const all = Array.from({ length: Number(data[0].sequenceTotal) }, (_, index) => index + 1);
		const came = numbersOf(events);
		expect(all.filter((number) => !came.includes(number))).toEqual([4]);
	});

	it('are fetched without the token, or any other header of ours', async () => {
		await filesOf(await exported({ recordsPerFile: 50 }));
		const { requests } = node.venue.fileHost;
		expect(requests.length).toBeGreaterThan(40);
		expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
		const names = new Set(requests.flatMap(({ headers }) => Object.keys(headers)));
		expect([...names].sort()).toEqual([
			...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
		]);
		const tokens = node.venue.requests.map(({ headers }) => headers.authorization ?? '-');
		const sent = JSON.stringify(requests);
		expect(tokens.filter((token) => token !== '-' && sent.includes(token.slice(7)))).toEqual([]);
		expect(node.venue.requests.filter(({ path }) => path.includes('bulk-exports'))).toEqual([]);
	});

	it('whose addresses have expired are named', async () => {
		const [event] = await exported({ forSeconds: 60 });
		await node.whileTimeMoves(node.venue.clock.advance(10 * MINUTE));
		const { error } = await filesOf([event]);
		expect(error?.message).toMatch(/^The address of the file “3001-.*\.json” has expired$/);
		expect(node.venue.fileHost.requests).toHaveLength(1);
	});
});
