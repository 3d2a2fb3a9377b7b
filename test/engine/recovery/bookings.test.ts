import { passTime, whileTimeMoves } from '../harness/time';
import {
	bookingIds,
	bookingsIn,
	fresh,
	MINUTE,
	ofEvent,
	RecoveryFixture,
} from './support/recoveryFixture';

describe('the recovery trigger and bookings', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		fixture.venue.bookings.seed(30, { everySeconds: 3_600 });
		fixture.later();
	});
	afterEach(async () => await fixture.close());

	const ids = () => fixture.venue.bookings.all().map(({ uniqueId }) => uniqueId);
	const change = async (...uniqueIds: string[]) => {
		for (const uniqueId of uniqueIds) {
			await fixture.venue.bookings.change(uniqueId, { note: Math.random() });
		}
	};

	it('fetches again what has changed since the earliest message, each version once [api 3.1]', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		const [one, other, third] = ids();
		await change(one, other);
		fixture.giveUp(2);
		fixture.later(120);
		const { items } = await trigger.poll();
		expect(bookingIds(items)).toEqual([one, other]);
		expect(ofEvent(items, 'booking')[0].booking).toEqual(fixture.venue.bookings.find(one));
		expect(await trigger.poll()).toEqual({ items: [] });

		await trigger.restart(fresh());
		await change(third, other);
		fixture.giveUp(1);
		const again = await trigger.poll();
		expect(bookingIds(again.items).sort()).toEqual([other, third].sort());
	});

	it('fetches nothing for messages without a booking to fetch, or if that is turned off', async () => {
		const node = fresh();
		const trigger = await fixture.engine.activate(fixture.trigger({}, node));
		const setup = fixture.trigger({ refetchBookings: false }, node);
		const without = await fixture.engine.activate(setup);
		fixture.giveUp(1, { eventType: 'Deleted' });
		fixture.giveUp(1, { type: 'Ticket' });
		await change(...ids());
		const { items } = await trigger.poll();
		expect(bookingIds(items)).toEqual([]);
		expect(ofEvent(items, 'final').map(({ isRecoverable }) => isRecoverable)).toEqual([
			false,
			false,
		]);
		fixture.giveUp(1);
		expect(bookingIds((await without.poll()).items)).toEqual([]);
		expect(bookingIds((await trigger.poll()).items)).toHaveLength(30);
	});

	it('fetches the bookings as soon as it can, and reports the messages at once', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		const [one] = ids();
		await change(one);
		fixture.giveUp(1);
		fixture.venue.faults.on('GET /bookings', { kind: 'answer', status: 500 });
		fixture.stopTheTimers();
		const { items } = await whileTimeMoves(trigger.poll());
		expect(items.map(({ json }) => json.event)).toEqual(['final', 'growth']);
		fixture.venue.faults.clear();
		await passTime(240 * MINUTE);
		await whileTimeMoves(trigger.restart(fresh()));
		expect(bookingIds(await trigger.emitted())).toEqual([one]);
		expect(await whileTimeMoves(trigger.poll())).toEqual({ items: [] });
	});

	describe('with every change', () => {
		const watching = () => fixture.trigger({ events: ['booking'] });

		it('reports each version once, beginning with the publication [reliability: leaves the failed list]', async () => {
			await change(ids()[9]);
			const trigger = await fixture.engine.activate(watching());
			const [one, other] = ids();
			fixture.later();
			await change(one, one, other);
			const { items } = await trigger.poll();
			expect(bookingIds(items)).toEqual([one, other]);
			expect(ofEvent(items, 'booking')[0].booking).toEqual(fixture.venue.bookings.find(one));
			fixture.later(3);
			await change(other);
			expect(bookingIds((await trigger.poll()).items)).toEqual([other]);
			fixture.later(3);
			expect(await trigger.poll()).toEqual({ items: [] });
		});

		it('finds what changed while n8n was off for days, or the workflow was not published [reliability: unpublished for an hour]', async () => {
			const trigger = await fixture.engine.activate(watching());
			await change(...ids().slice(0, 20));
			fixture.later(3 * 24 * 60);
			await trigger.restart(fresh());
			expect(bookingIds(await trigger.emitted())).toHaveLength(20);
			fixture.later();
			expect(await trigger.poll()).toEqual({ items: [] });

			await trigger.deactivate();
			await change(...ids().slice(0, 10));
			fixture.later(60);
			await trigger.republish({});
			expect(bookingIds((await trigger.poll()).items)).toHaveLength(10);
			await trigger.restart(fresh());
			fixture.later();
			expect(await trigger.poll()).toEqual({ items: [] });
		});

		it('keeps its memory small after a mass change, and repeats nothing [reliability: more than 1,200 changes]', async () => {
			fixture.venue.bookings.seed(3_000, { everySeconds: 0 });
			const setup = fixture.trigger({ events: ['booking'], options: { maxItems: 5_000 } });
			const trigger = await fixture.engine.activate(setup);
			fixture.later();
			for (const [index, id] of ids().entries()) {
				if (index % 100 === 0) fixture.later(0.05);
				await change(id);
			}
			expect(bookingIds((await trigger.poll()).items)).toHaveLength(3_030);
			fixture.later(1);
			await change(ids()[0]);
			expect(bookingIds((await trigger.poll()).items)).toEqual([ids()[0]]);
			const stored = JSON.stringify(await fixture.staticData(trigger.workflowId));
			expect(stored.length).toBeLessThan(32 * 1024);
		});

		it('reports a booking that is again what it was [reliability: booking is its content]', async () => {
			const trigger = await fixture.engine.activate(watching());
			const { uniqueId, modifiedDate, status } = fixture.venue.bookings.all()[0];
			const told: unknown[] = [];
			for (const now of ['A', 'B', 'A']) {
				await fixture.venue.bookings.change(uniqueId, { status: now, modifiedDate: '2026-11-30' });
				const { items } = await trigger.poll();
				told.push(...bookingsIn(items).map((booking) => booking.status));
			}
			expect({ told, modifiedDate, status }).toMatchObject({ told: ['A', 'B', 'A'] });
		});

		it.each([-4, 4, -40, 40])(
			'uses the clock of the venue, %d minutes from ours [reliability: Clocks may differ]',
			async (ahead) => {
				await fixture.close();
				fixture = await RecoveryFixture.open({ now: () => Date.now() + ahead * MINUTE });
				fixture.venue.bookings.seed(3, { everySeconds: 36_000 });
				const [one, other] = ids();
				const trigger = await fixture.engine.activate(watching());
				fixture.later(1);
				await change(one);
				expect(bookingIds((await trigger.poll()).items)).toEqual([one]);
				fixture.later(1);
				await change(other);
				expect(bookingIds((await trigger.poll()).items)).toEqual([other]);
				fixture.later(1);
				expect(await trigger.poll()).toEqual({ items: [] });
			},
		);
	});
});
