import type { SimulatedVenue } from '../../venue';
import { fresh, ofEvent, RecoveryFixture } from './support/recoveryFixture';

const FAILED = 5_000;
const BOOKINGS = 100_000;

/** Of the whole memory as JSON. */
const MOST_BYTES = 32 * 1024;

describe('the recovery trigger at a big venue', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	const storedBytes = async (workflowId: string) =>
		JSON.stringify(await fixture.staticData(workflowId)).length;

	it('reports each of 5,000 failed messages once while the list changes', async () => {
		const setup = fixture.trigger({ refetchBookings: false });
		const trigger = await fixture.engine.activate(setup);
		const said: unknown[] = [];
		const pollAndNote = async () => {
			fixture.later();
			const { items } = await trigger.poll();
			said.push(...ofEvent(items, 'final').map(({ messageId }) => messageId));
			expect(await storedBytes(trigger.workflowId)).toBeLessThan(MOST_BYTES);
		};
		const messages = fixture.giveUp(FAILED);
		await pollAndNote();
		for (let round = 1; round <= 3; round++) {
			for (const { id } of messages.splice(0, 500)) forget(fixture.venue, id);
			messages.push(...fixture.giveUp(500));
			await pollAndNote();
			await trigger.restart(fresh());
		}
		expect(new Set(said).size).toBe(FAILED + 3 * 500);
		expect(said).toHaveLength(FAILED + 3 * 500);
	}, 120_000);

	it('compares 100,000 bookings without a larger memory', async () => {
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

function forget(venue: SimulatedVenue, id: string): void {
	const message = venue.messages.find(id);
	if (message) message.status = 'Delivered';
}
