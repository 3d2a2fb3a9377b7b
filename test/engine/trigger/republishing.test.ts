import { GRACE_MS } from '../../../nodes/VenuePlatformTrigger/registration/moves';
import { inTurn } from '../../../nodes/VenuePlatformTrigger/registration/address';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../harness/time';
import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { Stage } from './support/stage';

const SOON = 1_000;

const created = { type: 'Booking', eventType: 'Created' } as const;
const updated = { type: 'Booking', eventType: 'Updated' } as const;

describe('a trigger that is published again or unpublished', () => {
	let stage: Stage;
	let trigger: ActiveTrigger;

	beforeEach(async () => {
		stage = await Stage.open();
		stopTheClock();
		trigger = await stage.engine.activate(stage.trigger({ events: ['Booking.Created'] }));
	});

	afterEach(async () => {
		letTheClockRun();
		await stage.close();
	});

	const isOn = () => stage.venue.webhooks.all().map(({ configuration }) => configuration.enabled);
	const log = () => stage.engine.output.lines.join('\n');

	it('receives events between two versions, and then what the new version asks for', async () => {
		const parameters = { events: ['Booking.Created', 'Booking.Updated'] };
		await trigger.republish({ parameters }, async () => {
			await stage.venue.emit(created);
		});
		await stage.venue.emit(updated);
		await passTime(3 * GRACE_MS);
		expect(isOn()).toEqual([true]);
		await stage.venue.clock.advance(10 * 60_000);
		expect((await trigger.emitted()).map(({ json }) => json.eventType).sort()).toEqual([
			'Created',
			'Updated',
		]);
	});

	it('is not switched off by a version that was left long before', async () => {
		await trigger.deactivate();
		await passTime(GRACE_MS - SOON);
		await trigger.republish({});
		await trigger.deactivate();
		await passTime(2 * SOON);
		expect(isOn()).toEqual([true]);
		await passTime(GRACE_MS);
		expect(isOn()).toEqual([false]);
	});

	it('stays on if it is published at the moment of the switch-off', async () => {
		await trigger.deactivate();
		let goOn = () => {};
		const { credential, venue } = stage;
		const url = await trigger.url();
		const place = { credentialId: credential.id, baseUrl: venue.baseUrl, url };
		const before = inTurn(place, () => new Promise<void>((done) => (goOn = done)));
		await passTime(GRACE_MS + SOON);
		const publishing = trigger.republish({});
		await passTime(SOON);
		goOn();
		await whileTimeMoves(Promise.all([before, publishing]));
		await passTime(2 * GRACE_MS);
		expect(isOn()).toEqual([true]);
		expect(stage.venue.count('PUT /webhooks/{webhookId}')).toBe(0);
	});

	it('stays on while n8n makes several attempts to publish a new version', async () => {
		const setup = stage.trigger({ events: ['Booking.Created'] });
		trigger = await stage.engine.activate(setup, { attempts: 5 });
		const fault = { kind: 'answer', status: 400, body: '{"Message":"Later"}' } as const;
		stage.venue.faults.on('GET /webhooks', fault, { times: 4 });
		await whileTimeMoves(trigger.republish({ parameters: { events: ['Booking.Updated'] } }));
		await passTime(2 * GRACE_MS);
		expect(isOn()).toEqual([true]);
		expect(stage.venue.count('PUT /webhooks/{webhookId}')).toBe(1);
	});

	it('is switched off a while after it was unpublished, and logs that beforehand', async () => {
		await trigger.deactivate();
		expect(isOn()).toEqual([true]);
		expect(log()).toContain(`about to be told to send no more events to ${await trigger.url()}`);
		await passTime(2 * GRACE_MS);
		expect(isOn()).toEqual([false]);
	});

	it('is switched off the next time that it is unpublished if n8n was stopped before', async () => {
		await trigger.deactivate();
		jest.clearAllTimers();
		expect(isOn()).toEqual([true]);
		await trigger.republish({});
		await trigger.deactivate();
		await passTime(2 * GRACE_MS);
		expect(isOn()).toEqual([false]);
	});

	it('ends without an error if its credential is deleted, and logs what is still on', async () => {
		await stage.engine.deleteCredential(stage.credential);
		await trigger.deactivate();
		await passTime(2 * GRACE_MS);
		expect(log()).toContain(`The venue still sends events to ${await trigger.url()}`);
	});

	it('has a test listener for two minutes [readme: two minutes] [troubleshooting: listens for one event]', async () => {
		await stage.engine.listenForTestEvent(stage.trigger());
		await passTime(119_000);
		expect(isOn()).toEqual([true, true]);
		await passTime(2_000);
		expect(isOn()).toEqual([true, false]);
	});

	it('ends a test listener at once, also without its credential', async () => {
		const listener = await stage.engine.listenForTestEvent(stage.trigger());
		await listener.stop();
		expect(isOn()).toEqual([true, false]);
		const another = await stage.engine.listenForTestEvent(stage.trigger());
		await stage.engine.deleteCredential(stage.credential);
		await another.stop();
		expect(log()).toContain(`The venue still sends events to ${another.url()}`);
	});
});
