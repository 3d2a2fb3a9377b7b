import { VenuePlatformTrigger } from '../../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
import { ofEvent, fresh, Stage } from './support/stage';

describe('the recovery trigger and webhooks', () => {
	let stage: Stage;
	beforeEach(async () => (stage = await Stage.open()));
	afterEach(async () => await stage.close());

	const create = (path: string) =>
		stage.venue.webhooks.create({
			url: `https://n8n.example/${path}`,
			enabled: true,
			authentication: { apiKey: 'secret' },
			webhooks: { booking: { events: ['Created', 'Updated'] } },
		}).webhookId;

	it('reports what is disabled, removed or changed, one item each', async () => {
		const [off, gone, other, same] = ['a', 'b', 'c', 'd'].map(create);
		const trigger = await stage.engine.activate(stage.trigger({ events: ['switchedOff'] }));
		stage.later();
		expect(await trigger.poll()).toEqual({ items: [] });
		stage.venue.webhooks.change(off, { enabled: false });
		stage.venue.webhooks.remove(gone);
		stage.venue.webhooks.change(other, { url: 'https://elsewhere.example' });
		stage.venue.webhooks.change(same, {
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

		stage.venue.webhooks.change(off, { enabled: true });
		await trigger.poll();
		stage.venue.webhooks.change(off, { enabled: false });
		expect((await trigger.poll()).items).toMatchObject([{ json: { change: 'disabled' } }]);
	});

	it('is silent about what a workflow of this n8n does when it is published and unpublished', async () => {
		stage.venue.receivers.map(stage.engine.publicUrl, stage.engine.receiverUrl);
		const recovery = await stage.engine.activate(stage.trigger({ events: ['switchedOff'] }));
		const events = await stage.engine.activate({
			...stage.trigger({ events: ['*'] }),
			node: VenuePlatformTrigger,
			webhookId: 'events',
		});
		await recovery.poll();
		stage.later();
		await events.republish({ parameters: { events: ['Booking.Created'] } });
		expect(await recovery.poll()).toEqual({ items: [] });
		stage.later();
		const [{ webhookId }] = stage.venue.webhooks.all();
		stage.venue.webhooks.change(webhookId, { enabled: false });
		expect((await recovery.poll()).items).toMatchObject([{ json: { change: 'disabled' } }]);
		stage.venue.webhooks.change(webhookId, { enabled: true });
		await recovery.poll();
		stage.later();
		await events.deactivate();
		expect(await recovery.poll()).toEqual({ items: [] });
	});

	it.each(['items', 'envelope', 'terse'] as const)(
		'finds them at a venue like %s',
		async (profile) => {
			await stage.close();
			stage = await Stage.open({ profile });
			const id = create('a');
			const trigger = await stage.engine.activate(stage.trigger({ events: ['switchedOff'] }));
			stage.venue.webhooks.change(id, { enabled: false });
			expect((await trigger.poll()).items).toMatchObject([{ json: { change: 'disabled' } }]);
		},
	);
});
