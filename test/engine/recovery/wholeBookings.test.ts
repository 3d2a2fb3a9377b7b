import type { INodeParameters } from 'n8n-workflow';

import { passTime, whileTimeMoves } from '../harness/time';
import { fresh, MINUTE, ofEvent, RecoveryFixture } from './support/recoveryFixture';

type Items = Parameters<typeof ofEvent>[0];

const bookingsIn = (items: Items) => ofEvent(items, 'booking').map(({ booking }) => booking);
const BY_ID = 'GET /bookings/{uniqueId}';

describe('Whole Bookings in the recovery trigger', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		fixture.venue.bookings.seed(20, { secondsAgo: 3_600 });
	});
	afterEach(async () => await fixture.close());

	const watching = async (options: INodeParameters = {}) =>
		await fixture.engine.activate(fixture.trigger({ events: ['booking'], options }, fresh()));
	const find = (number: number) => fixture.venue.bookings.all()[number];
	const change = async (number: number, note: string) =>
		await fixture.venue.bookings.change(find(number).uniqueId, { note });
	const fetched = () => fixture.venue.count(BY_ID);

	/** Rows that do not show every change. */
	const shorten = () =>
		fixture.venue.undocumented.on('GET /bookings', {}, ({ query }) => ({
			body: JSON.stringify(
				fixture.venue.bookings
					.changedSince(Date.parse(query.get('modifiedFromDate') ?? ''))
					.map(({ uniqueId, status }) => ({ uniqueId, status })),
			),
		}));

	it('reports a change once that only the whole booking shows [reliability: up to 300 bookings]', async () => {
		shorten();
		const trigger = await watching();
		const said: unknown[] = [];
		for (const note of ['first', 'second', 'second', 'third']) {
			fixture.later(2);
			if (note !== (find(3) as { note?: string }).note) await change(3, note);
			said.push(bookingsIn((await trigger.poll()).items).map((booking) => booking));
		}
		const notes = said.map((found) => (found as Array<{ note: string }>).map(({ note }) => note));
		expect(notes).toEqual([['first'], ['second'], [], ['third']]);
	});

	it('fetches only what it reports if the list shows when each booking changed', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		const trigger = await watching();
		fixture.later();
		await change(3, 'changed');
		await change(5, 'changed');
		expect(bookingsIn((await trigger.poll()).items)).toEqual([find(3), find(5)]);
		expect(fetched()).toBe(1 + 2);
		fixture.later(1);
		expect(await trigger.poll()).toEqual({ items: [] });
		expect(fetched()).toBe(1 + 2);
	});

	it('fetches none if one look-up shows that the list has all fields, or if the user wants none', async () => {
		const trigger = await watching();
		fixture.later();
		await change(3, 'changed');
		expect(bookingsIn((await trigger.poll()).items)).toEqual([find(3)]);
		fixture.later();
		await change(4, 'changed');
		expect(bookingsIn((await trigger.poll()).items)).toEqual([find(4)]);
		expect(fetched()).toBe(1);
		await trigger.deactivate();

		fixture.venue.vary({ bookings: { rows: 'short' } });
		const other = await watching({ wholeBookings: 'never' });
		fixture.later();
		await change(3, 'changed again');
		const [row] = bookingsIn((await other.poll()).items);
		expect(row).not.toHaveProperty('payments');
		expect(fetched()).toBe(1);
	});

	it('reports a booking that is gone in the meantime as the list has it, and names it in the log', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		const trigger = await watching({ wholeBookings: 'always' });
		fixture.later();
		await change(3, 'changed');
		const { uniqueId } = find(3);
		fixture.venue.undocumented.on(`GET /bookings/${uniqueId}`, { status: 404 });
		expect(bookingsIn((await trigger.poll()).items)).toEqual([
			expect.objectContaining({ uniqueId }),
		]);
		expect(fixture.engine.output.lines.join('\n')).toContain(uniqueId);
		fixture.later(1);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('looks again at the next poll if a look-up did not work', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		const trigger = await watching();
		fixture.later();
		await change(3, 'changed');
		fixture.venue.faults.on(BY_ID, { kind: 'answer', status: 500 });
		fixture.stopTheTimers();
		expect(bookingsIn((await whileTimeMoves(trigger.poll())).items)).toEqual([
			expect.not.objectContaining({ payments: expect.anything() as unknown }),
		]);
		fixture.venue.faults.clear();
		await passTime(15 * MINUTE);
		await change(5, 'changed');
		expect(bookingsIn((await whileTimeMoves(trigger.poll())).items)).toEqual([find(5)]);
	});

	it('fetches those of a batch only', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		const trigger = await watching({ maxItems: 6, wholeBookings: 'always' });
		fixture.later();
		for (let number = 0; number < 15; number++) await change(number, 'changed');
		const found: unknown[] = [];
		for (const most of [6, 12, 15]) {
			fixture.later();
			found.push(...bookingsIn((await trigger.poll()).items));
			expect(fetched()).toBe(most);
		}
		const wanted = fixture.venue.bookings.all().slice(0, 15);
		expect(found).toHaveLength(15);
		expect(found).toEqual(expect.arrayContaining(wanted));
	});
});
