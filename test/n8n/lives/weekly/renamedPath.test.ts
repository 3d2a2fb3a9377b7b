import { ALL_CAME_ONCE, publishedWhileEventsCome } from '../../fixtures/publishedWhileEventsCome';
import { TriggerFixture } from '../../fixtures/triggerFixture';

describe('an n8n whose administrator has renamed the path of webhooks', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		const environment = { N8N_ENDPOINT_WEBHOOK: 'hooks' };
		fixture = await TriggerFixture.start({ mode: 'regular', environment });
	});

	afterAll(async () => await fixture?.stop());

	it('misses no event while a changed trigger is published five times', async () => {
		expect(await publishedWhileEventsCome(fixture, 5)).toEqual(ALL_CAME_ONCE);
	});
});
