import { inParallel } from '../fixtures/inParallel';
import type { StoredWorkflow } from '../lab/rest/workflows';
import { RecoveryLab } from './recoveryLab';
import { bookingIds, EACH_ONCE, messageIds, tallyOf } from './tally';

const MINUTES = 60_000;
const WORKFLOWS = 200;
const AT_ONCE = 4;
const EVERY_THREE_MINUTES = { item: [{ mode: 'custom', cronExpression: '0 */3 * * * *' }] };

describe(`${WORKFLOWS} recovery triggers that poll in the same second`, () => {
	let lab: RecoveryLab;

	beforeAll(async () => {
		// n8n keeps 10,000 executions by default, and each one counts here.
		const environment = { EXECUTIONS_DATA_PRUNE: 'false' };
		lab = await RecoveryLab.open({ mode: 'regular', environment });
		await lab.invite();
	}, 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'each report what is new once, and none of them fails',
		async () => {
			const webhookId = lab.subscribe();
			const workflows: StoredWorkflow[] = [];
			await inParallel(AT_ONCE, Array.from({ length: WORKFLOWS }), async () => {
				const events = ['final', 'booking'];
				const node = lab.recovery({ events, pollTimes: EVERY_THREE_MINUTES });
				workflows.push(await lab.publish([node]));
			});
			const { messages, bookings } = lab.venue;
			const givenUp = Array.from(
				{ length: 3 },
				() => messages.addFailed({ attempts: 7, webhookId, type: 'Ticket' }).id,
			);
			const { booking } = await bookings.create();

			const polls = lab.venue.count('GET /bookings');
			for (const round of [1, 2]) {
				while (lab.venue.count('GET /bookings') < polls + round * WORKFLOWS) {
					await lab.nextPoll('GET /bookings');
				}
			}
			let failed = 0;
			for (const workflow of workflows) {
				const items = await lab.items(workflow, 'Recovery');
				expect(tallyOf(givenUp, messageIds(items))).toEqual(EACH_ONCE);
				expect(bookingIds(items)).toEqual([booking.uniqueId]);
				failed += await lab.failedExecutions(workflow);
			}
			expect(failed).toBe(0);
		},
		40 * MINUTES,
	);
});
