import axios from 'axios';

import { describeQueueMode } from '../../fixtures/describeQueueMode';
import { ACTION_NODE, onDemand } from '../../fixtures/nodes';
import { askedAgain, LivesLab } from '../livesLab';

const MINUTES = 60_000;
const WEBHOOKS = 'GET /webhooks';

describeQueueMode('lives of workflows in queue mode', () => {
	let lab: LivesLab;
	beforeAll(async () => (lab = await LivesLab.open({ mode: 'queue' })), 15 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'raises nothing for what the action node changes on a worker, and reports others’ changes',
		async () => {
			const venue = await lab.openVenue();
			const credential = await lab.credentialFor(venue);
			const [changed, disabled, others] = ['changed', 'disabled', 'others'].map(
				(path) =>
					venue.webhooks.create({
						url: `https://elsewhere.example/${path}`,
						enabled: true,
						authentication: { apiKey: 'key' },
						webhooks: { booking: { events: ['Created'] } },
					}).webhookId,
			);
			const update = (name: string, webhookId: number, updateFields: Record<string, unknown>) => ({
				name,
				type: ACTION_NODE,
				parameters: {
					resource: 'webhook',
					operation: 'update',
					webhookId: { __rl: true, mode: 'id', value: String(webhookId) },
					updateFields,
				},
				credential,
			});
			const path = 'change-webhooks';
			await lab.publish('Changes of its own', [
				onDemand(path),
				update('Change', changed, { events: ['Booking.Cancelled'] }),
				update('Disable', disabled, { enabled: false }),
			]);
			const watcher = await lab.publish('Watcher of webhooks', [
				lab.recovery('Watcher', credential, { events: ['switchedOff'] }),
			]);
			await askedAgain(venue, WEBHOOKS, 1);
			await lab.lab.untilRouted(path);

			venue.forgetRequests();
			await axios.post(`${lab.lab.webhookUrl}/webhook/${path}`, {}, { proxy: false });
			expect(venue.count('PUT /webhooks/{webhookId}')).toBe(2);
			await askedAgain(venue, WEBHOOKS, 4);
			venue.webhooks.change(others, { enabled: false });
			await watcher.untilItems('Watcher', 1);
			await askedAgain(venue, WEBHOOKS, 2);
			expect(await watcher.items('Watcher')).toMatchObject([
				{ webhookId: String(others), change: 'disabled' },
			]);

			// The owner of the venue does the same again to those that n8n has changed.
			venue.webhooks.change(changed, { enabled: false });
			await watcher.untilItems('Watcher', 2);
			expect((await watcher.items('Watcher')).slice(1)).toMatchObject([
				{ webhookId: String(changed), change: 'disabled' },
			]);
		},
		15 * MINUTES,
	);
});
