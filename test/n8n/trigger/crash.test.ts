import { billOf } from './bill';
import { byMany, Theatre } from './theatre';

const SENDERS = 16;
const MESSAGES = 500;
const ANSWERED_BEFORE_THE_CRASH = 200;

describe('when n8n is killed in the middle of a burst', () => {
	let theatre: Theatre;

	beforeAll(async () => {
		theatre = await Theatre.open({ mode: 'alone' });
	});

	afterAll(async () => await theatre?.close());

	it('nothing is missing, and twice comes at most what was under way', async () => {
		await theatre.invite({ delivery: { timeoutMs: 120_000, firstRetrySeconds: 30 } });
		const nodes = [theatre.trigger()];
		const workflow = await theatre.publish(nodes);
		const { venue, lab } = theatre;
		const answered = () => venue.deliveries.filter(({ status }) => status === 200).length;

		let kill: Promise<void> | undefined;
		await byMany(SENDERS, Array.from({ length: MESSAGES }), async (_, index) => {
			await venue.emit({ type: 'Booking', eventType: 'Updated', data: { index } });
			if (answered() >= ANSWERED_BEFORE_THE_CRASH) kill ??= lab.main.kill();
		});
		await kill;
		const lost = venue.messages.failed().length;
		await theatre.startAgain(nodes);
		while (venue.messages.failed().length > 0) {
			await venue.clock.advance(31_000);
			await venue.idle();
			await new Promise((resolve) => setTimeout(resolve, 100));
		}

		const ids = venue.messages.all().map(({ id }) => id);
		const started = await theatre.executions(workflow, ids.length);
		const { missing, twice } = billOf(ids, started, venue);
		process.stdout.write(`crash: ${lost} not acknowledged, ${missing} missing, ${twice} twice\n`);
		expect(ids).toHaveLength(MESSAGES);
		expect(lost).toBeGreaterThan(0);
		expect(missing).toBe(0);
		expect(twice).toBeLessThanOrEqual(SENDERS);
	});
});
