import { bookingIds, EACH_ONCE, messageIds, tallyOf } from '../../fixtures/tally';
import type { SimulatedVenue } from '../../../venue';
import { askedAgain, LivesLab, type LivingWorkflow } from '../../fixtures/livesLab';

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
/**
 * The first scheduled poll comes this long after the publication. It follows the database’s clock,
 * which cannot be moved.
 */
const FIRST_POLL_AFTER = 45 * SECONDS;
const NEXT_POLL_WITHIN = 2.5 * MINUTES;

/** Off unless all of them are set. */
const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_TRIGGER_NODE_MODE: 'new',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

interface Life {
	venue: SimulatedVenue;
	workflow: LivingWorkflow;
	given: string[];
	changed: string[];
}

describe('lives of workflows with n8n’s durable scheduler', () => {
	let lab: LivesLab;
	beforeAll(
		async () => (lab = await LivesLab.open({ mode: 'regular', environment: SCHEDULER })),
		10 * MINUTES,
	);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	const publish = async (): Promise<Life> => {
		const venue = await lab.openVenue();
		venue.bookings.seed(10, { everySeconds: 3_600, secondsAgo: 86_400 });
		const credential = await lab.credentialFor(venue);
		const second = new Date(Date.now() + FIRST_POLL_AFTER).getSeconds();
		const pollTimes = { item: [{ mode: 'custom', cronExpression: `${second} * * * * *` }] };
		const node = lab.recovery('Recovery', credential, { events: ['final', 'booking'], pollTimes });
		return { venue, workflow: await lab.publish('Scheduled', [node]), given: [], changed: [] };
	};

	const giveUp = async ({ venue, given, changed }: Life) => {
		for (let message = 0; message < 5; message++) {
			given.push(venue.messages.addFailed({ attempts: 7 }).id);
			changed.push((await venue.bookings.create()).booking.uniqueId);
		}
	};

	const reported = async ({ venue, workflow, given, changed }: Life) => {
		await askedAgain(venue, 'GET /webhooks/messages/failed', 1);
		await workflow.untilItems('Recovery', given.length + changed.length, NEXT_POLL_WITHIN);
		const items = await workflow.items('Recovery');
		return {
			messages: tallyOf(given, messageIds(items)),
			bookings: tallyOf(changed, bookingIds(items)),
		};
	};

	const allOnce = { messages: EACH_ONCE, bookings: EACH_ONCE };

	it.each([
		{ how: 'while n8n runs', restart: async () => {} },
		{
			how: 'across a restart',
			restart: async () => {
				await lab.n8n.main.stop();
				await lab.n8n.startAgain();
			},
		},
	])(
		'reports what happened between the publication and the first scheduled poll, $how',
		async ({ restart }) => {
			const life = await publish();
			await giveUp(life);
			await restart();
			const between = await reported(life);
			await giveUp(life);
			const later = await reported(life);
			await life.workflow.unpublish();
			expect({ between, later }).toEqual({ between: allOnce, later: allOnce });
		},
		15 * MINUTES,
	);
});
