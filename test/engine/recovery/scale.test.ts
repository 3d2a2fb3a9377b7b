import type { SimulatedVenue } from '../../venue';
import { fresh, ofEvent, Stage } from './support/stage';

const FAILED = 5_000;
const BOOKINGS = 100_000;

/** Of the whole memory, JSON included. */
const MOST_BYTES = 32 * 1024;

describe('the recovery trigger at the size of a big venue', () => {
	let stage: Stage;
	beforeEach(async () => (stage = await Stage.open()));
	afterEach(async () => await stage.close());

	const storedBytes = async (workflowId: string) =>
		JSON.stringify(await stage.staticData(workflowId)).length;

	it('reports each of 5,000 failed messages once while the list changes', async () => {
		const setup = stage.trigger({ refetchBookings: false });
		const trigger = await stage.engine.activate(setup);
		const said: unknown[] = [];
		const pollAndNote = async () => {
			stage.later();
			const { items } = await trigger.poll();
			said.push(...ofEvent(items, 'final').map(({ messageId }) => messageId));
			expect(await storedBytes(trigger.workflowId)).toBeLessThan(MOST_BYTES);
		};
		const messages = stage.giveUp(FAILED);
		await pollAndNote();
		for (let round = 1; round <= 3; round++) {
			for (const { id } of messages.splice(0, 500)) forget(stage.venue, id);
			messages.push(...stage.giveUp(500));
			await pollAndNote();
			await trigger.restart(fresh());
		}
		expect(new Set(said).size).toBe(FAILED + 3 * 500);
		expect(said).toHaveLength(FAILED + 3 * 500);
	}, 120_000);

	it('compares 100,000 bookings, and remembers no more for it', async () => {
		const trigger = await stage.engine.activate(stage.trigger({ events: ['booking'] }));
		stage.later();
		stage.venue.bookings.seed(BOOKINGS, { everySeconds: 0.001 });
		expect((await trigger.poll()).items).toHaveLength(BOOKINGS);
		expect(await storedBytes(trigger.workflowId)).toBeLessThan(MOST_BYTES);
		stage.later(1);
		const [{ uniqueId }] = stage.venue.bookings.all();
		await stage.venue.bookings.change(uniqueId, { note: 'changed' });
		expect((await trigger.poll()).items).toMatchObject([{ json: { booking: { uniqueId } } }]);
	}, 120_000);
});

/** The list forgets. */
function forget(venue: SimulatedVenue, id: string): void {
	const message = venue.messages.find(id);
	if (message) message.status = 'Delivered';
}
