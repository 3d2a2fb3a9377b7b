import { startVenue } from '../../venue';
import { partsOf } from '../harness/engineParts';
import { passTime, whileTimeMoves } from '../harness/time';
import { Grace } from '../trigger/support/grace';
import { ofEvent, fresh, MINUTE, RecoveryFixture } from './support/recoveryFixture';

describe('the recovery trigger and webhooks', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	// The switch-off after unpublishing must not outlast the tests.
	const grace = new Grace();
	afterEach(() => grace.forget());

	const create = (path: string) =>
		fixture.venue.webhooks.create({
			url: `https://n8n.example/${path}`,
			enabled: true,
			authentication: { apiKey: 'secret' },
			webhooks: { booking: { events: ['Created', 'Updated'] } },
		}).webhookId;

	it('reports what is disabled, removed or changed, one item each', async () => {
		const [off, gone, other, same] = ['a', 'b', 'c', 'd'].map(create);
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		fixture.later();
		expect(await trigger.poll()).toEqual({ items: [] });
		fixture.venue.webhooks.change(off, { enabled: false });
		fixture.venue.webhooks.remove(gone);
		fixture.venue.webhooks.change(other, { url: 'https://elsewhere.example' });
		fixture.venue.webhooks.change(same, {
			webhooks: { booking: { events: ['Updated', 'Created'] } },
		});
		const { items } = await trigger.poll();
		const told = ofEvent(items, 'switchedOff').map(({ webhookId, change }) => [webhookId, change]);
		expect(told).toEqual([
			[String(off), 'disabled'],
			[String(gone), 'removed'],
			[String(other), 'changed'],
		]);
		expect(items[1].json.url).toBe('https://n8n.example/b');
		expect(await trigger.poll()).toEqual({ items: [] });
		await trigger.restart(fresh());
		expect(await trigger.poll()).toEqual({ items: [] });

		fixture.venue.webhooks.change(off, { enabled: true });
		await trigger.poll();
		fixture.venue.webhooks.change(off, { enabled: false });
		expect((await trigger.poll()).items).toMatchObject([{ json: { change: 'disabled' } }]);
	});

	it('does not report changes by this n8n where two venues of a platform use the same IDs', async () => {
		await fixture.close();
		fixture = await RecoveryFixture.open({ venues: ['harbor', 'castle'] });
		const castle = await fixture.saveCredential({ ...fixture.venue.clients.add('castle') });
		const { engine } = fixture;
		const atHarbor = await engine.activate(fixture.events({}, 'harbor'));
		const atCastle = await engine.activate({
			...fixture.events({}, 'castle'),
			credentials: { venuePlatformApi: castle },
		});
		const recovery = await engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		fixture.later();
		for (const events of [atHarbor, atCastle])
			await events.republish({ parameters: { events: ['Booking.Created'] } });
		expect(await recovery.poll()).toEqual({ items: [] });
	});

	it('watches new webhooks after it is published again', async () => {
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		const made = create('a');
		await trigger.republish({ parameters: { events: ['switchedOff', 'growth'] } });
		fixture.venue.webhooks.change(made, { enabled: false });
		expect((await trigger.poll()).items).toMatchObject([
			{ json: { webhookId: String(made), change: 'disabled' } },
		]);
	});

	it('does not watch the address of a test event, which n8n may have left on when it ended', async () => {
		const { webhooks } = fixture.venue;
		const trigger = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		// n8n names a node without a webhook ID by its workflow and its name.
		const [off, gone] = ['a', 'b/venue%20platform%20trigger'].map((id) =>
			create(`webhook-test/${id}/venue-platform`),
		);
		expect(await trigger.poll()).toEqual({ items: [] });
		webhooks.change(off, { enabled: false });
		webhooks.remove(gone);
		expect(await trigger.poll()).toEqual({ items: [] });
	});

	it('begins anew if the user stops asking and asks again later', async () => {
		const both = { events: ['switchedOff', 'growth'] };
		const [before, after] = ['a', 'b'].map(create);
		const trigger = await fixture.engine.activate(fixture.trigger(both));
		await trigger.republish({ parameters: { events: ['growth'] } });
		fixture.later(24 * 60);
		fixture.venue.webhooks.change(before, { enabled: false });
		await trigger.republish({ parameters: both });
		expect(await trigger.poll()).toEqual({ items: [] });
		fixture.venue.webhooks.change(after, { enabled: false });
		expect((await trigger.poll()).items).toMatchObject([{ json: { webhookId: String(after) } }]);
	});

	it('does not report what a workflow of this n8n does when it is published and unpublished', async () => {
		const recovery = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		const events = await fixture.engine.activate(fixture.events());
		await recovery.poll();
		fixture.later();
		await events.republish({ parameters: { events: ['Booking.Created'] } });
		expect(await recovery.poll()).toEqual({ items: [] });
		fixture.later();
		const [{ webhookId }] = fixture.venue.webhooks.all();
		fixture.venue.webhooks.change(webhookId, { enabled: false });
		expect((await recovery.poll()).items).toMatchObject([{ json: { change: 'disabled' } }]);
		fixture.venue.webhooks.change(webhookId, { enabled: true });
		await recovery.poll();
		fixture.later();
		await grace.unpublish(events, fixture.venue);
		expect(await recovery.poll()).toEqual({ items: [] });
	});

	it('reports it after the next publication if the poll that saw it ends with a message', async () => {
		const { webhooks, clients, credentials } = fixture.venue;
		const events = await fixture.engine.activate(fixture.events());
		const recovery = await fixture.engine.activate(
			fixture.trigger({ events: ['switchedOff', 'final'] }),
		);
		const [{ webhookId }] = webhooks.all();
		const [other, gone] = ['other', 'gone'].map(create);
		await recovery.poll();
		const scopes = ['Webhook_Get', 'Webhook_Create', 'Webhook_Update'] as const;
		clients.setScopes(credentials.clientId, scopes);
		webhooks.change(other, { enabled: false });
		expect((await recovery.poll()).items).toHaveLength(1);
		fixture.later(45);
		webhooks.change(webhookId, { enabled: false });
		webhooks.remove(gone);
		const { items: none, error } = await recovery.poll();
		expect([none, error?.message]).toEqual([[], expect.stringContaining('FailedMessages')]);
		clients.setScopes(credentials.clientId, [
			...scopes,
			'Webhook_GetFailedMessages',
			'Booking_Get',
		]);
		await events.republish({});
		await recovery.republish({});
		const { items } = await recovery.poll();
		expect(items.map(({ json: { webhookId: id, change } }) => [id, change])).toEqual([
			[String(webhookId), 'disabled'],
			[String(gone), 'removed'],
		]);
		expect(await recovery.poll()).toEqual({ items: [] });
	});

	it('watches a webhook that is on again, also if the poll that sees it ends with a message', async () => {
		const { webhooks, clients, credentials } = fixture.venue;
		const events = ['switchedOff', 'booking'];
		const recovery = await fixture.engine.activate(fixture.trigger({ events }));
		const [id, other] = ['one', 'other'].map(create);
		await recovery.poll();
		clients.setScopes(credentials.clientId, ['Webhook_Get', 'Webhook_GetFailedMessages']);
		webhooks.change(id, { enabled: false });
		expect((await recovery.poll()).items).toHaveLength(1);
		webhooks.change(id, { enabled: true });
		webhooks.change(other, { enabled: false });
		fixture.later(45);
		const { items: none, error } = await recovery.poll();
		expect([none, error?.message]).toEqual([[], expect.stringContaining('Booking_Get')]);
		webhooks.change(id, { enabled: false });
		const { items } = await recovery.poll();
		const switchedOff = items.map(({ json: { webhookId, change } }) => [webhookId, change]);
		expect(switchedOff.sort()).toEqual([
			[String(id), 'disabled'],
			[String(other), 'disabled'],
		]);
	});

	it('does not report what n8n switched off before a restart', async () => {
		const events = await fixture.engine.activate(fixture.events());
		const recovery = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		const [{ webhookId }] = fixture.venue.webhooks.all();
		await recovery.poll();
		fixture.later();
		await grace.unpublish(events, fixture.venue);
		await recovery.restart(fresh());
		await recovery.poll();
		expect(await recovery.emitted()).toEqual([]);

		// In the console n8n's mark remains, but it shows nothing any more.
		fixture.venue.webhooks.change(webhookId, { enabled: true });
		await recovery.poll();
		fixture.venue.webhooks.change(webhookId, { enabled: false });
		expect((await recovery.poll()).items).toMatchObject([{ json: { change: 'disabled' } }]);
	});

	it.each([
		['', false],
		[', also if the first polls end with a message', true],
	])(
		'does not report after a restart that a trigger was published with other events days before%s',
		async (_, areFirstLost) => {
			const events = await fixture.engine.activate(fixture.events());
			const setup = fixture.trigger({ events: ['switchedOff', 'final'] });
			const recovery = await fixture.engine.activate(setup);
			fixture.later();
			await events.republish({ parameters: { events: ['Booking.Created'] } });
			for (let day = 0; day < 3; day++) {
				expect(await recovery.poll()).toEqual({ items: [] });
				fixture.later(24 * 60);
			}
			const { faults } = fixture.venue;
			const stored = await fixture.staticData(recovery.workflowId);
			if (areFirstLost) faults.on('GET /webhooks/messages/failed', { kind: 'answer', status: 403 });
			const node = fresh();
			await recovery.restart(node);
			await recovery.poll();
			faults.clear();
			if (areFirstLost) {
				const { workflows } = partsOf(fixture.engine);
				await workflows.update(recovery.workflowId, { staticData: stored });
				await recovery.republish({ node });
			}
			await recovery.poll();
			expect(await recovery.emitted()).toEqual([]);
		},
	);

	it.each([
		['when it is published', false],
		['nor after a first look at the webhooks that n8n did not store', true],
	])(
		'does not report a trigger that moved to another venue while n8n restarted, %s',
		async (_, isFirstLookLater) => {
			const setup = fixture.events();
			const events = await fixture.engine.activate(setup);
			const recovery = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
			await recovery.poll();
			fixture.later();
			await grace.unpublish(events, fixture.venue);
			const elsewhere = await startVenue();
			try {
				const other = await fixture.saveCredential(elsewhere.credentials, elsewhere);
				await fixture.engine.activate({ ...setup, credentials: { venuePlatformApi: other } });
				if (isFirstLookLater) {
					fixture.venue.faults.on('GET /webhooks', { kind: 'answer', status: 500 });
					await recovery.restart(fresh());
					fixture.venue.faults.clear();
					await recovery.poll();
					await recovery.republish({ parameters: { events: ['switchedOff', 'growth'] } });
				} else await recovery.republish({ node: fresh() });
				await recovery.poll();
				await recovery.poll();
				expect(await recovery.emitted()).toEqual([]);
			} finally {
				await elsewhere.stop();
			}
		},
	);

	it.each(['withSlash', 'encoded', 'withPort', 'withUpperCaseHost'] as const)(
		'does not report what n8n does at a venue that rewrites addresses (%s)',
		async (addresses) => {
			await fixture.close();
			fixture = await RecoveryFixture.open({ variations: { addresses } });
			const recovery = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
			const events = await fixture.engine.activate(fixture.events());
			await recovery.poll();
			fixture.later();
			await events.republish({ parameters: { events: ['Booking.Created'] } });
			expect(await recovery.poll()).toEqual({ items: [] });
			fixture.later();
			await grace.unpublish(events, fixture.venue);
			await recovery.restart(fresh());
			await recovery.poll();
			expect(await recovery.emitted()).toEqual([]);
		},
	);

	it('does not report what n8n switches off at a venue that lists only what is on', async () => {
		const { webhooks, undocumented } = fixture.venue;
		undocumented.on('GET /webhooks', {}, () => ({
			body: JSON.stringify(
				webhooks
					.all()
					.filter(({ configuration }) => configuration.enabled)
					.map(({ webhookId, configuration }) => ({ webhookId, ...configuration })),
			),
		}));
		const recovery = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		const events = await fixture.engine.activate(fixture.events());
		const other = create('webhook/other/venue-platform');
		await recovery.poll();
		fixture.later();
		await grace.unpublish(events, fixture.venue);
		webhooks.change(other, { enabled: false });
		const { items } = await recovery.poll();
		expect(items.map(({ json: { webhookId, change } }) => [webhookId, change])).toEqual([
			[String(other), 'removed'],
		]);
	});

	it('does not report what n8n changed if only the response was lost', async () => {
		const { faults, webhooks } = fixture.venue;
		const recovery = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		const events = await fixture.engine.activate(fixture.events());
		await recovery.poll();
		fixture.stopTheTimers();
		await passTime(15 * MINUTE);
		faults.on('PUT /webhooks/{webhookId}', { kind: 'resetAfterRead' });
		const parameters = { events: ['Booking.Created'] };
		await expect(whileTimeMoves(events.republish({ parameters }))).rejects.toThrow();
		faults.clear();
		const [{ configuration }] = webhooks.all();
		expect(configuration.webhooks).toEqual({ booking: { events: ['Created'] } });
		await whileTimeMoves(fixture.engine.activate(fixture.events(parameters)));
		await passTime(MINUTE);
		expect(await whileTimeMoves(recovery.poll())).toEqual({ items: [] });
	});

	it('does not report what another credential of this n8n does', async () => {
		const other = await fixture.saveCredential(fixture.venue.addCredentials());
		const recovery = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		const events = await fixture.engine.activate({
			...fixture.events(),
			credentials: { venuePlatformApi: other },
		});
		await recovery.poll();
		fixture.later();
		await events.republish({ parameters: { events: ['Booking.Created'] } });
		expect(await recovery.poll()).toEqual({ items: [] });
	});

	it.each(['items', 'envelope', 'terse'] as const)(
		'finds webhooks at a venue with the profile “%s”',
		async (profile) => {
			await fixture.close();
			fixture = await RecoveryFixture.open({ profile });
			const id = create('a');
			const trigger = await fixture.engine.activate(fixture.trigger({ events: ['switchedOff'] }));
			fixture.venue.webhooks.change(id, { enabled: false });
			expect((await trigger.poll()).items).toMatchObject([{ json: { change: 'disabled' } }]);
		},
	);
});
