import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { VenueOptions } from '../../venue';
import type { ActiveTrigger } from '../harness/triggers/activeTrigger';
import { Grace } from '../trigger/support/grace';
import { fresh, ofEvent, RecoveryFixture } from './support/recoveryFixture';

const DAY = 24 * 60;
const UPDATE = 'PUT /webhooks/{webhookId}';
const EVENT = { type: 'Booking', eventType: 'Updated' } as const;

describe('Switch On Again', () => {
	let fixture: RecoveryFixture;
	let events: ActiveTrigger;
	let recovery: ActiveTrigger;
	const proxies: Server[] = [];

	const grace = new Grace();
	afterEach(async () => {
		await fixture.close();
		for (const proxy of proxies.splice(0)) {
			proxy.closeAllConnections();
			await new Promise((closed) => proxy.close(closed));
		}
		grace.forget();
	});

	const open = async (
		options: VenueOptions = { profile: 'live' },
		{ trigger = {}, more = {} }: { trigger?: INodeParameters; more?: INodeParameters } = {},
	) => {
		fixture = await RecoveryFixture.open(options);
		const { engine, credential } = fixture;
		await engine.updateCredential(credential, {
			...{ webhookUsername: 'clerk', webhookPassword: 'password-2' },
		});
		events = await engine.activate(fixture.events(trigger));
		recovery = await engine.activate(
			fixture.trigger({
				...{ events: ['switchedOff'], refetchBookings: false, ...more },
				options: { switchOnAgain: true },
			}),
		);
		await recovery.poll();
	};

	const isOn = () => fixture.venue.webhooks.all()[0].configuration.enabled;
	const switchOff = () => {
		const [{ webhookId }] = fixture.venue.webhooks.all();
		fixture.venue.webhooks.change(webhookId, { enabled: false });
	};
	const writes = () => fixture.venue.count(UPDATE);
	const poll = async () => {
		fixture.later();
		const { items, error } = await recovery.poll();
		expect(error).toBeUndefined();
		return ofEvent(items, 'switchedOff');
	};
	const leadTo = async (answer: RequestListener) => {
		const proxy = createServer(answer);
		proxies.push(proxy);
		await new Promise<void>((opened) => proxy.listen(0, '127.0.0.1', opened));
		const { port } = proxy.address() as AddressInfo;
		fixture.engine.publicUrlLeadsTo = `http://127.0.0.1:${port}`;
	};

	it('switches a webhook on that the venue switched off in an outage of days [nodes: four days] [reliability: at some venues about four days; Some venues switch; Options → Switch On Again] [troubleshooting: four days]', async () => {
		await open();
		fixture.venue.receivers.makeUnreachable(fixture.engine.publicUrl);
		await fixture.venue.emit(EVENT);
		for (let minute = 0; minute < 5 * DAY; minute += 60) {
			await fixture.venue.clock.advance(60 * 60_000);
			fixture.later(60);
		}
		expect(isOn()).toBe(false);
		fixture.venue.receivers.makeReachable(fixture.engine.publicUrl);

		const before = structuredClone(fixture.venue.webhooks.all()[0].configuration);
		const found = await poll();
		expect(found).toEqual([
			{
				event: 'switchedOff',
				at: expect.any(String) as string,
				webhookId: String(fixture.venue.webhooks.all()[0].webhookId),
				url: await events.url(),
				change: 'disabled',
				switchedOn: true,
				advice: expect.stringContaining('unpublish') as string,
			},
		]);
		expect(fixture.venue.webhooks.all()[0].configuration).toEqual({ ...before, enabled: true });
		await fixture.venue.emit(EVENT);
		expect(await events.emitted()).toHaveLength(1);
		expect(await poll()).toEqual([]);
		expect(writes()).toBe(1);
	});

	it('asks the address once, without any key, token or redirect', async () => {
		await open();
		const asked: Array<{ method?: string; headers: IDataObject; body: string }> = [];
		await leadTo((request, response) => {
			let body = '';
			request.on('data', (part) => (body += String(part)));
			request.on('end', () => {
				const { method, headers } = request;
				asked.push({ method, headers: headers as IDataObject, body });
				response.writeHead(307, { location: `${fixture.engine.receiverUrl}${request.url}` }).end();
			});
		});
		switchOff();
		expect(await poll()).toMatchObject([{ switchedOn: false }]);
		expect(asked).toMatchObject([{ method: 'POST', body: '{}' }]);
		expect(Object.keys(asked[0].headers).join()).not.toMatch(/authori|key|cookie/i);
		expect(isOn()).toBe(false);
	});

	it.each(['?a=/venue-platform', '?a=/1/venue-platform', '/?/venue-platform', '#/venue-platform'])(
		'asks no other webhook of this n8n, whatever the venue adds to its address: %s',
		async (added) => {
			await open();
			const asked: unknown[] = [];
			await leadTo((request, response) => {
				asked.push(request.url);
				response.writeHead(200).end();
			});
			const url = `${fixture.engine.publicUrl}/webhook/internal${added}`;
			const webhooks = { booking: { events: ['Created'] } };
			const { webhookId } = fixture.venue.webhooks.create({ url, enabled: true, webhooks });
			expect(await poll()).toEqual([]);
			fixture.venue.webhooks.change(webhookId, { enabled: false });
			expect(await poll()).toMatchObject([{ change: 'disabled', switchedOn: false }]);
			expect(asked).toEqual([]);
		},
	);

	it.each([
		['by JSON of its own', '{"message":"Unauthorized"}'],
		['by a page', '<html><h1>401 Authorization Required</h1></html>'],
		['by nothing', ''],
	])(
		'takes a proxy that answers 401 itself (%s) for no trigger [reliability: Again leaves a webhook off]',
		async (_, body) => {
			await open();
			await leadTo((_request, response) => response.writeHead(401).end(body));
			switchOff();
			expect(await poll()).toMatchObject([
				{
					switchedOn: false,
					advice: expect.stringMatching(/such as a proxy.*unpublish it and publish it/) as string,
				},
			]);
			expect([isOn(), writes()]).toEqual([false, 0]);
			expect(await poll()).toEqual([]);
		},
	);

	it('sees through a proxy that leads to n8n', async () => {
		await open();
		await leadTo((request, response) => {
			void axios
				.post(`${fixture.engine.receiverUrl}${request.url}`, {}, { validateStatus: () => true })
				.then(({ status, data }) => response.writeHead(status).end(JSON.stringify(data)));
		});
		switchOff();
		expect(await poll()).toMatchObject([{ switchedOn: true }]);
		expect(isOn()).toBe(true);
	});

	it('does not write back what was published with other events in the meantime', async () => {
		await open();
		const [{ webhookId }] = fixture.venue.webhooks.all();
		const webhooks = { ticket: { events: ['Created'] } };
		await leadTo((request, response) => {
			fixture.venue.webhooks.change(webhookId, { webhooks, enabled: true });
			void axios
				.post(`${fixture.engine.receiverUrl}${request.url}`, {}, { validateStatus: () => true })
				.then(({ status, data }) => response.writeHead(status).end(JSON.stringify(data)));
		});
		switchOff();
		expect(await poll()).toEqual([]);
		expect(fixture.venue.webhooks.all()[0].configuration).toMatchObject({
			webhooks,
			enabled: true,
		});
		expect(writes()).toBe(0);
	});

	it('says so if n8n cannot reach its own address', async () => {
		await open();
		fixture.engine.publicUrlLeadsTo = 'http://127.0.0.1:9';
		switchOff();
		expect(await poll()).toMatchObject([
			{ switchedOn: false, advice: expect.stringContaining('did not reach its own') as string },
		]);
		expect(isOn()).toBe(false);
	});

	it('leaves a webhook off whose workflow is not published, or that is elsewhere', async () => {
		await open();
		const url = `${fixture.engine.publicUrl}/webhook/gone/venue-platform`;
		const others = [url, 'https://elsewhere.example/webhook/events/venue-platform'];
		const [{ configuration }] = fixture.venue.webhooks.all();
		const ids = others.map(
			(other) => fixture.venue.webhooks.create({ ...configuration, url: other }).webhookId,
		);
		await recovery.poll();
		for (const id of ids) fixture.venue.webhooks.change(id, { enabled: false });
		expect(await poll()).toMatchObject([
			{
				...{ url, switchedOn: false },
				advice: expect.stringMatching(/^No trigger answered.* publish its workflow/) as string,
			},
			{
				switchedOn: false,
				advice: expect.stringMatching(/not that of a trigger.* with Webhook → Update/) as string,
			},
		]);
		expect(writes()).toBe(0);
	});

	it.each([
		['masks keys', { secretsInLists: 'masked' }],
		['shows no keys', { secretsInLists: false }],
	] as const)('changes nothing if the venue %s', async (_, variations) => {
		await open({ variations });
		switchOff();
		expect(await poll()).toMatchObject([
			{
				switchedOn: false,
				advice: expect.stringContaining('unpublish its workflow and publish it') as string,
			},
		]);
		expect([isOn(), writes()]).toEqual([false, 0]);
	});

	it('changes nothing if the venue may not show all webhooks, of which one may be the same', async () => {
		await open({ profile: 'live', variations: { atMostInList: 50 } });
		const { webhooks } = fixture.venue;
		const [{ configuration }] = webhooks.all();
		for (let made = 1; made < 50; made++) {
			webhooks.create({ ...configuration, url: `https://other.example/${made}` });
		}
		webhooks.create(structuredClone(configuration));
		await recovery.poll();
		switchOff();
		expect(await poll()).toMatchObject([
			{ switchedOn: false, advice: expect.stringContaining('may not show all') as string },
		]);
		expect([isOn(), writes()]).toEqual([false, 0]);
	});

	it('changes nothing if the venue has another key than the trigger', async () => {
		await open();
		const [{ webhookId }] = fixture.venue.webhooks.all();
		fixture.venue.webhooks.change(webhookId, { authentication: { apiKey: 'outdated' } });
		await recovery.poll();
		switchOff();
		expect(await poll()).toMatchObject([{ switchedOn: false }]);
		expect(writes()).toBe(0);
	});

	it('changes nothing if the trigger uses basic authentication', async () => {
		const additionalConfiguration = JSON.stringify({
			authentication: { username: '<webhookUsername>', password: '<webhookPassword>' },
		});
		await open(
			{},
			{ trigger: { authentication: 'basicAuth', options: { additionalConfiguration } } },
		);
		switchOff();
		expect(await poll()).toMatchObject([
			{ switchedOn: false, advice: expect.stringContaining('basic authentication') as string },
		]);
		expect([isOn(), writes()]).toEqual([false, 0]);
	});

	it('leaves a webhook off that n8n switched off itself, also after a restart', async () => {
		await open();
		await grace.unpublish(events, fixture.venue);
		await recovery.restart(fresh());
		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([]);
		expect(isOn()).toBe(false);
	});

	/** n8n has stored nothing since the recovery trigger was published. */
	const openUnseen = async (options?: VenueOptions) => {
		await open(options);
		await fixture.engine.activate(fixture.events({}, 'later'));
		expect(await poll()).toEqual([]);
		const [, { webhookId }] = fixture.venue.webhooks.all();
		fixture.venue.webhooks.change(webhookId, { enabled: false });
		await recovery.restart(fresh());
		return { url: `${fixture.engine.publicUrl}/webhook/later/venue-platform` };
	};

	it('finds a webhook that went off while n8n was stopped and that no report had stored', async () => {
		const { url } = await openUnseen();
		expect(await poll()).toMatchObject([{ url, change: 'disabled', switchedOn: true }]);
		expect(fixture.venue.webhooks.all().map(({ configuration }) => configuration.enabled)).toEqual([
			true,
			true,
		]);
		await recovery.restart(fresh());
		expect(await poll()).toEqual([]);
		expect(writes()).toBe(1);
	});

	it('reports such a webhook once if it stays off, however often n8n restarts', async () => {
		const { url } = await openUnseen({ variations: { secretsInLists: 'masked' } });
		expect(await poll()).toMatchObject([{ url, change: 'disabled', switchedOn: false }]);
		for (let restart = 0; restart < 3; restart++) {
			await recovery.restart(fresh());
			expect(await poll()).toEqual([]);
			expect(await poll()).toEqual([]);
		}
		expect(writes()).toBe(0);
	});

	it('takes a webhook for no news that was off when the recovery trigger was published [reliability: was off before]', async () => {
		await open();
		switchOff();
		await recovery.deactivate();
		recovery = await fixture.engine.activate(
			fixture.trigger({ events: ['switchedOff'], refetchBookings: false }),
		);
		await recovery.restart(fresh());
		expect(await poll()).toEqual([]);
		const options = { switchOnAgain: true };
		await recovery.republish({ parameters: { events: ['switchedOff'], options } });
		expect(await poll()).toEqual([]);
		expect(isOn()).toBe(false);
	});

	it('watches a webhook that was off and was published again before the recovery trigger', async () => {
		await open();
		const { webhooks } = fixture.venue;
		const other = webhooks.create({ url: 'https://other.example', enabled: true, webhooks: {} });
		await recovery.poll();
		await grace.unpublish(events, fixture.venue);
		// n8n stores what a poll saw only with news.
		webhooks.remove(other.webhookId);
		expect(await poll()).toMatchObject([{ change: 'removed' }]);
		await fixture.engine.activate(fixture.events());
		await recovery.republish({ parameters: { events: ['switchedOff', 'growth'] } });
		switchOff();
		expect(await poll()).toMatchObject([{ change: 'disabled' }]);
	});

	it('switches a webhook on once a day', async () => {
		await open();
		switchOff();
		expect(await poll()).toMatchObject([{ switchedOn: true }]);
		switchOff();
		expect(await poll()).toMatchObject([
			{ switchedOn: false, advice: expect.stringContaining('less than a day ago') as string },
		]);
		expect([isOn(), writes()]).toEqual([false, 1]);
		// Also if a user switches it on meanwhile, and n8n restarts.
		const [{ webhookId }] = fixture.venue.webhooks.all();
		fixture.venue.webhooks.change(webhookId, { enabled: true });
		await poll();
		await recovery.restart(fresh());
		switchOff();
		expect(await poll()).toMatchObject([{ switchedOn: false }]);
		fixture.venue.webhooks.change(webhookId, { enabled: true });
		await poll();
		fixture.later(DAY);
		switchOff();
		expect(await poll()).toMatchObject([{ switchedOn: true }]);
		expect([isOn(), writes()]).toEqual([true, 2]);
	});

	it('reports it with the next poll if this one ends with a message', async () => {
		await open({ profile: 'live' }, { more: { events: ['switchedOff', 'final'] } });
		const { webhooks, clients, credentials } = fixture.venue;
		const [{ configuration }] = webhooks.all();
		const url = 'https://elsewhere.example';
		const { webhookId } = webhooks.create({ ...configuration, url });
		await recovery.poll();
		clients.setScopes(credentials.clientId, ['Webhook_Get', 'Webhook_Update']);
		webhooks.change(webhookId, { enabled: false });
		expect(await poll()).toMatchObject([{ url, switchedOn: false }]);

		switchOff();
		fixture.later(45);
		const { items, error } = await recovery.poll();
		expect([items, error?.message]).toEqual([[], expect.stringContaining('FailedMessages')]);
		expect(isOn()).toBe(true);
		expect(await poll()).toMatchObject([{ url: await events.url(), switchedOn: true }]);
		expect(await poll()).toEqual([]);
	});

	it('reports it if the scope is missing', async () => {
		await open();
		const { clientId } = fixture.venue.credentials;
		fixture.venue.clients.setScopes(clientId, ['Webhook_Get']);
		switchOff();
		expect(await poll()).toMatchObject([
			{ switchedOn: false, advice: expect.stringContaining('Webhook_Update') as string },
		]);
		expect(isOn()).toBe(false);
		expect(await poll()).toEqual([]);
	});

	it('does not switch a second webhook on for one address', async () => {
		await open();
		const [{ configuration }] = fixture.venue.webhooks.all();
		const { webhookId } = fixture.venue.webhooks.create({ ...configuration });
		await recovery.poll();
		fixture.venue.webhooks.change(webhookId, { enabled: false });
		expect(await poll()).toMatchObject([{ switchedOn: false }]);
		expect(writes()).toBe(0);
	});

	it('is off by default, and a webhook that is off is then only reported', async () => {
		await open();
		await recovery.republish({ parameters: { events: ['switchedOff'] } });
		switchOff();
		const [item] = await poll();
		expect(Object.keys(item).sort()).toEqual(['at', 'change', 'event', 'url', 'webhookId']);
		expect(isOn()).toBe(false);
	});
});
