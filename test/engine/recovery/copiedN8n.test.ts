import { startEngine } from '../harness/engine';
import { Grace } from '../trigger/support/grace';
import { freshTrigger } from '../trigger/support/stage';
import { ofEvent, RecoveryFixture } from './support/recoveryFixture';

const grace = new Grace();
afterEach(() => grace.forget());

it('a copy of n8n that unpublishes a workflow is reported by the original, where it is published [reliability: If another n8n]', async () => {
	const fixture = await RecoveryFixture.open();
	const { venue, engine } = fixture;
	const copy = await startEngine({ publicUrl: engine.publicUrl });
	try {
		const setup = fixture.events();
		await engine.activate(setup);
		const recovery = await engine.activate(fixture.trigger({ events: ['switchedOff'] }));
		await recovery.poll();

		const { baseUrl, credentials } = venue;
		const copied = await copy.saveCredential('venuePlatformApi', { baseUrl, ...credentials });
		const events = await copy.activate({
			...setup,
			node: freshTrigger(),
			credentials: { venuePlatformApi: copied },
		});
		await grace.unpublish(events, venue);
		fixture.later();
		const { items } = await recovery.poll();
		expect(ofEvent(items, 'switchedOff')).toMatchObject([
			{ change: 'disabled', advice: expect.stringContaining('Another n8n') as string },
		]);
		expect(await recovery.poll()).toEqual({ items: [] });
	} finally {
		await copy.stop();
		await fixture.close();
	}
});
