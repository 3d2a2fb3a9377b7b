import { inParallel } from '../fixtures/inParallel';
import { askedAgain, LivesLab, type LivingWorkflow, subscribe } from '../fixtures/livesLab';
import { recovery } from '../fixtures/nodes';
import { bookingIds, EACH_ONCE, messageIds, tallyOf } from '../fixtures/tally';

const MINUTES = 60_000;
const WORKFLOWS = 200;
const AT_ONCE = 4;
const BOOKINGS = 'GET /bookings';
const EVERY_THREE_MINUTES = { item: [{ mode: 'custom', cronExpression: '0 */3 * * * *' }] };

describe(`${WORKFLOWS} recovery triggers that poll in the same second`, () => {
	let lab: LivesLab;

	beforeAll(async () => {
		// n8n keeps 10,000 executions by default, and each one counts here.
		const environment = { EXECUTIONS_DATA_PRUNE: 'false' };
		lab = await LivesLab.open({ mode: 'regular', environment });
	}, 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'each report what is new once, and none of them fails',
		async () => {
			const venue = await lab.openVenue();
			const credential = await lab.credentialFor(venue);
			const webhookId = subscribe(venue, `${lab.n8n.publicOrigin}/webhook/nobody`);
			const workflows: LivingWorkflow[] = [];
			await inParallel(AT_ONCE, Array.from({ length: WORKFLOWS }), async () => {
				const events = ['final', 'booking'];
				const node = recovery(credential, { events, pollTimes: EVERY_THREE_MINUTES });
				workflows.push(await lab.publish('Recovery', [node]));
			});
			const { messages, bookings } = venue;
			const givenUp = Array.from(
				{ length: 3 },
				() => messages.addFailed({ attempts: 7, webhookId, type: 'Ticket' }).id,
			);
			const { booking } = await bookings.create();

			const polls = venue.count(BOOKINGS);
			for (const round of [1, 2]) {
				while (venue.count(BOOKINGS) < polls + round * WORKFLOWS) {
					await askedAgain(venue, BOOKINGS, 1);
				}
			}
			for (const workflow of workflows) {
				const items = await workflow.items('Recovery');
				expect(tallyOf(givenUp, messageIds(items))).toEqual(EACH_ONCE);
				expect(bookingIds(items)).toEqual([booking.uniqueId]);
				expect(await workflow.failures()).toEqual([]);
			}
		},
		40 * MINUTES,
	);
});
