import { setTimeout as sleep } from 'node:timers/promises';

import { send } from '../../engine/harness/triggers/deliverySender';
import type { SimulatedVenue } from '../../venue';
import { bookingUpdated } from '../fixtures/bookingUpdated';
import { LivesLab } from '../fixtures/livesLab';
import { recovery } from '../fixtures/nodes';
import { EACH_ONCE, messageIds, tallyOf } from '../fixtures/tally';
import type { StoredCredential } from '../lab/rest/credentials';
import { loseWhilePolling, loseWhileStopped } from './lostDeliveries';

const MINUTES = 60_000;
const RESTARTS = 20;
const KEY = 'the-key-of-the-venue';

describe('the recovery trigger in a real n8n', () => {
	let lab: LivesLab;
	let venue: SimulatedVenue;
	let credential: StoredCredential;
	beforeAll(async () => (lab = await LivesLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);
	beforeEach(async () => {
		venue = await lab.openVenue();
		credential = await lab.credentialFor(venue, { webhookApiKey: KEY });
	});

	it(
		'reports once what the venue gave up while n8n was stopped, and each booking once [reliability: gives up on 300]',
		async () => await loseWhileStopped(lab),
		10 * MINUTES,
	);

	it(
		'reports once the messages that are lost while n8n keeps polling',
		async () => await loseWhilePolling(lab),
		10 * MINUTES,
	);

	it(
		'neither repeats nor loses anything next to the webhook trigger, across restarts [reliability: without webhook processors]',
		async () => {
			const parameters = { events: ['final'], refetchBookings: false };
			const trigger = lab.trigger('Trigger', credential);
			const workflow = await lab.publish('Both', [recovery(credential, parameters), trigger]);
			const url = `${lab.n8n.webhookUrl}/webhook/${trigger.webhookId}/venue-platform`;
			const deliver = async (id: string) =>
				(await send(url, 'POST', { ...bookingUpdated(), id }, { 'x-api-key': KEY })).body;
			const delivered: string[] = [];
			const givenUp: string[] = [];
			for (let round = 0; round < RESTARTS; round++) {
				for (let index = 0; index < 25; index++) {
					const id = `delivered-${round}-${index}`;
					expect(await deliver(id)).toContain('has started');
					delivered.push(id);
				}
				for (let index = 0; index < 2 + (round % 2); index++) {
					givenUp.push(venue.messages.addFailed({ attempts: 7 }).id);
				}
				if (round % 4 === 0) await workflow.untilItems('Recovery', givenUp.length);
				else await sleep(Math.random() * 5_000);
				await lab.n8n.restart();
				await lab.n8n.untilRouted(`${trigger.webhookId}/venue-platform`);
				for (const id of delivered.slice(-50))
					expect(await deliver(id)).not.toContain('has started');
			}
			const items = await workflow.untilItems('Recovery', givenUp.length);
			expect(tallyOf(givenUp, messageIds(items))).toEqual(EACH_ONCE);
			const started = (await workflow.items('Trigger')).map(({ id }) => String(id));
			expect(tallyOf(delivered, started)).toEqual(EACH_ONCE);
		},
		40 * MINUTES,
	);
});
