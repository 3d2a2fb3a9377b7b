import {
	bookingIds,
	fresh,
	MINUTE,
	ofEvent,
	RecoveryFixture,
} from '../recovery/support/recoveryFixture';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a venue like the live service repeats a message. */
const PAUSES = [MINUTE, MINUTE, 15 * MINUTE, HOUR, DAY, 3 * DAY];

describe('an outage of n8n for days at a venue like the live service', () => {
	let fixture: RecoveryFixture;

	beforeEach(async () => {
		fixture = await RecoveryFixture.open({ profile: 'live' });
	});
	afterEach(async () => await fixture.close());

	const pass = async (ms: number) => {
		fixture.later(ms / MINUTE);
		await fixture.venue.clock.advance(0);
	};
	const events = async () => await fixture.engine.activate(fixture.events());
	const isOn = () => fixture.venue.webhooks.all().map(({ configuration }) => configuration.enabled);
	const book = async (count: number) => {
		const ids: string[] = [];
		for (let made = 0; made < count; made++) {
			ids.push((await fixture.venue.bookings.create()).booking.uniqueId);
		}
		return ids;
	};

	/** n8n is not reachable for all seven attempts at each of these bookings. */
	const outage = async (count: number) => {
		const { venue, engine } = fixture;
		venue.receivers.makeUnreachable(engine.publicUrl);
		const ids = await book(count);
		for (const pause of PAUSES) await pass(pause);
		venue.receivers.makeReachable(engine.publicUrl);
		return ids;
	};

	it('each booking is reported once, and so is the webhook that the venue has switched off', async () => {
		const trigger = await events();
		const chosen = { events: ['final', 'switchedOff', 'booking'] };
		const recovery = await fixture.engine.activate(fixture.trigger(chosen));
		await book(5);
		await pass(15 * MINUTE);
		expect(bookingIds((await recovery.poll()).items)).toHaveLength(5);
		expect(await trigger.emitted()).toHaveLength(5);

		const missed = await outage(20);
		expect(isOn()).toEqual([false]);
		await recovery.restart(fresh());
		const items = await recovery.emitted();
		expect(bookingIds(items).slice(5).sort()).toEqual([...missed].sort());
		expect(ofEvent(items, 'final')).toHaveLength(20);
		expect(ofEvent(items, 'switchedOff')).toMatchObject([{ change: 'disabled' }]);
		await pass(15 * MINUTE);
		expect(await recovery.poll()).toEqual({ items: [] });

		await trigger.deactivate();
		await trigger.republish({});
		expect(isOn()).toEqual([true]);
		await book(1);
		expect(await trigger.emitted()).toHaveLength(6);
	});

	it('of 250 bookings, those that the venue lists are reported, and that others may be missing', async () => {
		await events();
		// The pace of 100 look-ups has no part in this.
		const rows = { events: ['booking'], options: { wholeBookings: 'never' } };
		const recovery = await fixture.engine.activate(fixture.trigger(rows));
		await pass(15 * MINUTE);
		await recovery.poll();
		const missed = await outage(250);
		const { items, error } = await recovery.poll();
		const next = await recovery.poll();
		expect(`${error?.message} ${next.error?.message}`).toContain('may be missing');
		const ids = [...bookingIds(items), ...bookingIds(next.items)];
		expect(new Set(ids).size).toBe(100);
		expect(missed).toEqual(expect.arrayContaining(ids));
		await pass(15 * MINUTE);
		expect(await recovery.poll()).toEqual({ items: [] });
	}, 60_000);

	it('Booking Changed reports each version that the rows show, over a day of polls', async () => {
		const recovery = await fixture.engine.activate(fixture.trigger({ events: ['booking'] }));
		const [id] = await book(1);
		let versions = 1;
		const found: string[] = [];
		for (let poll = 0; poll < 96; poll++) {
			await pass(15 * MINUTE);
			if (poll % 12 === 5) {
				await fixture.venue.bookings.change(id, { total: 100 + poll });
				versions++;
			}
			found.push(...bookingIds((await recovery.poll()).items));
		}
		expect(found).toEqual(Array(versions).fill(id));
	});
});
