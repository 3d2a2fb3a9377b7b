import { askedAgain, LivesLab, subscribe } from '../fixtures/livesLab';
import { recovery } from '../fixtures/nodes';
import { messageIds } from '../fixtures/tally';

const MINUTES = 60_000;
const FAILED_LIST = 'GET /webhooks/messages/failed';

describe('Only Own Webhooks in a real n8n', () => {
	let lab: LivesLab;
	beforeAll(async () => (lab = await LivesLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'reports what failed at its own address, and leaves out what failed elsewhere',
		async () => {
			const venue = await lab.openVenue();
			const credential = await lab.credentialFor(venue);
			const own = subscribe(venue, `${lab.n8n.publicOrigin}/webhook/nobody`);
			const others = subscribe(venue, 'https://crm.example/webhook/venue');
			const parameters = { events: ['final', 'growth'], refetchBookings: false };
			const workflow = await lab.publish('Recovery', [recovery(credential, parameters)]);
			const { messages } = venue;
			for (let count = 0; count < 20; count++)
				messages.addFailed({ attempts: 7, webhookId: others });
			const { id } = messages.addFailed({ attempts: 7, webhookId: own });
			const items = await workflow.untilItems('Recovery', 2);
			expect(messageIds(items.slice(0, 1))).toEqual([id]);
			expect(items).toMatchObject([{ isOurs: true }, { event: 'growth', before: 0, now: 1 }]);
			await askedAgain(venue, FAILED_LIST, 1);
			expect(await workflow.items('Recovery')).toHaveLength(2);
			expect(await workflow.failures()).toEqual([]);
		},
		10 * MINUTES,
	);
});
