import {
	LIST_PROFILES,
	startVenue,
	type SimulatedVenue,
	type VenueOptions,
	type Webhook,
} from '../../venue';
import { GRACE_MS } from '../../../nodes/VenuePlatformTrigger/registration/moves';
import type { SavedCredential } from '../harness/engine';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../harness/time';
import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { Stage } from './support/stage';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const created = { type: 'Booking', eventType: 'Created' } as const;

const KEYS = [
	['the same Webhook API Key', { webhookApiKey: 'the same in both' }],
	['separate keys', {}],
] as const;

const isOn = ({ configuration }: Webhook) => configuration.enabled === true;

describe('a trigger that is moved to another credential', () => {
	let stage: Stage;
	let old: SimulatedVenue;
	let other: SimulatedVenue;
	let credential: SavedCredential;
	let trigger: ActiveTrigger;

	afterEach(async () => {
		letTheClockRun();
		if (other !== old) await other.stop();
		await stage.close();
	});

	/** A playground and a production venue, at different addresses. */
	const open = async (more: Record<string, string> = {}, options: VenueOptions = {}) => {
		stage = await Stage.open(options, more);
		old = stage.venue;
		other = await startVenue(options);
		other.receivers.map(stage.engine.publicUrl, stage.engine.receiverUrl);
		credential = await stage.saveCredential({ ...other.credentials, ...more }, other);
		stopTheClock();
		trigger = await stage.engine.activate(stage.trigger(), { attempts: 5 });
	};

	const moveTo = async (to: SavedCredential, inBetween?: () => Promise<void>) =>
		await whileTimeMoves(trigger.republish({ credentials: { venuePlatformApi: to } }, inBetween));

	const on = (venue: SimulatedVenue) => venue.webhooks.all().filter(isOn).length;
	const answered = (venue: SimulatedVenue) => venue.deliveries.map(({ status }) => status);
	const switchedOff = () =>
		old.requests.filter(({ body }) => JSON.stringify(body ?? {}).includes('"enabled":false'));
	const log = () => stage.engine.output.lines.join('\n');
	const started = async () => (await trigger.emitted()).length;

	describe.each(KEYS)('with %s', (_, more) => {
		it('is switched off at the old venue before the new one begins, and at both in the end', async () => {
			await open(more);
			await moveTo(credential);
			expect([on(old), on(other)]).toEqual([0, 1]);
			await old.emit(created);
			await other.emit(created);
			await passTime(3 * GRACE_MS);
			await other.clock.advance(30 * MINUTE);
			expect([on(old), on(other)]).toEqual([0, 1]);
			expect([old.deliveries.length, await started()]).toEqual([0, 1]);
			await trigger.deactivate();
			await passTime(3 * GRACE_MS);
			expect([on(old), on(other)]).toEqual([0, 0]);
		});

		it('is not started by late retries of the old venue', async () => {
			await open(more);
			await moveTo(credential, async () => {
				await old.emit(created);
			});
			expect(answered(old)).toEqual([404]);
			await passTime(2 * GRACE_MS);
			await whileTimeMoves(old.clock.advance(10 * DAY));
			expect(answered(old).length).toBeGreaterThan(1);
			expect(new Set(answered(old))).toEqual(new Set([404, 401]));
			expect(await started()).toBe(0);
		});

		it('is not started by deliveries while the switch-off at the old venue is under way', async () => {
			await open(more);
			old.faults.on('PUT /webhooks/{webhookId}', { kind: 'delay', ms: 3_000 });
			const moving = moveTo(credential);
			await passTime(1_000);
			expect([on(old), on(other)]).toEqual([1, 0]);
			await old.emit(created);
			await moving;
			expect([on(old), on(other)]).toEqual([0, 1]);
			expect(await started()).toBe(0);
			await whileTimeMoves(old.clock.advance(10 * DAY));
			expect(answered(old)).not.toContain(200);
		});

		it('keeps trying and logs it if the old venue cannot be reached', async () => {
			await open(more);
			old.faults.on('GET /webhooks', { kind: 'hang' });
			await moveTo(credential);
			expect([on(old), on(other)]).toEqual([1, 1]);
			await passTime(5 * MINUTE);
			expect(on(old)).toBe(1);
			expect(log()).toContain(`still sends events to ${await trigger.url()}`);
			expect(log()).toContain(old.baseUrl);
			old.faults.clear();
			await passTime(11 * MINUTE);
			expect([on(old), on(other)]).toEqual([0, 1]);
		});

		it('soon takes the new venue’s events if the old one cannot be reached', async () => {
			await open(more);
			old.faults.on('GET /webhooks', { kind: 'resetBeforeRead' });
			await moveTo(credential);
			await other.emit(created);
			await passTime(2 * MINUTE);
			await other.clock.advance(DAY);
			expect(await started()).toBe(1);
		});

		it('soon takes the new venue’s events if the clock is set back in between', async () => {
			await open(more);
			await moveTo(credential);
			jest.setSystemTime(Date.now() - 2 * DAY);
			await other.emit(created);
			await passTime(2 * MINUTE);
			await other.clock.advance(DAY);
			expect(await started()).toBe(1);
		});

		it('stays where it was if it is moved back at once', async () => {
			await open(more);
			await moveTo(credential);
			await moveTo(stage.credential);
			expect([on(old), on(other)]).toEqual([1, 0]);
			await passTime(5 * MINUTE);
			expect([on(old), on(other)]).toEqual([1, 0]);
			await old.emit(created);
			await old.clock.advance(DAY);
			expect(await started()).toBe(1);
		});

		it('is off at both venues if it cannot be published at the new one', async () => {
			await open(more);
			other.faults.on('POST /webhooks', { kind: 'answer', status: 403, body: 'Invalid scope' });
			await expect(moveTo(credential)).rejects.toThrow('Webhook_Create');
			await passTime(3 * GRACE_MS);
			expect([on(old), on(other)]).toEqual([0, 0]);
			await moveTo(stage.credential);
			await passTime(3 * GRACE_MS);
			expect([on(old), on(other)]).toEqual([1, 0]);
		});

		it('takes its test listener along, which is switched off where it listened', async () => {
			await open(more);
			const listener = await stage.engine.listenForTestEvent(stage.trigger());
			expect(on(old)).toBe(2);
			await moveTo(credential);
			await whileTimeMoves(listener.stop());
			const again = await stage.engine.listenForTestEvent({
				...stage.trigger(),
				credentials: { venuePlatformApi: credential },
			});
			expect([on(old), on(other)]).toEqual([0, 2]);
			await whileTimeMoves(again.stop());
			expect([on(old), on(other)]).toEqual([0, 1]);
		});
	});

	it('gives up after a day, and logs what to do', async () => {
		await open();
		const fault = { kind: 'answer', status: 403, body: 'Invalid scope' } as const;
		old.faults.on('PUT /webhooks/{webhookId}', fault);
		await moveTo(credential);
		await passTime(DAY + 20 * MINUTE);
		const asked = old.count('PUT /webhooks/{webhookId}');
		expect(asked).toBeLessThan(160);
		await passTime(DAY);
		expect(old.count('PUT /webhooks/{webhookId}')).toBe(asked);
		const warnings = stage.engine.output.lines.filter((line) => line.includes('still sends'));
		expect(warnings).toHaveLength(2);
		expect(warnings.at(-1)).toContain('Switch this webhook off in the management console');
	});

	describe('of the same platform, where two venues use the same webhook IDs', () => {
		const venues = ['harbor', 'castle'];
		const openBoth = async (more: Record<string, string>) => {
			await open(more, { venues });
			credential = await stage.saveCredential({ ...old.clients.add('castle'), ...more });
		};
		const onAt = () => venues.map((name) => old.accounts[name].webhooks.all().filter(isOn).length);

		it.each(KEYS)('is switched off at the old venue, also after an outage: %s', async (_, more) => {
			await openBoth(more);
			await moveTo(credential);
			expect(onAt()).toEqual([0, 1]);
			await moveTo(stage.credential);
			expect(onAt()).toEqual([1, 0]);
			old.faults.on('PUT /webhooks/{webhookId}', { kind: 'answer', status: 502 }, { times: 4 });
			await moveTo(credential);
			old.faults.clear();
			await moveTo(stage.credential);
			await passTime(5 * MINUTE);
			expect(onAt()).toEqual([1, 0]);
		});
	});

	describe.each(LIST_PROFILES)('of the same venue with the profile “%s”', (profile) => {
		const openTwice = async (more: Record<string, string> = {}) => {
			await open(more, { profile });
			credential = await stage.saveCredential({ ...old.addCredentials(), ...more });
		};

		it.each(KEYS)('is never switched off in between: %s', async (_, more) => {
			await openTwice(more);
			const [webhook] = old.webhooks.all();
			await moveTo(credential, async () => {
				await old.emit(created);
			});
			await passTime(5 * MINUTE);
			expect(old.webhooks.all()).toHaveLength(1);
			expect(webhook.configuration).toMatchObject({ enabled: true, url: await trigger.url() });
			expect(switchedOff()).toEqual([]);
			await old.emit(created);
			await old.clock.advance(DAY);
			expect(await started()).toBe(2);
		});

		it('always has a key at the venue that its deliveries may present', async () => {
			await openTwice();
			old.forgetRequests();
			const slow = { kind: 'delay', ms: 12_000 } as const;
			old.faults.on('GET /webhooks', slow, { times: 1 });
			await moveTo(credential);
			await passTime(5 * MINUTE);
			const [{ configuration }] = old.webhooks.all();
			const written = old.requests.filter(({ method }) => method === 'PUT');
			const keys = written.map(({ body }) => (body as { authentication?: object }).authentication);
			expect(keys.length).toBeGreaterThan(2);
			expect(keys).toEqual(keys.map(() => configuration.authentication));
			await old.emit(created);
			expect(answered(old)).toEqual([200]);
		});

		it.each([1, 2, 3])('is on in the end if list %d cannot be read', async (which) => {
			await openTwice();
			const fault = { kind: 'answer', status: 400, body: '{"Message":"Later"}' } as const;
			old.faults.on('GET /webhooks', fault, { times: 1, after: which - 1 });
			await moveTo(credential);
			await passTime(30 * MINUTE);
			expect(switchedOff()).toEqual([]);
			expect(old.webhooks.all().map(({ configuration }) => configuration)).toMatchObject([
				{ enabled: true, url: await trigger.url() },
			]);
			await old.emit(created);
			await old.clock.advance(DAY);
			expect(await started()).toBe(1);
		});
	});

	describe.each([
		['were revoked', () => old.clients.block(old.credentials.clientId, 'disabled key')],
		['were deleted in n8n', async () => await stage.engine.deleteCredential(stage.credential)],
	])('to new credentials of its venue, after the old ones %s', (_, end) => {
		it('is told that nothing is to be done if it is the same venue, at once and after a day', async () => {
			await open();
			credential = await stage.saveCredential({ ...old.addCredentials() });
			await end();
			await moveTo(credential);
			await passTime(DAY + 20 * MINUTE);
			expect(old.webhooks.all().map(isOn)).toEqual([true]);
			await old.emit(created);
			expect(await started()).toBe(1);
			const warnings = stage.engine.output.lines.filter((line) => line.includes('still sends'));
			expect(warnings).toEqual([
				expect.stringMatching(/^warn If credential “.+” leads to the same venue.+n8n tries again/),
				expect.stringMatching(/^warn If credential “.+” leads to the same venue.+Switch this/),
			]);
		});
	});

	describe('or to another account, in the same credential', () => {
		it('stays at its venue with a new Client ID', async () => {
			await open();
			const { clientId, clientSecret } = old.addCredentials({});
			await stage.engine.updateCredential(stage.credential, { clientId, clientSecret });
			await whileTimeMoves(trigger.republish({ name: 'Another name' }));
			await passTime(3 * GRACE_MS);
			expect(old.webhooks.all().map(isOn)).toEqual([true]);
			await old.emit(created);
			expect(await started()).toBe(1);
		});

		it('is told that nothing is to be done if only the address of the venue’s API is new', async () => {
			await open();
			const baseUrl = old.baseUrl.replace('127.0.0.1', 'localhost');
			await stage.engine.updateCredential(stage.credential, { baseUrl });
			await whileTimeMoves(trigger.republish({ name: 'Another name' }));
			await passTime(3 * GRACE_MS);
			expect(old.webhooks.all().map(isOn)).toEqual([true]);
			const said = stage.engine.output.lines.filter((line) => line.includes('still sends events'));
			expect(said).toEqual([
				expect.stringMatching(
					/If the new Base URL leads to the same venue, there is nothing to do\. Otherwise/,
				),
			]);
		});

		it('names the venue that it can no longer sign in to', async () => {
			await open();
			const { baseUrl, credentials } = other;
			const data = { baseUrl, ...credentials } as unknown as Record<string, string>;
			await stage.engine.updateCredential(stage.credential, data);
			await trigger.deactivate();
			await moveTo(stage.credential);
			await passTime(3 * GRACE_MS);
			expect(on(other)).toBe(1);
			const said = `still sends events to ${await trigger.url()}`;
			expect(stage.engine.output.lines.filter((line) => line.includes(said))).toHaveLength(1);
			expect(log()).toContain(old.baseUrl);
		});
	});
});
