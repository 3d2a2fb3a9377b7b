import { PollContext } from 'n8n-core';

import { startEngine } from '../harness/engine';
import { whileTimeMoves } from '../harness/time';
import { fresh, type Items, ofEvent, OWN_URL, RecoveryFixture } from './support/recoveryFixture';

const OTHERS_URL = 'https://crm.example/hooks/venue';
/** Where n8n defines what all contexts have in common. */
const CONTEXT = Object.getPrototypeOf(PollContext.prototype) as Record<string, unknown>;

const EVENTS = ['final', 'attempt', 'growth'];

describe('the recovery trigger beside webhooks of other systems', () => {
	let fixture: RecoveryFixture;
	let own: number;
	let others: number;
	beforeEach(async () => {
		fixture = await RecoveryFixture.open();
		own = webhookAt(OWN_URL);
		others = webhookAt(OTHERS_URL);
	});
	afterEach(async () => await fixture.close());

	const webhookAt = (url: string) =>
		fixture.venue.webhooks.create({ url, enabled: true, webhooks: {} }).webhookId;
	const ids = (items: Items) => ofEvent(items, 'final').map(({ messageId }) => messageId);
	const idsOf = (messages: Array<{ id: string }>) => messages.map(({ id }) => id);
	const withAll = { options: { onlyOwnWebhooks: false } };

	it('leaves out their messages, from the count and from what is fetched again, too [reliability: other systems]', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ events: EVENTS }));
		fixture.giveUp(144, { webhookId: others });
		fixture.venue.bookings.seed(3);
		expect(await trigger.poll()).toEqual({ items: [] });

		const [message] = fixture.giveUp(1, { webhookId: own });
		const { items } = await trigger.poll();
		expect(ofEvent(items, 'final')).toMatchObject([
			{ messageId: message.id, isOurs: true, url: OWN_URL },
		]);
		expect(ofEvent(items, 'growth')).toMatchObject([{ before: 0, now: 1 }]);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('leaves out what the venue still sends to the test address, where n8n takes one event and stops listening', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ events: EVENTS }));
		const test = webhookAt('https://n8n.example.com/webhook-test/events/venue-platform');
		fixture.venue.bookings.seed(3);
		const tested = fixture.giveUp(2, { webhookId: test });
		expect(await trigger.poll()).toEqual({ items: [] });

		const [message] = fixture.giveUp(1, { webhookId: own });
		const { items } = await trigger.poll();
		expect(ids(items)).toEqual([message.id]);
		expect(ofEvent(items, 'growth')).toMatchObject([{ before: 0, now: 1 }]);

		await trigger.republish({ parameters: { events: EVENTS, ...withAll } });
		expect(ids((await trigger.poll()).items).sort()).toEqual(idsOf(tested).sort());
	});

	it('does not count those that were there when it was published', async () => {
		fixture.giveUp(5, { webhookId: others });
		const trigger = await fixture.engine.activate(fixture.trigger({ events: EVENTS }));
		fixture.giveUp(1, { webhookId: own });
		const { items } = await trigger.poll();
		expect(ofEvent(items, 'growth')).toMatchObject([{ before: 0, now: 1 }]);
	});

	it('knows them, too, if n8n evaluates no expression after the beginning of the poll', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ events: EVENTS }));
		fixture.giveUp(1, { webhookId: others });
		const [message] = fixture.giveUp(1, { webhookId: own });
		const polling = trigger.poll();
		const { evaluateExpression } = CONTEXT;
		CONTEXT.evaluateExpression = () => {
			throw new Error('No bridge acquired for this context. Call acquire() first.');
		};
		const { items, error } = await polling;
		CONTEXT.evaluateExpression = evaluateExpression;
		expect(error).toBeUndefined();
		expect(ids(items)).toEqual([message.id]);
	});

	it.each([
		['https://N8N.example.com/webhook/events/venue-platform/', true],
		['https://n8n.example.com:443/webhook/%65vents/venue-platform', true],
		['https://n8n.example.com.evil.example/webhook/events', false],
		['https://staging.n8n.example.com/webhook/events', false],
		['http://n8n.example.com/webhook/events', false],
	])('takes %s for its own: %s', async (url, isOwn) => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		const [message] = fixture.giveUp(1, { webhookId: webhookAt(url) });
		expect(ids((await trigger.poll()).items)).toEqual(isOwn ? [message.id] : []);
	});

	it('reports them when the option is switched off, as far as they are new since publishing', async () => {
		fixture.giveUp(2, { webhookId: others });
		fixture.later();
		const trigger = await fixture.engine.activate(fixture.trigger());
		const left = fixture.giveUp(3, { webhookId: others });
		expect(await trigger.poll()).toEqual({ items: [] });
		fixture.later();
		await trigger.republish({ parameters: withAll });
		const { items } = await trigger.poll();
		expect(ids(items).sort()).toEqual(idsOf(left).sort());
		expect(ofEvent(items, 'final')[0]).toMatchObject({ isOurs: false, url: OTHERS_URL });
		await trigger.republish({ parameters: {} });
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	const refuse = () =>
		fixture.venue.faults.on('GET /webhooks', {
			kind: 'answer',
			status: 403,
			body: JSON.stringify({ error: 'Forbidden', message: 'Invalid scope' }),
		});

	it('reports everything without the scope, and says so once [troubleshooting: Failed messages are also reported]', async () => {
		refuse();
		const trigger = await fixture.engine.activate(fixture.trigger());
		const given = [
			...fixture.giveUp(1, { webhookId: others }),
			...fixture.giveUp(1, { webhookId: own }),
		];
		const { items } = await trigger.poll();
		expect(ids(items).sort()).toEqual(idsOf(given).sort());
		expect(ofEvent(items, 'final')[0]).toMatchObject({ isOurs: null, url: null });
		const { error } = await trigger.poll();
		expect(error?.message).toMatch(/Webhook_Get.*Only Own Webhooks/);
		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('does not say it again each time that the failed list was empty for a while', async () => {
		refuse();
		const trigger = await fixture.engine.activate(fixture.trigger());
		const messages: unknown[] = [];
		for (let outage = 0; outage < 3; outage++) {
			const [message] = fixture.giveUp(1, { webhookId: others });
			for (let poll = 0; poll < 3; poll++) {
				messages.push((await trigger.poll()).error?.message);
				fixture.later();
			}
			fixture.venue.messages.delivered(message);
			messages.push((await trigger.poll()).error?.message);
		}
		const said = messages.filter((text) => text !== undefined);
		expect(said).toEqual([expect.stringMatching(/Webhook_Get.*Only Own Webhooks/)]);
	});

	it('says nothing of it if all messages are wanted', async () => {
		refuse();
		const trigger = await fixture.engine.activate(fixture.trigger(withAll));
		fixture.giveUp(1, { webhookId: others });
		expect((await trigger.poll()).items).toHaveLength(2);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('reports what failed at a webhook that is not listed, and says so once', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		const given = fixture.giveUp(2, { webhookId: 9000 });
		expect(ids((await trigger.poll()).items).sort()).toEqual(idsOf(given).sort());
		expect((await trigger.poll()).error?.message).toMatch(
			/2 of the failed messages name a webhook/,
		);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('reports everything if n8n knows only an address of its own machine, and says so once', async () => {
		const engine = await startEngine({ publicUrl: 'http://localhost:5678' });
		try {
			const { baseUrl, credentials } = fixture.venue;
			const data = { baseUrl, ...credentials };
			const credential = await engine.saveCredential('venuePlatformApi', data);
			const setup = { ...fixture.trigger(), credentials: { venuePlatformApi: credential } };
			const trigger = await engine.activate(setup);
			const given = fixture.giveUp(1, { webhookId: others });
			expect(ids((await trigger.poll()).items)).toEqual(idsOf(given));
			expect((await trigger.poll()).error?.message).toMatch(/set N8N_WEBHOOK_URL/);
			expect(await trigger.poll()).toEqual({ items: [] });
		} finally {
			await engine.stop();
		}
	});

	it('goes by what it knew while the list of webhooks does not come for a while', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger());
		fixture.giveUp(1, { webhookId: others });
		expect(await trigger.poll()).toEqual({ items: [] });
		fixture.venue.faults.on('GET /webhooks', { kind: 'answer', status: 500, body: 'Down' });
		fixture.giveUp(1, { webhookId: others });
		const [message] = fixture.giveUp(1, { webhookId: own });
		fixture.stopTheTimers();
		expect(ids((await whileTimeMoves(trigger.poll())).items)).toEqual([message.id]);
		expect(await whileTimeMoves(trigger.poll())).toEqual({ items: [] });
	});

	it('asks for the list of webhooks once in a poll', async () => {
		const setup = fixture.trigger({ events: ['final', 'switchedOff'] });
		const trigger = await fixture.engine.activate(setup);
		await trigger.restart(fresh());
		fixture.giveUp(1, { webhookId: own });
		const before = asked();
		await trigger.poll();
		expect(asked() - before).toBe(1);
	});

	const asked = () =>
		fixture.venue.requests.filter(({ method, path }) => method === 'GET' && path === '/webhooks')
			.length;
});
