import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ActionNode, VenuePlatformTool } from './support/actionNode';

/** For each venue: the evening of 24 November, and the evening and the last minute of the 25th. */
const VENUES = {
	'America/New_York': ['2026-11-25T01:00:00Z', '2026-11-26T01:00:00Z', '2026-11-26T04:59:00Z'],
	'Europe/London': ['2026-11-24T20:00:00Z', '2026-11-25T20:00:00Z', '2026-11-25T23:59:00Z'],
	'Australia/Sydney': ['2026-11-24T09:00:00Z', '2026-11-25T09:00:00Z', '2026-11-25T12:59:00Z'],
};

const DAY: INodeParameters = { visitFrom: '2026-11-25', visitTo: '2026-11-25' };

describe('Booking → Get Many by the visit', () => {
	let node: ActionNode;

	const open = async () => (node = await ActionNode.open());
	afterEach(async () => await node.close());

	const answer = (list: IDataObject[]) =>
		node.venue.faults.on('GET /bookings', {
			kind: 'answer',
			status: 200,
			body: JSON.stringify(list),
		});
	const call = (filters: INodeParameters, options: INodeParameters = {}, rest = {}) =>
		['booking', 'getAll', { returnAll: true, output: 'raw', filters, options, ...rest }] as const;
	const ids = async (...of: Parameters<typeof call>) =>
		(await node.items(...call(...of))).map(({ uniqueId }) => uniqueId);

	it.each(Object.entries(VENUES))(
		'finds the guests of a day in %s [agents: day of a visit]',
		async (zone, times) => {
			await open();
			answer(times.map((startTime, index) => ({ uniqueId: `B${index}`, startTime })));
			const options = { venueTimeZone: zone, wholeBookings: 'never' };
			expect(await ids(DAY, options)).toEqual(['B1', 'B2']);
			expect(await ids({ visitTo: '2026-11-24' }, options)).toEqual(['B0']);
			expect(await ids({ visitFrom: times[2] }, options)).toEqual(['B2']);
		},
	);

	it('finds the guests of tomorrow by an expression [nodes: For tomorrow]', async () => {
		await open();
		const noon = DateTime.fromMillis(node.start, { zone: 'utc' })
			.startOf('day')
			.plus({ hours: 12 });
		answer(
			[0, 1, 2].map((days) => ({
				uniqueId: `in ${days} days`,
				slot: noon.plus({ days }).toISODate(),
			})),
		);
		const tomorrow = '={{ $now.plus({ days: 1 }).toISODate() }}';
		const options = { wholeBookings: 'never' };
		expect(await ids({ visitFrom: tomorrow, visitTo: tomorrow }, options)).toEqual(['in 1 days']);
	});

	it('finds those in items, and takes the names and forms of each venue', async () => {
		await open();
		const forms = [
			{ uniqueId: 'A', items: [{ bookingDate: '2026-11-24' }, { bookingDate: '2026-11-25' }] },
			{ uniqueId: 'B', items: [{ bookingDate: '2026-11-26' }] },
			{ uniqueId: 'C', createdDate: '2026-11-25T10:00:00Z', items: [] },
		];
		answer(forms);
		expect(await ids(DAY, { wholeBookings: 'never' })).toEqual(['A']);
		const tool = call({ ...DAY, visitField: 'createdDate' }, { wholeBookings: 'never' });
		expect((await node.execute([...tool])).items[0].map(({ json }) => json.uniqueId)).toEqual([
			'C',
		]);
	});

	it.each<[string, (items: IDataObject[]) => IDataObject]>([
		['items', (items) => ({ items })],
		['order.parts', (parts) => ({ order: { parts } })],
	])(
		'shows an agent the visit of the day it asked for, of a booking with many in %s [agents: keeps its ID]',
		async (_, around) => {
			await open();
			const week = Array.from({ length: 8 }, (_, index) => ({
				...{ productId: 7, bookingDate: `2026-11-2${index}` },
				...{ sessionStartTime: `${10 + index}:00`, quantity: 2 },
			}));
			const camp = { uniqueId: 'A', name: 'Ada', status: 'Paid', ...around(week) };
			answer([camp, { ...camp, uniqueId: 'B' }]);
			const options = { wholeBookings: 'never' };
			const shown = async (...of: Parameters<typeof call>) => {
				const done = await node.execute([...call(...of)], { node: VenuePlatformTool });
				return done.items[0].map(({ json }) => JSON.stringify(json));
			};
			const simplified = { output: 'simplified' };
			const [first, second] = await shown(DAY, options, simplified);
			for (const booking of [first, second]) {
				expect(booking).toContain('"bookingDate":"2026-11-25","sessionStartTime":"15:00"');
			}
			node.venue.undocumented.on('GET /bookings/A', { body: JSON.stringify(camp) });
			const { items } = await node.execute(['booking', 'get', { bookingId: 'A' }], {
				node: VenuePlatformTool,
			});
			expect(JSON.stringify(items[0][0].json).match(/"bookingDate"/g)).toHaveLength(8);
			expect(await node.items(...call(DAY, options))).toEqual([camp, { ...camp, uniqueId: 'B' }]);
		},
	);

	it('shows an agent all guests of a booking with several products at one time', async () => {
		await open();
		const at = { bookingDate: '2026-11-25', sessionStartTime: '15:00' };
		const items = [
			...[1, 2, 3, 4].map((productId) => ({ ...at, productId, quantity: productId === 1 ? 2 : 1 })),
			{ ...at, sessionStartTime: '17:00', productId: 1, quantity: 2 },
		];
		answer(['A', 'B'].map((uniqueId) => ({ uniqueId, name: 'Ada', status: 'Paid', items })));
		const done = await node.execute(
			[...call(DAY, { wholeBookings: 'never' }, { output: 'simplified' })],
			{ node: VenuePlatformTool },
		);
		expect(done.items[0][0].json).toMatchObject({
			itemsCount: 5,
			items: [
				{ ...at, quantity: 5 },
				{ ...at, sessionStartTime: '17:00', quantity: 2 },
			],
		});
		// One of the products may be a locker.
		expect(done.items[0].map(({ json }) => json.note)).toContain(
			'Items at one time are added up, so quantity may count more than guests.',
		);
	});

	it('works together with Contains Text, Sort and Limit', async () => {
		await open();
		const [early, late] = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'];
		answer([
			{ uniqueId: 'A', slot: '2026-11-25', modifiedDate: early, name: 'Ada' },
			{ uniqueId: 'B', slot: '2026-11-25', modifiedDate: late, name: 'Ada' },
			{ uniqueId: 'C', slot: '2026-11-25', modifiedDate: late, name: 'Bob' },
			{ uniqueId: 'D', slot: '2026-11-26', modifiedDate: late, name: 'Ada' },
		]);
		const newest = { sort: 'newestFirst', wholeBookings: 'never' };
		expect(await ids({ ...DAY, containsText: 'ada' }, newest)).toEqual(['B', 'A']);
		const one = { returnAll: false, limit: 1 };
		expect(await ids({ ...DAY, containsText: 'ada' }, newest, one)).toEqual(['B']);
		expect(await ids({ ...DAY, visitField: 'slot' }, { wholeBookings: 'never' }, one)).toEqual([
			'A',
		]);
	});

	it('says that a list may be cut, instead of an answer', async () => {
		await open();
		answer(Array.from({ length: 100 }, (_, n) => ({ uniqueId: n, startTime: '2026-11-25T10:00' })));
		const told = await node.errorOf(...call(DAY));
		expect(told.message).toBe('The venue’s list may leave out visits, so there is no answer');
		expect(told.description).toMatch(
			/exactly 100.* enter it in Additional Query Parameters, and ask for one day at a time\.$/,
		);
		const { error } = await node.execute([...call(DAY)], { node: VenuePlatformTool });
		expect(error?.message).toMatch(/no answer\. These may not be all bookings/);
	});

	it('says which field it took if its name does not say that it is the visit [troubleshooting: The visit was taken from]', async () => {
		await open();
		// The visit is written in a form that the node cannot read.
		answer([{ uniqueId: 'A', visit: '25/11/2026', delivery: '2026-11-25' }]);
		const said = async () => {
			const { hints } = await node.execute([...call(DAY, { wholeBookings: 'never' })]);
			return hints.map(({ message }) => message);
		};
		expect(await said()).toContain(
			'The visit was taken from “delivery”. If that is another date, enter the field with the visit in Visit Field.',
		);
		node.venue.faults.clear();
		answer([{ uniqueId: 'A', visit: '2026-11-25', delivery: '2026-11-25' }]);
		expect(await said()).toEqual([]);
	});

	it('shows a name of the venue as text, on one line and not at any length', async () => {
		await open();
		const named = async (name: string, kind?: typeof VenuePlatformTool) => {
			node.venue.faults.clear();
			answer([{ uniqueId: 'A', visit: '25/11/2026', [name]: '2026-11-25' }]);
			const settings = kind ? { node: kind } : {};
			const done = await node.execute([...call(DAY, { wholeBookings: 'never' })], settings);
			const notes = done.items[0].flatMap(({ json }) => (json.note ? [String(json.note)] : []));
			return kind ? notes.join() : done.hints.map(({ message }) => message).join();
		};
		const link = '<a href="https://evil.example">delivery</a>\n\u202E';
		expect(await named(link)).toContain('“&lt;a href="https://evil.example">delivery&lt;/a> ”');
		expect(await named(link, VenuePlatformTool)).toContain('“<a href="https://evil.example">');
		const long = await named(`delivery ${'x'.repeat(180)}`, VenuePlatformTool);
		expect(long).toContain('delivery xxx');
		expect(long.length).toBeLessThan(2_500);
	});

	it.each<[INodeParameters, string | undefined]>([
		[{ visitFrom: '' }, 'Visit From'],
		[{ visitTo: '={{ " " }}' }, 'Visit To'],
		[{ additionalQuery: '={{ $json.query }}' }, 'Additional Query Parameters'],
		[{ additionalQuery: '={"keywords": "{{ "" }}"}' }, 'Additional Query Parameters'],
		[{ additionalQuery: '{"all": ""}' }, undefined],
	])('says that a filter is empty: %j', async (filters, label) => {
		await open();
		const { hints } = await node.execute([...call(filters)]);
		const told = hints.map(({ message }) => message).filter((text) => text.includes('is empty'));
		expect(told).toEqual(label ? [`${label} is empty, so this filter is ignored.`] : []);
	});

	it('says that a part of Additional Query Parameters is empty', async () => {
		await open();
		const additionalQuery = '={"date": "{{ $json.day }}", "locationIds": "3"}';
		const { hints } = await node.execute([...call({ additionalQuery })]);
		expect(hints.map(({ message }) => message)).toContain(
			'Additional Query Parameters has nothing in date, so the venue may return more than you want.',
		);
	});

	it('refuses an unknown time zone before any call', async () => {
		await open();
		const { message } = await node.errorOf(...call(DAY, { venueTimeZone: 'Mars/Base' }));
		expect(message).toBe('“Venue Time Zone” is not a time zone');
		expect(node.venue.count('GET /bookings')).toBe(0);
	});
});
