import { billOf } from './bill';
import { byMany, Theatre } from './theatre';

const MESSAGES = 500;

/** More at a time than the slots take, and fewer than n8n can answer in two seconds. */
const SENDERS = 8;

describe('with N8N_CONCURRENCY_PRODUCTION_LIMIT=2 and a venue that waits two seconds', () => {
	let theatre: Theatre;

	beforeAll(async () => {
		const environment = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' };
		theatre = await Theatre.open({ mode: 'alone', environment });
	});

	afterAll(async () => await theatre?.close());

	it('each message starts the workflow once, and the venue learns of all in the end', async () => {
		const delivery = { timeoutMs: 2_000, firstRetrySeconds: 4, backoffFactor: 2 };
		await theatre.invite({ delivery });
		const wait = {
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { amount: 0.5 },
		};
		const workflow = await theatre.publish([theatre.trigger(), wait]);
		await byMany(SENDERS, Array.from({ length: MESSAGES }), async (_, index) => {
			await theatre.venue.emit({ type: 'Booking', eventType: 'Updated', data: { index } });
		});
		const { messages } = theatre.venue;
		const isOver = () =>
			messages.all().every(({ status }) => status === 'Delivered' || status === 'Failed');
		while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 200));

		const ids = messages.all().map(({ id }) => id);
		const started = await theatre.executions(workflow, ids.length);
		const bill = billOf(ids, started, theatre.venue);
		process.stdout.write(`slots: ${JSON.stringify(bill)}\n`);
		expect(bill).toMatchObject({ missing: 0, twice: 0 });
		expect(bill.notAcknowledged).toBeGreaterThan(0);
		expect(messages.failed()).toEqual([]);
	});
});
