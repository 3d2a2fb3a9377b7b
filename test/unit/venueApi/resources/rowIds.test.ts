import { readAnswer } from '../../../../nodes/venueApi/answers/answer';
import { toldAbout } from '../../../../nodes/venueApi/messages/lists';
import { readPages } from '../../../../nodes/venueApi/resources/pages';
import { RowIds } from '../../../../nodes/venueApi/resources/rowIds';

type Row = Record<string, unknown>;

const SIZE = 20;
const MOVED = expect.stringMatching(/^These may not be all records: the list changed/);

/** Reads what the venue has at each request, in pages of 20. */
async function read(
	rowsAt: (page: number) => Row[],
	{ path = '/data/bookingitems', size = SIZE } = {},
) {
	const rowIds = new RowIds(path);
	const list = await readPages<Row>(
		{ method: 'GET', path },
		{
			rowIds,
			pageParameter: 'page',
			async ask({ query }) {
				const page = Number(query?.page ?? 1);
				const body = JSON.stringify(rowsAt(page).slice((page - 1) * size, page * size));
				return await Promise.resolve(readAnswer(200, {}, body));
			},
			entriesIn: ({ body }) => body as Row[],
		},
	);
	return { rows: rowIds.once(list.records), told: toldAbout(list) };
}

/** Rows of bookings in order, with as many as the booking has items. */
const itemsOf = (counts: number[], row: (booking: number, line: number) => Row) =>
	counts.flatMap((count, booking) =>
		Array.from({ length: count }, (_, line) => row(booking, line)),
	);

const counts = (doubled: number[]) =>
	Array.from({ length: 60 }, (_, booking) => (doubled.includes(booking) ? 2 : 1));

describe('rows with the ID of something else', () => {
	const line = (booking: number, number: number) => ({ uniqueId: `B${booking}`, line: number });

	it('are all kept, wherever a page ends', async () => {
		for (const doubled of [
			[19, 34, 39, 44],
			[0, 19],
			[19, 38, 50],
			[5, 18, 37],
		]) {
			const all = itemsOf(counts(doubled), line);
			expect(await read(() => all)).toEqual({ rows: all, told: undefined });
		}
	});

	it('are all kept if they are alike, too', async () => {
		const all = itemsOf(counts([19, 45]), (booking) => ({ uniqueId: `B${booking}`, quantity: 1 }));
		expect(await read(() => all)).toEqual({ rows: all, told: undefined });
	});

	it('are all kept with a word if no page has the ID twice', async () => {
		const all = itemsOf(counts([19]), line);
		expect(await read(() => all)).toEqual({ rows: all, told: MOVED });
	});

	it('are all kept if only the first page has the ID twice', async () => {
		const all = itemsOf(counts([3, 38]), line);
		expect(await read(() => all)).toEqual({ rows: all, told: undefined });
	});
});

describe('rows that come again because the list changed', () => {
	const row = (id: number) => ({ uniqueId: `B${id}`, name: 'Ada' });
	const all = Array.from({ length: 50 }, (_, id) => row(id));
	const path = '/bookings';

	it('come once, and all others come', async () => {
		const found = await read((page) => (page === 1 ? all : [row(99), ...all]), { path });
		expect(found.rows.map(({ uniqueId }) => uniqueId).sort()).toEqual(
			all.map(({ uniqueId }) => uniqueId).sort(),
		);
		expect(found.told).toBeUndefined();
	});

	it('come in both versions, with a word, if they changed and the ID may be another one’s', async () => {
		const changed = { ...row(0), name: 'Grace' };
		const found = await read((page) => (page === 1 ? all : [...all, changed]), { path });
		expect(found).toEqual({ rows: [...all, changed], told: MOVED });
	});

	it('come as they are now if the ID is named after the list', async () => {
		const item = (id: number, name: string) => ({ uniqueId: 'B', bookingItemId: id, name });
		const items = all.map((_, id) => item(id, 'Ada'));
		const changed = item(19, 'Grace');
		const after = [item(99, 'Ada'), ...items.slice(0, 19), changed, ...items.slice(20)];
		const found = await read((page) => (page === 1 ? items : after));
		expect(found.rows).toHaveLength(50);
		expect(found.rows).toContainEqual(changed);
		expect(found.rows).not.toContainEqual(items[19]);
		expect(found.told).toBeUndefined();
	});

	it.each([
		['/data/signed-waivers', 'signedWaiverId'],
		['/reporting/revenue-entries', 'revenueEntryId'],
		['/data/giftcards', 'gift_card_id'],
	])('come once by the ID that is named after %s', async (named, field) => {
		const rows = all.map((_, id) => ({ [field]: id, name: 'Ada' }));
		const moved = (page: number) => (page === 1 ? rows : [{ [field]: 99, name: 'Ada' }, ...rows]);
		const found = await read(moved, { path: named });
		expect(found.rows).toHaveLength(rows.length);
	});

	it('come once, and the others on a short last page come, too', async () => {
		const rows = all.slice(0, 41);
		const found = await read((page) => (page < 3 ? rows : [row(98), row(99), ...rows]), { path });
		expect(found.rows.map(({ uniqueId }) => uniqueId).sort()).toEqual(
			rows.map(({ uniqueId }) => uniqueId).sort(),
		);
	});

	it('come with a word if some may have been skipped', async () => {
		const found = await read((page) => (page === 1 ? all : [...all.slice(1), all[3]]), { path });
		expect(found.told).toEqual(MOVED);
	});
});

it('a page of one row shows no ID', async () => {
	const all = [{ id: 1 }, { id: 1 }, { id: 2 }].map((row, nth) => ({ ...row, nth }));
	expect((await read(() => all, { size: 1 })).rows).toEqual(all);
});
