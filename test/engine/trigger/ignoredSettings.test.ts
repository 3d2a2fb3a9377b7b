import type { Fault, VenueOptions } from '../../venue';
import { GRACE_MS } from '../../../nodes/VenuePlatformTrigger/registration/moves';
import { letTheClockRun, passTime, stopTheClock } from '../harness/time';
import { Stage } from './support/stage';

const ignoring = { knownTopics: ['Booking', 'Customer'], otherTopics: 'ignored' } as const;

const created = { status: 201, body: 'configuration' } as const;
const empty = { status: 200, body: 'empty' } as const;

describe('a venue that ignores a setting without a word', () => {
	let stage: Stage;

	afterEach(async () => {
		letTheClockRun();
		await stage.close();
	});

	const open = async (options: VenueOptions) => (stage = await Stage.open(options));
	const log = () => stage.engine.output.lines.join('\n');
	const lists = () => stage.venue.count('GET /webhooks');
	const answer = (body?: object): Fault => ({
		kind: 'answer',
		status: 200,
		body: body && JSON.stringify(body),
	});
	const onRecord = () => {
		const [{ webhookId, configuration }] = stage.venue.webhooks.all();
		return { webhookId, ...configuration };
	};

	describe.each(['plain', 'live'] as const)('with the profile “%s”', (profile) => {
		it('makes publishing fail if it ignores an event that was chosen by name [troubleshooting: The venue has stored this webhook without]', async () => {
			await open({ profile, variations: { webhooks: ignoring } });
			const events = ['Booking.Created', 'Ticket.Created', 'Customer.Updated'];
			for (let attempt = 0; attempt < 2; attempt++) {
				const publishing = stage.engine.activate(stage.trigger({ events }));
				await expect(publishing).rejects.toThrow(/without Ticket Created, so .* Trigger On/);
			}
			await stage.engine.activate(stage.trigger({ events: ['Booking.Created'] }));
			expect(onRecord()).toMatchObject({ webhooks: { booking: { events: ['Created'] } } });
		});

		it('makes publishing fail if the response says with a good status that it did not work', async () => {
			await open({ profile });
			const message = 'Webhooks are not part of your plan';
			stage.venue.faults.on('POST /webhooks', answer({ success: false, message }));
			const publishing = stage.engine.activate(stage.trigger());
			await expect(publishing).rejects.toThrow(/did not work: Webhooks are not part of your plan/);
		});

		it('makes publishing fail if its webhook stays switched off [troubleshooting: The venue has stored this webhook switched off]', async () => {
			await open({ profile });
			stopTheClock();
			const trigger = await stage.engine.activate(stage.trigger());
			await trigger.deactivate();
			await passTime(2 * GRACE_MS);
			const { webhookId, ...configuration } = onRecord();
			const silent = profile === 'live' ? undefined : { webhookId, ...configuration };
			stage.venue.faults.on('PUT /webhooks/{webhookId}', answer(silent));
			await expect(trigger.republish({})).rejects.toThrow(/switched off/);
			stage.venue.faults.clear();
			stage.venue.webhooks.change(webhookId, { ...configuration, enabled: true });
			await trigger.republish({});
			expect(onRecord()).toMatchObject({ enabled: true });
		});

		it('goes on at a start of n8n, and n8n’s log names the event', async () => {
			await open({ profile });
			const events = ['Booking.Created', 'Ticket.Created'];
			const trigger = await stage.engine.activate(stage.trigger({ events }));
			stage.venue.webhooks.change(onRecord().webhookId, {
				webhooks: { booking: { events: ['Created'] } },
			});
			stage.venue.vary({ webhooks: ignoring });
			await trigger.startLikeN8n1();
			expect(log()).toContain('without Ticket Created');
			await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
			expect(await trigger.emitted()).toHaveLength(1);
		});
	});

	describe('that shows beside the configuration whether the webhook is on', () => {
		const listing = (enabled: boolean) => {
			const { webhookId, ...configuration } = onRecord();
			const body = [{ webhookId, enabled, configuration: { ...configuration, enabled: true } }];
			stage.venue.faults.clear();
			stage.venue.faults.on('GET /webhooks', answer(body));
		};
		const writes = () => stage.venue.count('PUT /webhooks/{webhookId}');

		it('is told to send if it has switched the webhook off, and publishing fails if it does not', async () => {
			await open({ profile: 'live' });
			const trigger = await stage.engine.activate(stage.trigger());
			listing(true);
			await trigger.republish({});
			expect(writes()).toBe(0);
			listing(false);
			await expect(trigger.republish({})).rejects.toThrow(/switched off/);
			expect(writes()).toBe(1);
		});
	});

	it('is logged with Any Event, which takes what there is', async () => {
		await open({ profile: 'live', variations: { webhooks: ignoring } });
		const trigger = await stage.engine.activate(stage.trigger());
		expect(log()).toContain('does not accept the topics Ticket, Redemption, Product');
		expect(onRecord()).toMatchObject({ enabled: true });
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		expect(await trigger.emitted()).toHaveLength(1);
	});

	it('is logged if the webhook stays on after unpublishing, and it is told again', async () => {
		await open({});
		stopTheClock();
		const trigger = await stage.engine.activate(stage.trigger());
		stage.venue.faults.on('PUT /webhooks/{webhookId}', answer(onRecord()));
		await trigger.deactivate();
		await passTime(2 * GRACE_MS);
		expect(log()).toContain('shows it as still switched on');
		stage.venue.faults.clear();
		await passTime(2 * GRACE_MS);
		expect(onRecord()).toMatchObject({ enabled: false });
	});

	describe('is not seen', () => {
		it('in a response that shows what was there before', async () => {
			await open({});
			stopTheClock();
			const trigger = await stage.engine.activate(stage.trigger({ events: ['Booking.Created'] }));
			const { faults, webhooks } = stage.venue;
			const before = onRecord();
			const echo = (fields: object) => {
				faults.on('PUT /webhooks/{webhookId}', answer(before), { times: 1 });
				faults.on('GET /webhooks', answer([{ ...before, ...fields }]), { times: 1, after: 2 });
			};
			echo({ webhooks: { booking: { events: ['Updated'] } } });
			await trigger.republish({ parameters: { events: ['Booking.Updated'] } });
			webhooks.change(before.webhookId, { webhooks: { booking: { events: ['Updated'] } } });
			faults.on('PUT /webhooks/{webhookId}', answer(before), { times: 1 });
			faults.on('GET /webhooks', answer([{ ...before, enabled: false }]), { times: 1, after: 1 });
			await trigger.deactivate();
			await passTime(2 * GRACE_MS);
			expect(log()).not.toContain('still switched on');
		});

		it.each<[string, object]>([
			['no events', { webhooks: undefined }],
			['topics in a list', { webhooks: [{ topic: 'Booking' }] }],
			['unknown topics', { webhooks: { bookingEvents: { events: ['Created'] } } }],
			['events as objects', { webhooks: { booking: { events: [{ kind: 1 }] }, ticket: {} } }],
			['another address', { url: 'https://elsewhere.example.com/', webhooks: {} }],
			['no address', { url: undefined, enabled: false }],
		])('in a response with %s', async (_, shown) => {
			await open({ variations: { created } });
			const { webhookId } = stage.venue.webhooks.create({
				url: 'https://elsewhere.example.com/hook',
				webhooks: { booking: { events: ['Created'] } },
			});
			const url = `${stage.engine.publicUrl}/webhook/b7c9f1d2-trigger/venue-platform`;
			const body = { webhookId: webhookId + 1, url, enabled: true, ...shown };
			stage.venue.faults.on('POST /webhooks', answer(body));
			stage.venue.faults.on('GET /webhooks', answer([body]), { after: 2 });
			const events = ['Booking.Created', 'Ticket.Created'];
			await stage.engine.activate(stage.trigger({ events }));
			expect(log()).not.toContain('without');
		});
	});

	describe.each(['empty', 'id'] as const)('in a response to POST with the body “%s”', (body) => {
		it('makes publishing fail, since the list shows it', async () => {
			await open({ variations: { created: { status: 201, body }, webhooks: ignoring } });
			const events = ['Booking.Created', 'Ticket.Created'];
			const publishing = stage.engine.activate(stage.trigger({ events }));
			await expect(publishing).rejects.toThrow(/without Ticket Created, so .* Trigger On/);
			expect(stage.venue.count('POST /webhooks')).toBe(1);
		});
	});

	// Only a POST without a telling response costs one: nothing else shows what was stored.
	it.each([
		[created, 0],
		[empty, 1],
	])('costs no other request at a venue that does what it is asked: %j', async (how, afterPost) => {
		await open({ variations: { created: how, updated: how } });
		const trigger = await stage.engine.activate(stage.trigger({ events: ['Booking.Created'] }));
		expect(lists()).toBe(2 + afterPost);
		stage.venue.webhooks.change(onRecord().webhookId, { authentication: { apiKey: 'another' } });
		await trigger.republish({});
		expect(lists()).toBe(2 + afterPost + 2);
		expect(stage.venue.count('PUT /webhooks/{webhookId}')).toBe(1);
	});
});
