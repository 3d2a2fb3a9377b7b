import { fresh, MINUTE, RecoveryFixture, versionsIn } from './support/recoveryFixture';

const HOUR = 60 * MINUTE;

describe('the recovery trigger at a venue that does not go by the time it is asked for', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	type To = 'hour' | 'day' | 'nothing';
	const goesBy = (to: To) => {
		const modifiedFrom = { to, zone: 'asWritten' as const, isExclusive: false };
		fixture.venue.vary({ bookings: { modifiedFrom } });
	};
	const all = () =>
		fixture.venue.bookings.all().map(({ uniqueId, modifiedDate }) => `${uniqueId} ${modifiedDate}`);
	const watching = async (maxItems = 1_000) =>
		await fixture.engine.activate(fixture.trigger({ events: ['booking'], options: { maxItems } }));

	/** What these polls report and say; every third one is a restart of n8n. */
	const polls = async (trigger: Awaited<ReturnType<typeof watching>>, count: number) => {
		const said: string[] = [];
		const before = (await trigger.emitted()).length;
		for (let poll = 1; poll <= count; poll++) {
			fixture.later();
			if (poll % 3 === 0) await trigger.restart(fresh());
			else {
				const { error } = await trigger.poll();
				if (error) said.push(error.message);
			}
		}
		return { found: versionsIn((await trigger.emitted()).slice(before)), said };
	};

	it.each<To>(['nothing', 'day', 'hour'])(
		'finds 10 changes of 1,800 bookings once each, if it goes by: %s',
		async (to) => {
			goesBy(to);
			fixture.venue.bookings.seed(1_800, { everySeconds: 20, secondsAgo: 600 });
			const trigger = await watching();
			fixture.later();
			const changed: string[] = [];
			for (const { uniqueId } of fixture.venue.bookings.all().slice(0, 10)) {
				const { booking } = await fixture.venue.bookings.change(uniqueId, { note: 'changed' });
				changed.push(`${uniqueId} ${booking.modifiedDate}`);
			}
			const { found, said } = await polls(trigger, 4);
			expect(found.sort()).toEqual(changed.sort());
			expect(said).toEqual([]);
		},
		120_000,
	);

	it('reports nothing again that a list did not show because it was cut off', async () => {
		goesBy('day');
		const trigger = await watching();
		fixture.venue.bookings.seed(40, { everySeconds: 0.001 });
		expect((await polls(trigger, 1)).found).toHaveLength(40);
		fixture.venue.vary({ list: 'dataAndTotal', atMostInList: 10 });
		await polls(trigger, 2);
		fixture.venue.vary({ atMostInList: Infinity });
		expect((await polls(trigger, 2)).found).toEqual([]);
	}, 120_000);

	it('reports nothing again for a message that happened before those that it has reported', async () => {
		goesBy('day');
		const setup = fixture.trigger({ events: ['final'], options: { onlyOwnWebhooks: false } });
		const trigger = await fixture.engine.activate(setup);
		const hoursAgo = (hours: number) => ({ firstAttemptAt: Date.now() - hours * HOUR });
		fixture.later(8 * 60);
		fixture.venue.bookings.seed(3, { everySeconds: 1, secondsAgo: 2 * 3_600 });
		fixture.giveUp(1, hoursAgo(3));
		expect((await polls(trigger, 1)).found).toHaveLength(3);
		fixture.later(2 * 60);
		fixture.giveUp(1, hoursAgo(1));
		expect((await polls(trigger, 1)).found).toEqual([]);
		fixture.giveUp(1, hoursAgo(8));
		expect((await polls(trigger, 1)).found).toEqual([]);
	});

	it('reports nothing again for a message of the hour before', async () => {
		goesBy('hour');
		const setup = fixture.trigger({ events: ['final'], options: { onlyOwnWebhooks: false } });
		const trigger = await fixture.engine.activate(setup);
		const minutesAgo = (minutes: number) => ({ firstAttemptAt: Date.now() - minutes * MINUTE });
		fixture.later(30);
		fixture.venue.bookings.seed(3, { everySeconds: 1, secondsAgo: 5 * 60 });
		fixture.giveUp(1, minutesAgo(10));
		expect((await polls(trigger, 1)).found).toHaveLength(3);
		fixture.later(10);
		fixture.giveUp(1, minutesAgo(2));
		expect((await polls(trigger, 1)).found).toEqual([]);
	});

	it('reports nothing again if Booking Changed is added', async () => {
		goesBy('day');
		const options = { onlyOwnWebhooks: false };
		const setup = fixture.trigger({ events: ['final'], options });
		const trigger = await fixture.engine.activate(setup);
		fixture.later(30);
		fixture.venue.bookings.seed(3, { everySeconds: 1, secondsAgo: 5 * 60 });
		fixture.giveUp(1, { firstAttemptAt: Date.now() - 10 * MINUTE });
		expect((await polls(trigger, 1)).found).toHaveLength(3);
		fixture.venue.bookings.seed(1);
		await trigger.republish({ parameters: { events: ['final', 'booking'], options } });
		expect((await polls(trigger, 2)).found).toEqual([]);
		fixture.venue.bookings.seed(1);
		expect((await polls(trigger, 2)).found).toHaveLength(1);
	});

	it('finds 1,500 changes at once, once each, 400 at a time [reliability: whole hours]', async () => {
		goesBy('hour');
		fixture.venue.bookings.seed(300, { everySeconds: 20, secondsAgo: 600 });
		const trigger = await watching(400);
		const before = new Set(all());
		fixture.later();
		fixture.venue.bookings.seed(1_500, { everySeconds: 0.001 });
		const { found, said } = await polls(trigger, 7);
		expect(found).toHaveLength(1_500);
		const changed = all().filter((version) => !before.has(version));
		expect(found.sort()).toEqual(changed.sort());
		expect(said).toEqual([]);
	}, 120_000);

	it('finds 1,500 changes of one moment once each, with nothing earlier in that hour', async () => {
		goesBy('hour');
		const trigger = await watching(3_000);
		fixture.later();
		fixture.venue.bookings.seed(1_500, { everySeconds: 0, secondsAgo: 100 });
		const first = versionsIn((await trigger.poll()).items);
		const { found, said } = await polls(trigger, 4);
		expect([...first, ...found].sort()).toEqual(all().sort());
		expect(said).toEqual([]);
	}, 120_000);

	it('says that it cannot tell 1,800 bookings apart that show no date of change [troubleshooting: whatever time n8n asks for]', async () => {
		fixture.venue.bookings.seed(1_800, { everySeconds: 20, secondsAgo: 600 });
		fixture.venue.undocumented.on('GET /bookings', {}, () => ({
			body: JSON.stringify(
				fixture.venue.bookings.all().map(({ uniqueId, note }) => ({ uniqueId, note })),
			),
		}));
		const trigger = await watching();
		fixture.later();
		const { uniqueId } = fixture.venue.bookings.all()[0];
		await fixture.venue.bookings.change(uniqueId, { note: 'changed' });
		const { found, said } = await polls(trigger, 2);
		expect(found).toEqual([]);
		expect(said).toEqual([expect.stringMatching(/^The venue lists 1800 bookings, whatever time/)]);
	}, 120_000);
});
