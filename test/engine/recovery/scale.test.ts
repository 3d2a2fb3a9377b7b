import { fresh, type Items, ofEvent, RecoveryFixture } from './support/recoveryFixture';

const BOOKINGS = 20_000;

/** Of the whole memory as JSON. */
const MOST_BYTES = 32 * 1024;

describe('the recovery trigger at a big venue', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	const storedBytes = async (workflowId: string) =>
		JSON.stringify(await fixture.staticData(workflowId)).length;

	const next = async (trigger: Awaited<ReturnType<typeof fixture.engine.activate>>) => {
		fixture.later();
		return (await trigger.poll()).items;
	};

	it('reports what is given up although the venue still tries more messages than fit [reliability: comes first]', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ refetchBookings: false }));
		const tried = range(5_400).map(() => {
			fixture.later(0.001);
			return fixture.giveUp(1, { attempts: 5 })[0].id;
		});
		const said = new Said();
		for (let poll = 0; poll < 4; poll++) said.add(await next(trigger));
		const given = range(50).flatMap(() => {
			fixture.later(0.001);
			return fixture.giveUp().map(({ id }) => id);
		});
		const first = await next(trigger);
		expect(ofEvent(first, 'final').map(({ messageId }) => messageId)).toEqual(given);
		said.add(first);
		for (let poll = 0; poll < 4; poll++) said.add(await next(trigger));
		await trigger.restart(fresh());
		expect(await next(trigger)).toEqual([]);
		expect(said.of('attempt')).toEqual({ times: 5_400, distinct: 5_400 });
		expect(said.of('final')).toEqual({ times: 50, distinct: 50 });
		expect(said.ids('attempt')).toEqual(new Set(tried));
	}, 120_000);

	it('tells about given-up messages without a date that it cannot remember, and repeats none [reliability: failed list shows no dates] [troubleshooting: failed list does not show when]', async () => {
		fixture.venue.vary({ history: 'empty' });
		const trigger = await fixture.engine.activate(
			fixture.trigger({ events: ['final'], refetchBookings: false }),
		);
		fixture.giveUp(6_000);
		const said = new Said();
		const told: string[] = [];
		for (let poll = 0; poll < 12; poll++) {
			fixture.later();
			const { items, error } = await trigger.poll();
			said.add(items);
			if (error) told.push(error.message);
			expect(await storedBytes(trigger.workflowId)).toBeLessThan(MOST_BYTES);
		}
		expect(said.of('final')).toEqual({ times: 5_000, distinct: 5_000 });
		expect(told).toEqual([expect.stringMatching(/1000 more than n8n can remember/)]);
	}, 120_000);

	it('compares 20,000 bookings without a larger memory', async () => {
		const trigger = await fixture.engine.activate(
			fixture.trigger({ events: ['booking'], options: { maxItems: BOOKINGS } }),
		);
		fixture.later();
		fixture.venue.bookings.seed(BOOKINGS, { everySeconds: 0.001 });
		expect((await trigger.poll()).items).toHaveLength(BOOKINGS);
		expect(await storedBytes(trigger.workflowId)).toBeLessThan(MOST_BYTES);
		fixture.later(1);
		const [{ uniqueId }] = fixture.venue.bookings.all();
		await fixture.venue.bookings.change(uniqueId, { note: 'changed' });
		expect((await trigger.poll()).items).toMatchObject([{ json: { booking: { uniqueId } } }]);
	}, 120_000);
});

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** What was reported about messages, and how often. */
class Said {
	private readonly items: Items = [];

	add(items: Items): void {
		this.items.push(...items);
	}

	ids(event: string) {
		return new Set(ofEvent(this.items, event).map(({ messageId }) => messageId));
	}

	of(event: string) {
		return { times: ofEvent(this.items, event).length, distinct: this.ids(event).size };
	}
}
