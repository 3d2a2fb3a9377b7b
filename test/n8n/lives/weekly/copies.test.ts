import { TriggerFixture } from '../../fixtures/triggerFixture';

const TEN_MINUTES = 600_000;

describe('the page on self-hosting about copies', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'regular' });
		await fixture.startVenue();
	}, TEN_MINUTES);

	afterAll(async () => await fixture?.stop(), TEN_MINUTES);

	it(
		'a copy whose workflows were unpublished before its first start leaves the webhook on',
		async () => {
			const { lab, venue } = fixture;
			const workflow = await fixture.publish([fixture.trigger()]);
			await lab.main.stop();
			const before = venue.webhooks.all();
			venue.forgetRequests();
			await lab.main.run('unpublish:workflow', '--all');
			await lab.main.start();
			await lab.session.logIn();

			expect(await lab.workflows.read(workflow)).toMatchObject({ active: false });
			expect(venue.requests).toEqual([]);
			expect(venue.webhooks.all()).toEqual(before);
			expect(before).toMatchObject([{ configuration: { enabled: true } }]);
		},
		TEN_MINUTES,
	);
});
