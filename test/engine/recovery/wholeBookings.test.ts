import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { passTime, whileTimeMoves } from '../harness/time';
import { bookingIds, bookingsIn, fresh, MINUTE, RecoveryFixture } from './support/recoveryFixture';

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
		const notes: unknown[] = [];
		for (const note of ['first', 'second', 'second', 'third']) {
			fixture.later(2);
			if (note !== (find(3) as { note?: string }).note) await change(3, note);
			notes.push(bookingsIn((await trigger.poll()).items).map((booking) => booking.note));
		}
		expect(notes).toEqual([['first'], ['second'], [], ['third']]);
	});

	it('has time to look up 195 bookings while n8n publishes, and reports none of them', async () => {
		fixture.venue.bookings.seed(175, { secondsAgo: 3_600 });
		shorten();
		fixture.stopTheTimers();
		const trigger = await whileTimeMoves(watching({ safetyMarginMinutes: 24 * 60 }));
		await passTime(15 * MINUTE);
		await change(3, 'changed');
		const { items, error } = await whileTimeMoves(trigger.poll());
		expect([bookingsIn(items), error]).toEqual([[find(3)], undefined]);
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

	it('reports a booking at which the venue breaks as the list has it, and the others as a whole [troubleshooting: could not handle the request for these bookings]', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		const trigger = await watching({ wholeBookings: 'always' });
		fixture.stopTheTimers();
		await passTime(15 * MINUTE);
		const { uniqueId } = find(3);
		fixture.venue.undocumented.on(`GET /bookings/${uniqueId}`, { status: 500 });
		for (const number of [1, 3, 5]) await change(number, 'changed');
		const { items, error } = await whileTimeMoves(trigger.poll());
		expect(error).toBeUndefined();
		const found = new Map(
			bookingsIn(items).map((booking) => [(booking as IDataObject).uniqueId, booking]),
		);
		expect(found.get(find(1).uniqueId)).toEqual(find(1));
		expect(found.get(find(5).uniqueId)).toEqual(find(5));
		expect(found.get(uniqueId)).not.toHaveProperty('payments');
		expect(fixture.engine.output.lines.join('\n')).toContain(uniqueId);
		await passTime(MINUTE);
		expect(await whileTimeMoves(trigger.poll())).toEqual({ items: [] });
	});

	it('sees that the list leaves fields out although the venue breaks at its first booking', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		const trigger = await watching();
		fixture.stopTheTimers();
		await passTime(15 * MINUTE);
		for (const number of [1, 3, 5]) await change(number, 'changed');
		const [first] = fixture.venue.bookings.changedSince(Date.now() - MINUTE);
		fixture.venue.undocumented.on(`GET /bookings/${first.uniqueId}`, { status: 500 });
		const found = bookingsIn((await whileTimeMoves(trigger.poll())).items) as IDataObject[];
		expect(found).toHaveLength(3);
		expect(found.filter((booking) => 'payments' in booking)).toHaveLength(2);
	});

	it('reports nothing in part while the venue breaks at all of them', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		const trigger = await watching({ wholeBookings: 'always' });
		fixture.stopTheTimers();
		await passTime(15 * MINUTE);
		for (const number of [1, 3, 5]) await change(number, 'changed');
		fixture.venue.faults.on(BY_ID, { kind: 'answer', status: 500 });
		expect((await whileTimeMoves(trigger.poll())).items).toEqual([]);
		fixture.venue.faults.clear();
		await passTime(15 * MINUTE);
		expect(bookingsIn((await whileTimeMoves(trigger.poll())).items)).toHaveLength(3);
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

	it('sees that the list leaves fields out after a poll whose only booking is gone', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		const trigger = await watching();
		fixture.later();
		await change(3, 'changed');
		fixture.venue.undocumented.on(`GET /bookings/${find(3).uniqueId}`, { status: 404 });
		expect(bookingsIn((await trigger.poll()).items)).toHaveLength(1);
		fixture.later();
		await change(5, 'changed');
		expect(bookingsIn((await trigger.poll()).items)).toEqual([find(5)]);
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

	describe('at a list that shows only sometimes when a booking changed', () => {
		const bookings = new Map<string, IDataObject>();
		beforeEach(() => {
			bookings.clear();
			fixture.venue.undocumented.on('GET /bookings', {}, ({ query }) => {
				const since = Date.parse(query.get('modifiedFromDate') ?? '');
				const listed = [...bookings.values()].filter(({ at }) => Number(at) >= since);
				return {
					body: JSON.stringify(
						listed.map(({ uniqueId, modifiedDate }) => ({ uniqueId, modifiedDate })),
					),
				};
			});
			fixture.venue.undocumented.on('GET /bookings/{uniqueId}', {}, ({ path }) => {
				const { at, ...whole } = bookings.get(path.split('/').at(-1) ?? '') ?? {};
				return at === undefined ? { status: 404 } : { body: JSON.stringify(whole) };
			});
		});

		const create = (count: number, from = 0) => {
			for (let number = from; number < from + count; number++) {
				const uniqueId = `B-${number}`;
				const payments = [{ amount: number }];
				bookings.set(uniqueId, { uniqueId, modifiedDate: null, payments, at: Date.now() });
			}
		};
		const touch = () => {
			const changed = { modifiedDate: new Date().toISOString(), at: Date.now() };
			for (const [uniqueId, booking] of bookings) {
				bookings.set(uniqueId, { ...booking, ...changed });
			}
		};
		/** How often each booking comes in so many polls. */
		const reportedIn = async (trigger: ActiveTrigger, polls: number, between = () => {}) => {
			const times = new Map<string, number>();
			for (let poll = 0; poll < polls; poll++) {
				fixture.later(1);
				for (const uniqueId of bookingIds((await trigger.poll()).items)) {
					times.set(uniqueId, (times.get(uniqueId) ?? 0) + 1);
				}
				if (poll === 0) between();
			}
			return [...times.values()].sort();
		};

		it('reports each change of a long batch once, whatever is created in between', async () => {
			create(60);
			fixture.later(60);
			const trigger = await watching({ maxItems: 20 });
			fixture.later();
			await trigger.poll();
			touch();
			fixture.later();
			const times = await reportedIn(trigger, 12, () => create(1, 60));
			expect(times).toEqual(Array(61).fill(1));
		});

		it('reports nothing again while others are created each minute', async () => {
			const trigger = await watching();
			create(2);
			expect(await reportedIn(trigger, 2)).toEqual([1, 1]);
			touch();
			expect(await reportedIn(trigger, 2)).toEqual([1, 1]);
			create(1, 2);
			expect(await reportedIn(trigger, 3)).toEqual([1]);
		});

		it('reports nothing again if the first look-up after a restart does not work', async () => {
			const trigger = await watching();
			create(6);
			expect(await reportedIn(trigger, 2)).toEqual(Array(6).fill(1));
			const before = (await trigger.emitted()).length;
			fixture.venue.faults.on(BY_ID, { kind: 'answer', status: 404 });
			await trigger.restart(fresh());
			fixture.venue.faults.clear();
			expect(await reportedIn(trigger, 3)).toEqual([]);
			expect(await trigger.emitted()).toHaveLength(before);
		});
	});
});
