import { tallyOf } from '../fixtures/deliveryTally';
import { inParallel } from '../fixtures/inParallel';
import { TriggerFixture } from '../fixtures/triggerFixture';

const MESSAGES = 500;

/** More at a time than there are slots, and fewer than n8n can answer in two seconds. */
const SENDERS = 8;

describe('with N8N_CONCURRENCY_PRODUCTION_LIMIT=2 and a venue that waits two seconds', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		const environment = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' };
		fixture = await TriggerFixture.start({ mode: 'regular', environment });
	});

	afterAll(async () => await fixture?.stop());

	it('each message starts the workflow once, and the venue gets a success for all in the end [reliability: two executions]', async () => {
		const delivery = { timeoutMs: 2_000, firstRetrySeconds: 4, backoffFactor: 2 };
		await fixture.startVenue({ delivery });
		const wait = {
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { amount: 0.5 },
		};
		const workflow = await fixture.publish([fixture.trigger(), wait]);
		await inParallel(SENDERS, Array.from({ length: MESSAGES }), async (_, index) => {
			await fixture.venue.emit({ type: 'Booking', eventType: 'Updated', data: { index } });
		});
		const { messages } = fixture.venue;
		const isOver = () =>
			messages.all().every(({ status }) => status === 'Delivered' || status === 'Failed');
		while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 200));

		const ids = messages.all().map(({ id }) => id);
		const started = await fixture.executions(workflow, ids.length);
		const tally = tallyOf(ids, started, fixture.venue);
		process.stdout.write(`slots: ${JSON.stringify(tally)}\n`);
		expect(tally).toMatchObject({ missing: 0, twice: 0 });
		expect(tally.notAcknowledged).toBeGreaterThan(0);
		expect(messages.failed()).toEqual([]);
	});
});
