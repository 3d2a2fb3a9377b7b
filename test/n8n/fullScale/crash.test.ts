import { tallyOf } from '../fixtures/deliveryTally';
import { inParallel } from '../fixtures/inParallel';
import { TriggerFixture } from '../fixtures/triggerFixture';

const SENDERS = 16;
const MESSAGES = 500;
const ANSWERED_BEFORE_THE_CRASH = 200;

describe('if n8n is killed in the middle of a burst', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'regular' });
	});

	afterAll(async () => await fixture?.stop());

	it('nothing is missing, and at most what was under way starts twice', async () => {
		await fixture.startVenue({ delivery: { timeoutMs: 120_000, firstRetrySeconds: 30 } });
		const nodes = [fixture.trigger()];
		const workflow = await fixture.publish(nodes);
		const { venue, lab } = fixture;
		const answered = () => venue.deliveries.filter(({ status }) => status === 200).length;

		let kill: Promise<void> | undefined;
		await inParallel(SENDERS, Array.from({ length: MESSAGES }), async (_, index) => {
			await venue.emit({ type: 'Booking', eventType: 'Updated', data: { index } });
			if (answered() >= ANSWERED_BEFORE_THE_CRASH) kill ??= lab.main.kill();
		});
		await kill;
		const lost = venue.messages.failed().length;
		await fixture.startAgain(nodes);
		while (venue.messages.failed().length > 0) {
			await venue.clock.advance(31_000);
			await venue.idle();
			await new Promise((resolve) => setTimeout(resolve, 100));
		}

		const ids = venue.messages.all().map(({ id }) => id);
		const started = await fixture.executions(workflow, ids.length);
		const { missing, twice } = tallyOf(ids, started, venue);
		process.stdout.write(`crash: ${lost} not acknowledged, ${missing} missing, ${twice} twice\n`);
		expect(ids).toHaveLength(MESSAGES);
		expect(lost).toBeGreaterThan(0);
		expect(missing).toBe(0);
		expect(twice).toBeLessThanOrEqual(SENDERS);
	});
});
