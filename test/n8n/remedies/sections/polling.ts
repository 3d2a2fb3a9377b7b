import type { SimulatedVenue } from '../../../venue';
import { recovery } from '../../fixtures/nodes';
import type { StoredCredential } from '../../lab/rest/credentials';
import type { StoredWorkflow, WorkflowNode } from '../../lab/rest/workflows';
import { type RemedyLab, WORKS } from '../remedyLab';

const MINUTE = 60_000;
const FAILED_LIST = 'GET /webhooks/messages/failed';
const LIST = 'GET /bookings';
const ALL_SINCE = { filters: { modifiedFromDate: '2026-01-01T00:00:00Z' }, returnAll: true };

interface Watch {
	venue: SimulatedVenue;
	credential: StoredCredential;
	node: WorkflowNode;
	workflow: StoredWorkflow;
}

/** All of these workflows wait for polls, once a minute, so they begin together. */
export function describePolling(labOf: () => RemedyLab) {
	describe('The recovery trigger, while it polls', () => {
		const published: StoredWorkflow[] = [];
		let at: RemedyLab;
		let down: Watch;
		let breaking: Watch;
		let part: Watch;
		let moved: Watch;
		let denied: Watch;

		const watch = async (parameters: object): Promise<Watch> => {
			const venue = await at.invite();
			const credential = await at.credential();
			const node = recovery(credential, { ...parameters });
			const { workflow, says } = await at.publish(node);
			expect(says).toBe('');
			published.push(workflow);
			return { venue, credential, node, workflow };
		};

		// The venue lists no webhook of these messages.
		const options = { onlyOwnWebhooks: false };
		const messagesOnly = { events: ['final'], refetchBookings: false, options };
		const bookingsOnly = { events: ['booking'] };

		beforeAll(async () => {
			at = labOf();
			down = await watch(messagesOnly);
			breaking = await watch(bookingsOnly);
			part = await watch(bookingsOnly);
			moved = await watch({ events: ['final'], options });
			denied = await watch(messagesOnly);

			down.venue.faults.on(FAILED_LIST, { kind: 'answer', status: 500 });
			down.venue.messages.addFailed({ attempts: 7 });
			breaking.venue.faults.on(LIST, { kind: 'resetAfterRead' });
			breaking.venue.bookings.seed(1);
			part.venue.vary({ list: 'dataAndTotal', atMostInList: 1 });
			part.venue.bookings.seed(2, { everySeconds: 0 });
			denied.venue.clients.setScopes(denied.venue.credentials.clientId, ['Webhook_Get']);
			denied.venue.messages.addFailed({ attempts: 7 });
			// These are still to be reported when the node moves to another venue.
			moved.venue.faults.on(LIST, { kind: 'answer', status: 500 });
			moved.venue.bookings.seed(1);
			moved.venue.messages.addFailed({ attempts: 7 });
		}, 5 * MINUTE);

		afterAll(async () => {
			for (const workflow of published) await at.lab.workflows.unpublish(workflow);
		}, 2 * MINUTE);

		const saying = (text: string) => [expect.stringContaining(text)];

		it('n8n asks again at the next poll, and then reports what is new. … [troubleshooting: and then reports what is new]', async () => {
			const message = 'n8n asks again at the next poll, and then reports what is new.';
			expect(await at.failures(down.workflow)).toEqual(saying(message));
			down.venue.faults.clear();
			expect(await at.items(down.workflow, 'Recovery', 1)).toHaveLength(1);
			expect(await at.failures(down.workflow)).toHaveLength(1);
		});

		it('n8n asks again at the next poll. If it stays like this, … [troubleshooting: what is new is not reported: …]', async () => {
			const message = 'If it stays like this, what is new is not reported';
			expect(await at.failures(breaking.workflow)).toEqual(saying(message));
			// A call of the action node may take longer than a poll.
			breaking.venue.faults.clear();
			const seen = await at.call(['booking', 'getAll', ALL_SINCE], breaking.credential);
			expect(seen).toEqual(WORKS);
			expect(seen.items).toHaveLength(1);
		});

		it('… What came is reported now, and others as soon as the venue gives them. …', async () => {
			const message = 'What came is reported now, and others as soon as the venue gives them.';
			expect(await at.failures(part.workflow)).toEqual(saying(message));
			expect(await at.items(part.workflow, 'Recovery', 1)).toHaveLength(1);
			part.venue.vary({ atMostInList: 10 });
			expect(await at.items(part.workflow, 'Recovery', 2)).toHaveLength(2);
		});

		it('These credentials do not have … in an execution of its own', async () => {
			const message = 'These credentials do not have';
			expect(await at.failures(denied.workflow)).toEqual(saying(message));
			const { clientId } = denied.venue.credentials;
			denied.venue.clients.setScopes(clientId, ['Webhook_GetFailedMessages']);
			expect(await at.items(denied.workflow, 'Recovery', 1)).toHaveLength(1);
			expect(await at.failures(denied.workflow)).toHaveLength(1);
		});

		it('This node now asks another venue: … [troubleshooting: This node now asks another venue]', async () => {
			await at.invite();
			const node = { ...moved.node, credential: await at.credential() };
			expect((await at.publish(node, moved.workflow)).says).toBe('');
			const said = await at.failures(moved.workflow, 2);
			expect(said.join()).toContain('This node now asks another venue');
			moved.venue.faults.clear();
			const former = await at.call(['booking', 'getAll'], moved.credential);
			expect(former.items).toHaveLength(1);
		});
	});
}
