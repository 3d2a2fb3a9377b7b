import { GRACE_MS } from '../../../nodes/VenuePlatformTrigger/registration/moves';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../harness/time';
import { Stage } from './support/stage';

const MINUTE = 60_000;

/** Longer than n8n waits for a response while it publishes a workflow. */
const SLOW = { kind: 'delay', ms: 31_000 } as const;

describe('a venue that carries out a write after n8n has given up on it', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await Stage.open();
		stopTheClock();
	});

	afterEach(async () => {
		letTheClockRun();
		await stage.close();
	});

	const isOn = () => stage.venue.webhooks.all().map(({ configuration }) => configuration.enabled);
	const publish = async (attempts: number) =>
		await whileTimeMoves(stage.engine.activate(stage.trigger(), { attempts }));

	it('sends each event once, although several attempts each created a webhook', async () => {
		stage.venue.faults.on('POST /webhooks', SLOW);
		const trigger = await publish(5);
		await passTime(10 * MINUTE);
		expect(isOn().length).toBeGreaterThan(1);
		expect(isOn().filter(Boolean)).toEqual([true]);
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		expect(await trigger.emitted()).toHaveLength(1);
	});

	it('sends nothing in the end if the workflow could not be published', async () => {
		stage.venue.faults.on('POST /webhooks', SLOW);
		await expect(publish(1)).rejects.toThrow('may have created this webhook');
		await passTime(30_000);
		expect(isOn()).toEqual([true]);
		await passTime(10 * MINUTE);
		expect(isOn()).toEqual([false]);
	});

	it('sends again if it was to stop before the workflow was published again', async () => {
		const trigger = await publish(5);
		await trigger.deactivate();
		stage.venue.faults.on('PUT /webhooks/{webhookId}', SLOW, { times: 1 });
		await passTime(GRACE_MS + 5_000);
		await whileTimeMoves(trigger.republish({}));
		await passTime(10 * MINUTE);
		expect(isOn()).toEqual([true]);
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		expect(await trigger.emitted()).toHaveLength(1);
	});

	it('sends nothing in the end if it also carries out late what a later attempt has written', async () => {
		stage.venue.faults.on('POST /webhooks', SLOW, { times: 1 });
		await expect(publish(1)).rejects.toThrow('may have created this webhook');
		await passTime(6 * MINUTE);
		const slower = { kind: 'delay', ms: 3 * MINUTE } as const;
		stage.venue.faults.on('PUT /webhooks/{webhookId}', slower, { times: 1 });
		await expect(publish(1)).rejects.toThrow('in time');
		await passTime(3 * MINUTE);
		expect(isOn()).toContain(true);
		await passTime(10 * MINUTE);
		expect(isOn()).not.toContain(true);
	});

	it('sends nothing in the end if it carries out late what a move to another credential has written', async () => {
		const trigger = await publish(5);
		const credential = await stage.saveCredential({ ...stage.venue.addCredentials() });
		stage.venue.faults.on('PUT /webhooks/{webhookId}', SLOW, { times: 1 });
		await whileTimeMoves(trigger.republish({ credentials: { venuePlatformApi: credential } }));
		await trigger.deactivate();
		await passTime(GRACE_MS + 5_000);
		expect(isOn()).toEqual([false]);
		await passTime(30_000);
		expect(isOn()).toEqual([true]);
		await passTime(10 * MINUTE);
		expect(isOn()).toEqual([false]);
	});

	it('sends nothing in the end if the workflow was published at another venue instead', async () => {
		letTheClockRun();
		await stage.close();
		stage = await Stage.open({ venues: ['harbor', 'castle'] });
		stopTheClock();
		stage.venue.faults.on('POST /webhooks', SLOW, { times: 1 });
		await expect(publish(1)).rejects.toThrow('may have created this webhook');
		const credential = await stage.saveCredential(stage.venue.clients.add('castle'));
		const castle = { ...stage.trigger(), credentials: { venuePlatformApi: credential } };
		await whileTimeMoves(stage.engine.activate(castle, { attempts: 1 }));
		await passTime(31_000);
		const { accounts } = stage.venue;
		const onAt = () =>
			[accounts.harbor, accounts.castle].map(({ webhooks }) =>
				webhooks.all().map(({ configuration }) => configuration.enabled),
			);
		expect(onAt()).toEqual([[true], [true]]);
		await passTime(10 * MINUTE);
		expect(onAt()).toEqual([[false], [true]]);
	});

	it('never stops sending if the workflow was published with another credential for it', async () => {
		stage.venue.faults.on('POST /webhooks', SLOW, { times: 1 });
		await expect(publish(1)).rejects.toThrow('may have created this webhook');
		const credential = await stage.saveCredential(stage.venue.addCredentials());
		const setup = { ...stage.trigger(), credentials: { venuePlatformApi: credential } };
		const trigger = await whileTimeMoves(stage.engine.activate(setup, { attempts: 1 }));
		await passTime(10 * MINUTE);
		expect(isOn().filter(Boolean)).toEqual([true]);
		const [first] = stage.venue.webhooks.all();
		expect(first.configuration.url).toBe(await trigger.url());
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		expect(await trigger.emitted()).toHaveLength(1);
		const switchOffs = stage.venue.requests.filter(({ body }) =>
			JSON.stringify(body ?? {}).includes('"enabled":false'),
		);
		expect(switchOffs).toHaveLength(isOn().length - 1);
	});

	it('is asked no more often for that if it never answers', async () => {
		const trigger = await publish(5);
		stage.venue.faults.on('PUT /webhooks/{webhookId}', { kind: 'hang' });
		const parameters = { events: ['Booking.Created'] };
		await expect(whileTimeMoves(trigger.republish({ parameters }))).rejects.toThrow('in time');
		await passTime(60 * MINUTE);
		stage.venue.forgetRequests();
		await passTime(60 * MINUTE);
		expect(stage.venue.count('PUT /webhooks/{webhookId}')).toBeLessThan(8);
	});
});
