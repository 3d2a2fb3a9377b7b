import { loseDeliveries, QUICK_RETRIES } from './lostDeliveries';
import { RecoveryLab } from './recoveryLab';
import { bookingIds, EACH_ONCE, messageIds, tallyOf } from './tally';

const MINUTES = 60_000;

describe('the recovery trigger in queue mode', () => {
	let lab: RecoveryLab;
	beforeAll(async () => (lab = await RecoveryLab.open({ mode: 'queue' })), 15 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);
	beforeEach(async () => await lab.invite());

	it(
		'reports once what the venue gave up while n8n was stopped, and each booking once',
		async () => {
			lab.subscribe();
			const workflow = await lab.publish([lab.recovery()]);
			await lab.lab.main.stop();
			const bookings = await lab.emitUntilGivenUp(300);
			const messages = lab.venue.messages.failed().map(({ id }) => id);
			expect(messages).toHaveLength(300);

			await lab.startAgain();
			const items = await lab.untilItems(workflow, 601);
			expect(tallyOf(messages, messageIds(items))).toEqual(EACH_ONCE);
			expect(tallyOf(bookings, bookingIds(items))).toEqual(EACH_ONCE);
			await lab.nextPoll();
			await lab.lab.main.restart();
			await lab.lab.session.logIn();
			await lab.nextPoll();
			expect(await lab.items(workflow, 'Recovery')).toHaveLength(601);
		},
		20 * MINUTES,
	);

	it(
		'reports once the messages that are lost while n8n keeps polling',
		async () => {
			await lab.invite({ delivery: QUICK_RETRIES });
			await loseDeliveries(lab);
		},
		15 * MINUTES,
	);
});
