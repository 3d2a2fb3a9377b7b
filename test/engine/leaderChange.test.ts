import { GRACE_MS } from '../../nodes/VenuePlatformTrigger/registration/moves';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from './harness/time';
import type { ActiveTrigger } from './harness/triggers/activeTrigger';
import { fresh, MINUTE, ofEvent, RecoveryFixture } from './recovery/support/recoveryFixture';
import { letTheDateRun } from './support/date';
import { freshTrigger, Stage } from './trigger/support/stage';

const SECOND = 1_000;

/** Another main process of n8n becomes the leader, and the former one ends what it has begun. */
describe('a change of leader', () => {
	describe('of the trigger', () => {
		let stage: Stage;
		let trigger: ActiveTrigger;

		beforeEach(async () => {
			stage = await Stage.open();
			stopTheClock();
			trigger = await stage.engine.activate(stage.trigger());
		});

		afterEach(async () => {
			letTheClockRun();
			await stage.close();
		});

		const isOn = () => stage.venue.webhooks.all().map(({ configuration }) => configuration.enabled);

		const startsOnce = async () => {
			const before = (await trigger.emitted()).length;
			await whileTimeMoves(stage.venue.emit({ type: 'Booking', eventType: 'Created' }));
			await whileTimeMoves(stage.venue.clock.advance(10 * MINUTE));
			expect((await trigger.emitted()).length - before).toBe(1);
		};

		it.each([
			['GET /webhooks', { kind: 'delay', ms: 5 * SECOND }],
			['POST /webhooks', { kind: 'stall', afterBytes: 0, ms: 5 * SECOND }],
		] as const)(
			'in the middle of a publication, at %s, leaves one webhook on',
			async (endpoint, fault) => {
				await trigger.deactivate();
				for (const { webhookId } of stage.venue.webhooks.all()) {
					stage.venue.webhooks.remove(webhookId);
				}
				stage.venue.faults.on(endpoint, fault, { times: 1 });
				let isPublished = false;
				const publishing = trigger.republish({}).then(() => (isPublished = true));
				await passTime(SECOND);
				expect(isPublished).toBe(false);
				await whileTimeMoves(trigger.takeOver(freshTrigger()));
				await whileTimeMoves(publishing);
				await passTime(3 * GRACE_MS);
				expect(isOn()).toEqual([true]);
				await startsOnce();
			},
		);

		it('in the middle of an unpublication leaves no webhook on', async () => {
			await trigger.deactivate();
			// n8n gives only published workflows to the new leader, so the former one ends this.
			freshTrigger();
			await passTime(2 * GRACE_MS);
			expect(isOn()).toEqual([false]);
		});

		it.each([
			['at once, the former leader switches the webhook off', 0, false],
			['half a minute later, the webhook stays on', 30 * SECOND, true],
		])(
			'after an unpublication: if the new leader publishes %s [self-hosting: half a minute between]',
			async (_, later, expected) => {
				await trigger.deactivate();
				await passTime(later);
				const setup = { ...stage.trigger(), node: freshTrigger() };
				await whileTimeMoves(stage.engine.activate(setup));
				await passTime(3 * GRACE_MS);
				expect(isOn()).toEqual([expected]);
			},
		);

		it('while it is published changes nothing at the venue', async () => {
			stage.venue.forgetRequests();
			await whileTimeMoves(trigger.takeOver(freshTrigger()));
			await passTime(3 * GRACE_MS);
			const changes = stage.venue.requests.filter(
				({ method, path }) => method !== 'GET' && path.startsWith('/webhooks'),
			);
			expect(changes).toEqual([]);
			await startsOnce();
		});
	});

	it('in the middle of a poll reports everything once', async () => {
		const fixture = await RecoveryFixture.open();
		letTheDateRun();
		stopTheClock(Date.UTC(2026, 10, 21, 12));
		const setup = fixture.trigger({ events: ['final', 'booking'] });
		const trigger = await whileTimeMoves(fixture.engine.activate(setup));
		await passTime(15 * MINUTE);
		const messages = fixture.giveUp(3, { type: 'Ticket' }).map(({ id }) => id);
		const { booking } = await fixture.venue.bookings.create();
		for (const endpoint of ['GET /webhooks/messages/failed', 'GET /bookings']) {
			fixture.venue.faults.on(endpoint, { kind: 'delay', ms: 5 * SECOND }, { times: 1 });
			const polling = trigger.poll();
			await passTime(SECOND);
			await whileTimeMoves(trigger.takeOver(fresh()));
			await whileTimeMoves(polling);
			await passTime(15 * MINUTE);
			await whileTimeMoves(trigger.poll());
		}
		const items = await trigger.emitted();
		const told = ofEvent(items, 'final').map(({ messageId }) => messageId);
		expect(told.sort()).toEqual(messages.sort());
		expect(ofEvent(items, 'booking')).toMatchObject([{ booking: { uniqueId: booking.uniqueId } }]);
		letTheClockRun();
		await fixture.close();
	});

	it('during an outage, a leader says it again that has said an earlier one', async () => {
		const fixture = await RecoveryFixture.open();
		fixture.stopTheTimers();
		const first = fresh();
		const setup = fixture.trigger({ events: ['final'] }, first);
		const trigger = await whileTimeMoves(fixture.engine.activate(setup));
		const said = async () => {
			await passTime(15 * MINUTE);
			return (await whileTimeMoves(trigger.poll())).error !== undefined;
		};
		const list = 'GET /webhooks/messages/failed';
		const isDown = () => fixture.venue.faults.on(list, { kind: 'answer', status: 500 });
		isDown();
		expect([await said(), await said(), await said()]).toEqual([false, true, false]);
		await whileTimeMoves(trigger.takeOver(fresh()));
		fixture.venue.faults.clear();
		expect(await said()).toBe(false);
		isDown();
		await whileTimeMoves(trigger.takeOver(first));
		expect([await said(), await said(), await said()]).toEqual([false, true, false]);
		letTheClockRun();
		await fixture.close();
	});
});
