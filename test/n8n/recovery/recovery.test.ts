import { setTimeout as sleep } from 'node:timers/promises';

import { loseDeliveries, QUICK_RETRIES } from './lostDeliveries';
import { RecoveryLab } from './recoveryLab';
import { bookingIds, EACH_ONCE, messageIds, tallyOf } from './tally';

const MINUTES = 60_000;
const RESTARTS = 20;

describe('the recovery trigger in a real n8n', () => {
	let lab: RecoveryLab;
	beforeAll(async () => (lab = await RecoveryLab.open({ mode: 'regular' })), 10 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);
	beforeEach(async () => await lab.invite());

	it(
		'reports once what the venue gave up while n8n was stopped, and each booking once [reliability: gives up on 300]',
		async () => {
			const workflow = await lab.publish([lab.recovery(), lab.trigger()]);
			await lab.lab.main.stop();
			const bookings = await lab.emitUntilGivenUp(300);
			const messages = lab.venue.messages.failed().map(({ id }) => id);
			expect(lab.venue.messages.failed().every(({ status }) => status === 'Failed')).toBe(true);
			expect(messages).toHaveLength(300);

			await lab.startAgain();
			const items = await lab.untilItems(workflow, 601);
			expect(tallyOf(messages, messageIds(items))).toEqual(EACH_ONCE);
			expect(tallyOf(bookings, bookingIds(items))).toEqual(EACH_ONCE);
			expect(items).toHaveLength(601);
			await lab.nextPoll();
			await lab.lab.main.restart();
			await lab.lab.session.logIn();
			await lab.nextPoll();
			expect(await lab.items(workflow, 'Recovery')).toHaveLength(601);
			await lab.lab.workflows.unpublish(workflow);
		},
		10 * MINUTES,
	);

	it(
		'reports once the messages that are lost while n8n keeps polling',
		async () => {
			await lab.invite({ delivery: QUICK_RETRIES });
			await loseDeliveries(lab);
		},
		10 * MINUTES,
	);

	it(
		'reports what was disabled, removed or changed, one item each',
		async () => {
			const [off, gone, other] = ['a', 'b', 'c'].map((path) => lab.subscribe(path));
			const workflow = await lab.publish([lab.recovery({ events: ['switchedOff'] })]);
			lab.venue.webhooks.change(off, { enabled: false });
			lab.venue.webhooks.remove(gone);
			lab.venue.webhooks.change(other, { url: 'https://elsewhere.example' });
			const items = await lab.untilItems(workflow, 3);
			expect(items).toMatchObject([
				{ webhookId: String(off), change: 'disabled' },
				{ webhookId: String(gone), change: 'removed' },
				{ webhookId: String(other), change: 'changed' },
			]);
			await lab.lab.workflows.unpublish(workflow);
		},
		5 * MINUTES,
	);

	it(
		'reports a missing scope when it is published, and can be published while the venue is down',
		async () => {
			const { clientId, clientSecret } = lab.venue.addCredentials({ scopes: ['Booking_Get'] });
			const credential = await lab.lab.credentials.create('venuePlatformApi', {
				baseUrl: lab.venue.baseUrl,
				clientId,
				clientSecret,
			});
			const body = [{ ...lab.recovery(), credential }];
			const workflow = await lab.lab.workflows.create('Not allowed', body);
			await lab.lab.workflows.publish(workflow);
			expect(await lab.untilPublished(workflow)).toContain('Webhook_GetFailedMessages');

			lab.venue.faults.on('GET /**', {
				kind: 'answer',
				status: 503,
				headers: { 'Retry-After': '600' },
			});
			const [one] = [await lab.publish([lab.recovery()])];
			await lab.nextPoll();
			await lab.nextPoll();
			await lab.nextPoll();
			expect(await lab.failedExecutions(one)).toBeLessThanOrEqual(1);
			await lab.lab.workflows.unpublish(one);
		},
		8 * MINUTES,
	);

	it(
		'neither repeats nor loses anything next to the webhook trigger, across restarts [reliability: without webhook processors]',
		async () => {
			const workflow = await lab.publish([
				lab.recovery({ events: ['final'], refetchBookings: false }),
				lab.trigger(),
			]);
			const delivered: string[] = [];
			const givenUp: string[] = [];
			for (let round = 0; round < RESTARTS; round++) {
				for (let index = 0; index < 25; index++) {
					const id = `delivered-${round}-${index}`;
					expect(await lab.deliver(id)).toContain('has started');
					delivered.push(id);
				}
				for (let index = 0; index < 2 + (round % 2); index++) {
					givenUp.push(lab.venue.messages.addFailed({ attempts: 7 }).id);
				}
				if (round % 4 === 0) await lab.untilItems(workflow, givenUp.length);
				else await sleep(Math.random() * 5_000);
				await lab.lab.main.restart();
				await lab.lab.session.logIn();
				for (const id of delivered.slice(-50))
					expect(await lab.deliver(id)).not.toContain('has started');
			}
			const items = await lab.untilItems(workflow, givenUp.length);
			expect(tallyOf(givenUp, messageIds(items))).toEqual(EACH_ONCE);
			const started = (await lab.items(workflow, 'Trigger')).map(({ id }) => String(id));
			expect(tallyOf(delivered, started)).toEqual(EACH_ONCE);
		},
		40 * MINUTES,
	);
});
