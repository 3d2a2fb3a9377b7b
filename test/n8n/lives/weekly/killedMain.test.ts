import { setTimeout as sleep } from 'node:timers/promises';

import type { Fault, SimulatedVenue } from '../../../venue';
import { describeQueueMode } from '../../fixtures/describeQueueMode';
import { until } from '../../fixtures/until';
import { EACH_ONCE, messageIds, tallyOf } from '../../fixtures/tally';
import { askedAgain, LivesLab, type LivingWorkflow } from '../../fixtures/livesLab';

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const FAILED_LIST = 'GET /webhooks/messages/failed';
const PUT = 'PUT /webhooks/{webhookId}';
const HOLD: Fault = { kind: 'delay', ms: 4 * SECONDS };

/** By default, n8n waits two minutes before it goes on with a publication that was cut off. */
const SHORT_LEASE = { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20' };

/** n8n tells the venue ten seconds after a workflow was unpublished. */
const LONGER_THAN_ITS_GRACE_MS = 15 * SECONDS;

/** The request in the middle of which n8n is killed, and how many webhooks the venue then has. */
const PUBLISHING = [
	['GET /webhooks', 0],
	['POST /webhooks', 1],
] as const;

describeQueueMode('if the only main process of queue mode is killed and started again', () => {
	let lab: LivesLab;
	let venue: SimulatedVenue;

	beforeAll(async () => {
		lab = await LivesLab.open({ mode: 'queue', environment: SHORT_LEASE });
	}, 15 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	const webhooks = () => venue.webhooks.all().map(({ configuration }) => configuration);

	/** Kills it while the venue holds the request back. */
	const killDuring = async (endpoint: string, begin: () => Promise<unknown>) => {
		venue.faults.on(endpoint, HOLD, { times: 1 });
		const before = venue.count(endpoint);
		const begun = begin().catch(() => {});
		await until(() => venue.count(endpoint) > before);
		await lab.n8n.main.kill();
		await begun;
		venue.faults.clear();
	};

	const arrives = async (workflow: LivingWorkflow) => {
		const [{ id }] = await venue.emit({ type: 'Booking', eventType: 'Updated' });
		await until(async () => (await workflow.items('Trigger')).some((item) => item.id === id));
	};

	it.each(PUBLISHING)(
		'in the middle of a publication, at %s: unpublishing and publishing makes it whole',
		async (endpoint, known) => {
			venue = await lab.openVenue();
			const trigger = lab.trigger('Trigger', await lab.credentialFor(venue));
			const stored = await lab.n8n.workflows.create('Published', [trigger]);
			const workflow = lab.workflow(stored);
			await killDuring(endpoint, async () => await lab.n8n.workflows.publish(stored));
			await lab.n8n.startAgain();
			await lab.n8n.workflows.settled(stored);
			await lab.n8n.untilRouted(`${trigger.webhookId}/venue-platform`);
			expect(await lab.n8n.workflows.read(stored)).toMatchObject({ active: true });
			// n8n counts it as published, and does not call the trigger again.
			expect(webhooks()).toHaveLength(known);

			await workflow.unpublish();
			await workflow.publish([trigger]);
			expect(webhooks()).toMatchObject([{ enabled: true }]);
			await arrives(workflow);
			expect(await workflow.items('Trigger')).toHaveLength(1);
			await workflow.unpublish();
			await until(() => webhooks().every(({ enabled }) => enabled === false));
		},
		10 * MINUTES,
	);

	it.each([
		['while the venue is told', false],
		['before the venue is told', true],
	])(
		'in the middle of an unpublication, %s: n8n’s log says what helps if the webhook stays on',
		async (_, isLeftOn) => {
			venue = await lab.openVenue();
			const trigger = lab.trigger('Trigger', await lab.credentialFor(venue));
			const workflow = await lab.publish('Unpublished', [trigger]);
			if (isLeftOn) {
				await workflow.unpublish();
				await lab.n8n.main.kill();
			} else await killDuring(PUT, async () => await workflow.unpublish());
			await lab.n8n.startAgain();
			expect(await lab.n8n.workflows.read(workflow.stored)).toMatchObject({ active: false });
			await sleep(LONGER_THAN_ITS_GRACE_MS);
			const [{ url, enabled }] = webhooks();
			expect(enabled).toBe(isLeftOn);
			expect(await lab.n8n.main.log()).toContain(`no more events to ${String(url)}`);
			if (!isLeftOn) return;
			// What the log says.
			await workflow.publish([trigger]);
			await arrives(workflow);
			await workflow.unpublish();
			await until(() => webhooks().every((webhook) => webhook.enabled === false));
		},
		10 * MINUTES,
	);

	it(
		'in the middle of a poll: each message is reported once',
		async () => {
			venue = await lab.openVenue();
			const credential = await lab.credentialFor(venue);
			await lab.publish('Receiving', [lab.trigger('Trigger', credential)]);
			const parameters = { events: ['final'], refetchBookings: false };
			const workflow = await lab.publish('Watching', [
				lab.recovery('Recovery', credential, parameters),
			]);
			await askedAgain(venue, FAILED_LIST, 1);
			const given: string[] = [];
			for (let kill = 0; kill < 3; kill++) {
				given.push(venue.messages.addFailed({ attempts: 7 }).id);
				await killDuring(FAILED_LIST, async () => {});
				await lab.n8n.startAgain();
			}
			await workflow.untilItems('Recovery', given.length);
			await askedAgain(venue, FAILED_LIST, 2);
			expect(tallyOf(given, messageIds(await workflow.items('Recovery')))).toEqual(EACH_ONCE);
		},
		10 * MINUTES,
	);
});
