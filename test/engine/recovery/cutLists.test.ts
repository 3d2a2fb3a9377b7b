import { timeIn } from '../harness/times';
import { bookingIds, fresh, RecoveryFixture } from './support/recoveryFixture';

const TIMES = /changes from (.+?) to (.+?) may be missing/;

describe('the recovery trigger at a venue that shows 100 bookings at most', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		fixture.venue.vary({ atMostInList: 100, bookings: { order: 'newestFirst' } });
	});
	afterEach(async () => await fixture.close());

	const watching = async () =>
		await fixture.engine.activate(fixture.trigger({ events: ['booking'] }));

	/** What these polls report and say, and how often they ask for bookings. */
	const polls = async (trigger: Awaited<ReturnType<typeof watching>>, count = 4) => {
		const [ids, said]: [string[], string[]] = [[], []];
		const before = fixture.venue.count('GET /bookings');
		for (let poll = 0; poll < count; poll++) {
			fixture.later();
			const { items, error } = await trigger.poll();
			ids.push(...bookingIds(items));
			if (error) said.push(error.message);
		}
		return { ids, said, requests: fixture.venue.count('GET /bookings') - before };
	};
	/** Bookings that change during an outage, a second after each other. */
	const outage = (count: number) => {
		fixture.later(count / 60);
		fixture.venue.bookings.seed(count, { everySeconds: 1 });
		return fixture.venue.bookings.all().slice(-count);
	};

	it.each([250, 2_500, 25_000])(
		'reports the newest of %d changes once, and says once since when others may be missing [reliability: part of its bookings] [troubleshooting: changes from … to … may be missing]',
		async (count) => {
			const trigger = await watching();
			const publishedAt = Date.now();
			const changed = outage(count);
			const { ids, said, requests } = await polls(trigger);
			const shown = changed.slice(-100);
			expect(ids).toHaveLength(100);
			expect(new Set(ids)).toEqual(new Set(shown.map(({ uniqueId }) => uniqueId)));
			expect(said).toEqual([expect.stringMatching(TIMES)]);
			const [, from, to] = TIMES.exec(said[0])!;
			expect(timeIn(from)).toBeLessThanOrEqual(publishedAt);
			const secondsOf = (ms: number) => Math.ceil(ms / 1000);
			expect(secondsOf(timeIn(to))).toBe(secondsOf(Date.parse(String(shown[0].modifiedDate))));
			// The zone of a workflow unless n8n or the workflow has another.
			for (const time of [from, to]) expect(time).toMatch(/ \(America\/New_York\)$/);
			expect(requests).toBe(4);

			// The next outage is told anew.
			await trigger.restart(fresh());
			outage(count);
			const next = await polls(trigger);
			expect(next.ids).toHaveLength(100);
			expect(next.said).toEqual([expect.stringMatching(TIMES)]);
			expect(next.said).not.toEqual(said);
		},
		60_000,
	);

	it('takes a list of 100 for whole if the venue counts 100', async () => {
		const trigger = await watching();
		const changed = outage(100);
		fixture.venue.vary({ list: 'dataAndTotal', atMostInList: Infinity });
		const { ids, said } = await polls(trigger);
		expect(new Set(ids)).toEqual(new Set(changed.map(({ uniqueId }) => uniqueId)));
		expect(ids).toHaveLength(100);
		expect(said).toEqual([]);
	});

	it.each([250, 2_500])(
		'reads on if the list begins with the oldest change (%d)',
		async (count) => {
			fixture.venue.vary({ bookings: { order: 'oldestFirst' } });
			const trigger = await fixture.engine.activate(
				fixture.trigger({ events: ['booking'], options: { maxItems: 3_000 } }),
			);
			const changed = outage(count);
			const { ids, said } = await polls(trigger);
			expect(said).toEqual([]);
			expect(ids).toHaveLength(count);
			expect(new Set(ids)).toEqual(new Set(changed.map(({ uniqueId }) => uniqueId)));
		},
	);

	it('says nothing while a cut list reaches back to what was reported', async () => {
		const trigger = await watching();
		for (let round = 0; round < 5; round++) {
			// With those of the last five minutes, these are more than 100.
			fixture.venue.bookings.seed(90, { everySeconds: 1 });
			const { ids, said } = await polls(trigger, 1);
			expect(ids).toHaveLength(90);
			expect(said).toEqual([]);
			fixture.later(1);
			const quiet = await polls(trigger, 1);
			expect(quiet).toMatchObject({ ids: [], said: [] });
		}
	});

	it('says it, too, for the bookings of a message that was given up', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['final'] }));
		fixture.later();
		fixture.giveUp(1);
		outage(250);
		const { ids, said } = await polls(trigger);
		expect(ids).toHaveLength(100);
		expect(said).toEqual([expect.stringMatching(TIMES)]);
	});

	it('does the same if the venue says that there are more', async () => {
		fixture.venue.vary({ list: 'dataAndTotal' });
		const trigger = await watching();
		outage(250);
		const { ids, said } = await polls(trigger);
		expect(ids).toHaveLength(100);
		expect(said).toEqual([expect.stringMatching(TIMES)]);
	});

	it('reports a list whole that has exactly 100 bookings [reliability: counts as cut off]', async () => {
		fixture.venue.vary({ atMostInList: Infinity });
		const trigger = await watching();
		outage(100);
		const { ids } = await polls(trigger);
		expect(new Set(ids).size).toBe(100);
		expect(ids).toHaveLength(100);
	});
});
