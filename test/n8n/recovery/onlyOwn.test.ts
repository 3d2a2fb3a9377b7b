import { RecoveryLab } from './recoveryLab';
import { messageIds } from './tally';

const MINUTES = 60_000;

describe('Only Own Webhooks in a real n8n', () => {
	let lab: RecoveryLab;
	beforeAll(async () => (lab = await RecoveryLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'reports what failed at its own address, and leaves out what failed elsewhere',
		async () => {
			await lab.invite();
			const own = lab.subscribe();
			const others = lab.subscribe('venue', 'https://crm.example');
			const parameters = { events: ['final', 'growth'], refetchBookings: false };
			const workflow = await lab.publish([lab.recovery(parameters)]);
			const { messages } = lab.venue;
			for (let count = 0; count < 20; count++)
				messages.addFailed({ attempts: 7, webhookId: others });
			const { id } = messages.addFailed({ attempts: 7, webhookId: own });
			const items = await lab.untilItems(workflow, 2);
			expect(messageIds(items.slice(0, 1))).toEqual([id]);
			expect(items).toMatchObject([{ isOurs: true }, { event: 'growth', before: 0, now: 1 }]);
			await lab.nextPoll();
			expect(await lab.items(workflow, 'Recovery')).toHaveLength(2);
			expect(await lab.failedExecutions(workflow)).toBe(0);
		},
		10 * MINUTES,
	);
});
