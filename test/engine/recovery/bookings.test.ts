import { fresh, MINUTE, ofEvent, Stage } from './support/stage';

const bookingIds = (items: Parameters<typeof ofEvent>[0]) =>
	ofEvent(items, 'booking').map(({ booking }) => (booking as { uniqueId: string }).uniqueId);

describe('the recovery trigger and bookings', () => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await Stage.open();
		stage.venue.bookings.seed(30, { everySeconds: 3_600 });
		stage.later();
	});
	afterEach(async () => await stage.close());

	const ids = () => stage.venue.bookings.all().map(({ uniqueId }) => uniqueId);
	const change = async (...uniqueIds: string[]) => {
		for (const uniqueId of uniqueIds) {
			await stage.venue.bookings.change(uniqueId, { note: Math.random() });
		}
	};

	it('fetches again what has changed since the earliest message happened, each version once', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		const [one, other, third] = ids();
		await change(one, other);
		stage.giveUp(2);
		stage.later(120);
		const { items } = await trigger.poll();
		expect(bookingIds(items)).toEqual([one, other]);
		expect(ofEvent(items, 'booking')[0].booking).toEqual(stage.venue.bookings.find(one));
		expect(await trigger.poll()).toEqual({ items: [] });

		await trigger.restart(fresh());
		await change(third, other);
		stage.giveUp(1);
		const again = await trigger.poll();
		expect(bookingIds(again.items).sort()).toEqual([other, third].sort());
	});

	it('fetches nothing again for what cannot be fetched, or where it is not wanted', async () => {
		const node = fresh();
		const trigger = await stage.engine.activate(stage.trigger({}, node));
		const setup = stage.trigger({ refetchBookings: false }, node);
		const without = await stage.engine.activate(setup);
		stage.giveUp(1, { eventType: 'Deleted' });
		stage.giveUp(1, { type: 'Ticket' });
		await change(...ids());
		const { items } = await trigger.poll();
		expect(bookingIds(items)).toEqual([]);
		expect(ofEvent(items, 'final').map(({ isRecoverable }) => isRecoverable)).toEqual([
			false,
			false,
		]);
		stage.giveUp(1);
		expect(bookingIds((await without.poll()).items)).toEqual([]);
		expect(bookingIds((await trigger.poll()).items)).toHaveLength(30);
	});

	it.each(['last', 'empty', 'absent'] as const)(
		'goes back as far as retries may take where the history is: %s',
		async (history) => {
			stage.venue.vary({ history });
			const trigger = await stage.engine.activate(stage.trigger());
			const [one] = ids();
			await change(one);
			stage.later(600);
			stage.giveUp(1);
			expect(bookingIds((await trigger.poll()).items)).toContain(one);
			expect(await trigger.poll()).toEqual({ items: [] });
		},
	);

	it('owes the bookings until they can be had, though the messages are said at once', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		const [one] = ids();
		await change(one);
		stage.giveUp(1);
		stage.venue.faults.on('GET /bookings', { kind: 'answer', status: 500 });
		const { items } = await trigger.poll();
		expect(items.map(({ json }) => json.event)).toEqual(['final', 'growth']);
		stage.venue.faults.clear();
		stage.later(240);
		await trigger.restart(fresh());
		expect(bookingIds(await trigger.emitted())).toEqual([one]);
		expect(await trigger.poll()).toEqual({ items: [] });
	}, 60_000);

	describe('where every change is wanted', () => {
		const watching = () => stage.trigger({ events: ['booking'] });

		it('reports each version once, from the moment of publishing on', async () => {
			await change(ids()[9]);
			const trigger = await stage.engine.activate(watching());
			const [one, other] = ids();
			stage.later();
			await change(one, one, other);
			const { items } = await trigger.poll();
			expect(bookingIds(items)).toEqual([one, other]);
			expect(ofEvent(items, 'booking')[0].booking).toEqual(stage.venue.bookings.find(one));
			stage.later(3);
			await change(other);
			expect(bookingIds((await trigger.poll()).items)).toEqual([other]);
			stage.later(3);
			expect(await trigger.poll()).toEqual({ items: [] });
		});

		it('finds what changed while n8n was off for days, or the workflow not published', async () => {
			const trigger = await stage.engine.activate(watching());
			await change(...ids().slice(0, 20));
			stage.later(3 * 24 * 60);
			await trigger.restart(fresh());
			expect(bookingIds(await trigger.emitted())).toHaveLength(20);
			stage.later();
			expect(await trigger.poll()).toEqual({ items: [] });

			await trigger.deactivate();
			await change(...ids().slice(0, 10));
			stage.later(60);
			await trigger.republish({});
			expect(bookingIds((await trigger.poll()).items)).toHaveLength(10);
			await trigger.restart(fresh());
			stage.later();
			expect(await trigger.poll()).toEqual({ items: [] });
		});

		it('remembers no more than it may of a mass change, and repeats nothing of it', async () => {
			stage.venue.bookings.seed(3_000, { everySeconds: 0 });
			const trigger = await stage.engine.activate(watching());
			stage.later();
			for (const [index, id] of ids().entries()) {
				if (index % 100 === 0) stage.later(0.05);
				await change(id);
			}
			expect(bookingIds((await trigger.poll()).items)).toHaveLength(3_030);
			stage.later(1);
			await change(ids()[0]);
			expect(bookingIds((await trigger.poll()).items)).toEqual([ids()[0]]);
			const stored = JSON.stringify(await stage.staticData(trigger.workflowId));
			expect(stored.length).toBeLessThan(32 * 1024);
		});

		it('reports a booking that is again what it was', async () => {
			const trigger = await stage.engine.activate(watching());
			const { uniqueId, modifiedDate, status } = stage.venue.bookings.all()[0];
			const told: unknown[] = [];
			for (const now of ['A', 'B', 'A']) {
				await stage.venue.bookings.change(uniqueId, { status: now, modifiedDate: '2026-11-30' });
				const { items } = await trigger.poll();
				told.push(
					...ofEvent(items, 'booking').map(({ booking }) => (booking as { status: string }).status),
				);
			}
			expect({ told, modifiedDate, status }).toMatchObject({ told: ['A', 'B', 'A'] });
		});

		it.each([-4, 4, -40, 40])(
			'goes by the clock of the venue, %d minutes from ours',
			async (ahead) => {
				await stage.close();
				stage = await Stage.open({ now: () => Date.now() + ahead * MINUTE });
				stage.venue.bookings.seed(3, { everySeconds: 36_000 });
				const [one, other] = ids();
				const trigger = await stage.engine.activate(watching());
				stage.later(1);
				await change(one);
				expect(bookingIds((await trigger.poll()).items)).toEqual([one]);
				stage.later(1);
				await change(other);
				expect(bookingIds((await trigger.poll()).items)).toEqual([other]);
				stage.later(1);
				expect(await trigger.poll()).toEqual({ items: [] });
			},
		);
	});
});
