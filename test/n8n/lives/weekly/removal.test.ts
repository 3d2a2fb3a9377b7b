import { LivesLab } from '../../fixtures/livesLab';
import { TRIGGER_NODE } from '../../fixtures/nodes';
import { deletePackage } from '../../fixtures/packageOnDisk';
import { until } from '../../fixtures/until';

const MINUTES = 60_000;

describe('the page on self-hosting about removing a package that was copied into a folder', () => {
	let here: LivesLab;

	beforeAll(async () => {
		here = await LivesLab.open({ mode: 'regular' });
	}, 10 * MINUTES);

	afterAll(async () => await here?.close(), MINUTES);

	it(
		'n8n starts without its nodes, keeps what ran, and leaves the venue alone [self-hosting: If you copied it into a folder]',
		async () => {
			const { n8n } = here;
			const venue = await here.openVenue();
			const credential = await here.credentialFor(venue);
			const workflow = await here.publish('Bookings', [here.trigger('Trigger', credential)]);
			await venue.emit({ type: 'Booking', eventType: 'Created' });
			expect(await workflow.untilItems('Trigger', 1)).toHaveLength(1);

			await workflow.unpublish();
			const isOn = () => venue.webhooks.all().map(({ configuration }) => configuration.enabled);
			await until(() => isOn().join() === 'false');
			await deletePackage(n8n.main);
			venue.forgetRequests();
			await n8n.restart();
			const said = await workflow.tryToPublish().catch((error: Error) => error.message);
			expect(said).toContain(TRIGGER_NODE);
			await n8n.session.call('DELETE', `/rest/credentials/${credential.id}`);
			expect(await workflow.items('Trigger')).toHaveLength(1);
			expect(isOn()).toEqual([false]);
			expect(venue.requests).toEqual([]);
		},
		10 * MINUTES,
	);
});
