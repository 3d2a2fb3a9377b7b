import { TriggerFixture } from '../fixtures/triggerFixture';
import { supportedReleases } from './supportedReleases';

const TEN_MINUTES = 600_000;

/** n8n 1 has no unpublishing, and calls the command by its earlier name. */
const commandOf = (n8n: string) =>
	n8n.startsWith('1.')
		? ['update:workflow', '--all', '--active=false']
		: ['unpublish:workflow', '--all'];

describe.each(supportedReleases)('a copy of n8n $n8n', (release) => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'regular', release });
		await fixture.startVenue();
	}, TEN_MINUTES);

	afterAll(async () => await fixture?.stop(), TEN_MINUTES);

	it(
		'is unpublished before its first start by a command, without a word to the venue [self-hosting: unpublish everything]',
		async () => {
			const workflow = await fixture.publish([fixture.trigger()]);
			await fixture.lab.main.stop();
			const before = structuredClone(fixture.venue.webhooks.all());
			expect(before).toMatchObject([{ configuration: { enabled: true } }]);
			fixture.venue.forgetRequests();
			await fixture.lab.main.run(...commandOf(release.n8n));
			await fixture.lab.startAgain();
			expect(await fixture.lab.workflows.read(workflow)).toMatchObject({ active: false });
			expect(fixture.venue.webhooks.all()).toEqual(before);
			expect(fixture.venue.requestsTo('PUT /webhooks/{webhookId}')).toEqual([]);
		},
		TEN_MINUTES,
	);
});
