import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DOCUMENTED_PROFILES, type VenueOptions } from '../../venue';
import { ActionNode, MINUTE } from './support/actionNode';

type Profile = NonNullable<VenueOptions['profile']>;
const profiles = [...Object.keys(DOCUMENTED_PROFILES), 'paged'] as Profile[];
const COUNT = 400;

describe.each(profiles)('Booking → Get Many with filters (“%s”)', (profile) => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile });
		node.venue.bookings.seed(COUNT);
	});
	afterEach(async () => await node.close());

	const ids = async (parameters: INodeParameters) => {
		const items = await node.items('booking', 'getAll', parameters);
		return items.map(({ uniqueId, id }) => uniqueId ?? id);
	};
	const find = async (containsText: string, rest: INodeParameters = {}) =>
		await ids({ returnAll: true, filters: { containsText }, ...rest });

	it.each(['guest217@example.test', '#217', ' GUEST217 ', 'bkg-000217', 'PAY-217'])(
		'Contains Text finds %j in any field',
		async (text) => {
			expect(await find(text)).toEqual(['BKG-000217']);
			expect(node.venue.requestsTo('GET /bookings')[0].query).toEqual({});
		},
	);

	it('Contains Text finds a date and a guest together, and searches chosen fields only [troubleshooting: No booking has these fields]', async () => {
		const [{ createdDate }] = node.venue.bookings.all();
		const day = String(createdDate).slice(0, 16);
		expect(await find(`${day} guest1@example.test`)).toEqual(['BKG-000001']);
		const filters = { containsText: 'guest1@example.test' };
		const inFields = async (names: string) =>
			await ids({ filters: { ...filters, inFields: names } });
		expect(await inFields('customer.email')).toEqual(['BKG-000001']);
		expect(await inFields('customer, product')).toEqual(['BKG-000001']);
		expect(await inFields('product')).toEqual([]);
		expect(await inFields(' , ')).toEqual(['BKG-000001']);
		const wrong = { filters: { ...filters, inFields: 'customer.mail, product' } };
		const { message } = await node.errorOf('booking', 'getAll', wrong);
		expect(message).toBe(
			'No booking has these fields of “Contains Text: In Field Names or IDs”: customer.mail',
		);
	});

	it('Limit returns the first matches without a hint', async () => {
		const parameters = { limit: 3, filters: { containsText: 'lovelace' } };
		const { items, hints } = await node.execute(['booking', 'getAll', parameters]);
		expect(items[0].map(({ json }) => (json.customer as { name: string }).name)).toEqual(
			Array(3).fill('Ada Lovelace'),
		);
		expect(hints).toEqual([]);
	});

	it('Contains Text works together with Modified From Date, and a text without a match returns nothing', async () => {
		const modifiedFromDate = new Date(node.start - 20 * MINUTE).toISOString();
		const filters = { modifiedFromDate, containsText: '@example.test' };
		expect(await ids({ returnAll: true, filters })).toHaveLength(21);
		const none = { filters: { containsText: 'nobody' } };
		const { items, hints } = await node.execute(['booking', 'getAll', none]);
		expect(items[0]).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			'The venue has no bookings that match these filters.',
		]);
	});

	it('Newest Change First sorts by the last change, and Limit returns the first of them [guideline: Sorting options]', async () => {
		await node.venue.clock.advance(MINUTE);
		await node.venue.bookings.change('BKG-000007', { status: 'Moved' });
		const options = { sort: 'newestFirst' };
		expect(await ids({ limit: 3, options })).toEqual(['BKG-000007', 'BKG/000400 ü?', 'BKG-000399']);
		const all = await ids({ returnAll: true, options });
		expect(all).toHaveLength(COUNT);
		expect(all.slice(-2)).toEqual(['BKG-000002', 'BKG-000001']);
		expect(await find('lovelace', { returnAll: false, limit: 1, options })).toEqual([
			'BKG/000400 ü?',
		]);
	});
});

