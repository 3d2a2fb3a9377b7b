import axios from 'axios';

import { describeQueueMode } from '../../fixtures/describeQueueMode';
import { ACTION_NODE, onDemand } from '../../fixtures/nodes';
import { until } from '../../fixtures/until';
import { askedAgain, LivesLab, subscribe } from '../../fixtures/livesLab';

const MINUTES = 60_000;
const WEBHOOKS = 'GET /webhooks';

describeQueueMode('lives of workflows in queue mode', () => {
	let lab: LivesLab;
	beforeAll(async () => (lab = await LivesLab.open({ mode: 'queue' })), 15 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	it(
		'reports changes by others, also across a kill, and changes by a worker or n8n itself at most once',
		async () => {
			const venue = await lab.openVenue();
			const credential = await lab.credentialFor(venue);
			const [changed, disabled, others, whileOff] = [
				'changed',
				'disabled',
				'others',
				'while-off',
			].map((path) => subscribe(venue, `https://elsewhere.example/${path}`));
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
			const trigger = lab.trigger('Trigger', credential);
			const listening = await lab.publish('Unpublished before a kill', [trigger]);
			const watcher = await lab.publish('Watcher of webhooks', [
				lab.recovery('Watcher', credential, { events: ['switchedOff'] }),
			]);
			/** The main process polls, and may not know what a worker has done. */
			const reports = async () => {
				const all = (await watcher.items('Watcher')).map(
					({ webhookId, change }) => `${webhookId} ${change}`,
				);
				expect(new Set(all).size).toBe(all.length);
				const mayBe = [`${changed} changed`, `${disabled} disabled`];
				return all.filter((report) => !mayBe.includes(report));
			};
			await askedAgain(venue, WEBHOOKS, 1);
			await lab.n8n.untilRouted(path);

			venue.forgetRequests();
			await axios.post(`${lab.n8n.webhookUrl}/webhook/${path}`, {}, { proxy: false });
			expect(venue.count('PUT /webhooks/{webhookId}')).toBe(2);
			await askedAgain(venue, WEBHOOKS, 4);
			venue.webhooks.change(others, { enabled: false });
			await askedAgain(venue, WEBHOOKS, 3);
			const expected = [`${others} disabled`];
			expect(await reports()).toEqual(expected);

			// The venue's owner changes a webhook that n8n has also changed.
			venue.webhooks.change(changed, { enabled: false });
			expected.push(`${changed} disabled`);
			await askedAgain(venue, WEBHOOKS, 3);
			expect(await reports()).toEqual(expected);

			const isOn = () =>
				venue.webhooks
					.all()
					.some(
						({ configuration: { url, enabled } }) =>
							enabled && url.includes(trigger.webhookId ?? ''),
					);
			expect(isOn()).toBe(true);
			await listening.unpublish();
			await until(() => !isOn());
			await lab.n8n.main.kill();
			venue.webhooks.remove(whileOff);
			await lab.n8n.startAgain();
			expected.push(`${whileOff} removed`);
			await askedAgain(venue, WEBHOOKS, 4);
			expect(await reports()).toEqual(expected);
		},
		15 * MINUTES,
	);
});