describe('Booking → Get Many at a venue that lists the 100 newest bookings', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile: 'live' });
		node.venue.bookings.seed(COUNT);
	});
	afterEach(async () => await node.close());

	const getMany = async (parameters: INodeParameters) => {
		const { items, hints } = await node.execute(['booking', 'getAll', parameters]);
		const ids = items[0].map(({ json }) => json.uniqueId);
		return { ids, hints: hints.map(({ message }) => message).join(' ') };
	};

	it('Contains Text finds those among them, and says that there may be more', async () => {
		const filters = { containsText: 'BKG-000398' };
		expect(await getMany({ returnAll: true, filters })).toEqual({
			ids: ['BKG-000398'],
			hints: expect.stringContaining('These may not be all'),
		});
		const old = await getMany({ returnAll: true, filters: { containsText: 'BKG-000215' } });
		expect(old.ids).toEqual([]);
		expect(old.hints).toContain('These may not be all');
	});

	it('the venue’s own words for the search find older ones', async () => {
		const filters = { additionalQuery: '{"keywords": "1000215"}' };
		expect(await getMany({ returnAll: true, filters })).toEqual({
			ids: ['BKG-000215'],
			hints: '',
		});
	});

	it('Newest Change First says that no booking shows when it changed', async () => {
		const { hints } = await getMany({ limit: 3, options: { sort: 'newestFirst' } });
		expect(hints).toContain('No name of a field tells when a booking changed');
	});
});

describe('Booking → Get Many', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
	});
	afterEach(async () => await node.close());

	it('keeps the newest of more bookings than it holds at once', async () => {
		node.venue.bookings.seed(5_000);
		const ids = node.venue.bookings.all().map(({ uniqueId }) => uniqueId);
		const parameters = { limit: 60, options: { sort: 'newestFirst' } };
		const items = await node.items('booking', 'getAll', parameters);
		expect(items.map(({ uniqueId }) => uniqueId)).toEqual(ids.reverse().slice(0, 60));
	});

	it('says if no booking shows when it changed', async () => {
		const body = JSON.stringify([{ id: 1 }, { id: 2 }]);
		node.venue.faults.on('GET /bookings', { kind: 'answer', status: 200, body });
		const parameters = { options: { sort: 'newestFirst' } };
		const { items, hints } = await node.execute(['booking', 'getAll', parameters]);
		expect(items[0].map(({ json }) => json)).toEqual([{ id: 1 }, { id: 2 }]);
		expect(hints[0].message).toContain('No name of a field tells when a booking changed');
	});

	it('Newest Change First begins with a new booking, which has not changed yet', async () => {
		const changed = [1, 2, 3].map((day) => ({
			uniqueId: `changed on day ${day}`,
			createdDate: '2026-10-01T10:00:00Z',
			modifiedDate: `2026-11-0${day}T10:00:00Z`,
		}));
		const fresh = { uniqueId: 'new', createdDate: '2026-11-20T10:00:00Z', modifiedDate: null };
		const parameters = { limit: 2, options: { sort: 'newestFirst', wholeBookings: 'never' } };
		const sorted = async (list: IDataObject[]) => {
			const body = JSON.stringify(list);
			node.venue.faults.clear();
			node.venue.faults.on('GET /bookings', { kind: 'answer', status: 200, body });
			const { items, hints } = await node.execute(['booking', 'getAll', parameters]);
			const ids = items[0].map(({ json }) => json.uniqueId);
			return { ids, hints: hints.map(({ message }) => message) };
		};
		expect(await sorted([...changed, fresh])).toEqual({
			ids: ['new', 'changed on day 3'],
			hints: [],
		});
		expect(await sorted([{ ...fresh, uniqueId: 'old', createdDate: '2026-11-19' }, fresh])).toEqual(
			{
				ids: ['new', 'old'],
				hints: ['No name of a field tells when a booking changed, so those made last come first.'],
			},
		);
	});

	it.each(['', '  '])('says that an empty filter has no effect: %j', async (containsText) => {
		node.venue.bookings.seed(2);
		const filters = { containsText, modifiedFromDate: '' };
		const { items, hints } = await node.execute(['booking', 'getAll', { filters }]);
		expect(items[0]).toHaveLength(2);
		expect(hints.map(({ message }) => message)).toEqual([
			'Contains Text and Modified From Date are empty, so these filters are ignored.',
		]);
	});

	it.each([
		[
			'“Contains Text” holds “[object Object]” instead of a value',
			{ filters: { containsText: '={{ ({}) }} a' } },
		],
		['“Contains Text” is not a text', { filters: { containsText: '={{ ["a"] }}' } }],
		['“Sort” is not one of its options', { options: { sort: '={{ "name" }}' } }],
	])('reports before any request that %s', async (said, parameters) => {
		expect((await node.errorOf('booking', 'getAll', parameters)).message).toBe(said);
		expect(node.venue.requests).toEqual([]);
	});

	it('rejects an answer that is not a list of bookings', async () => {
		node.venue.faults.on('GET /bookings', { kind: 'answer', status: 200, body: '[1,2]' });
		const filters = { containsText: 'a' };
		const { message } = await node.errorOf('booking', 'getAll', { filters });
		expect(message).toContain('is not a list');
	});
});
