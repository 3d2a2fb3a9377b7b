import { ofEvent, RecoveryFixture } from './support/recoveryFixture';

const EVERYTHING = ['final', 'attempt', 'growth', 'switchedOff', 'booking'];

describe('the test of the recovery trigger in the editor', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	const samples = async () =>
		(await fixture.engine.execute(fixture.trigger({ events: EVERYTHING }))).items[0];

	it('shows an item of each event, even if the venue has none', async () => {
		const items = await samples();
		expect(items.map(({ json }) => json.event)).toEqual(EVERYTHING);
		expect(items[0].json.lastDetail).toMatch(/sample/);
	});

	it('shows the venue’s own data if there is any', async () => {
		const [message] = fixture.giveUp(1, { detail: 'Timed out' });
		const tried = fixture.venue.messages.addFailed({ attempts: 2 });
		fixture.venue.bookings.seed(3);
		const items = await samples();
		expect(ofEvent(items, 'final')[0]).toMatchObject({
			messageId: message.id,
			lastDetail: 'Timed out',
		});
		expect(ofEvent(items, 'attempt')[0]).toMatchObject({ messageId: tried.id });
		expect(ofEvent(items, 'booking')).toHaveLength(1);
	});

	it('hides a secret that the venue quotes, as a poll does', async () => {
		const { clientSecret } = fixture.venue.credentials;
		fixture.giveUp(1, { detail: `You sent ${clientSecret}` });
		const [{ json }] = ofEvent(await samples(), 'final').map((one) => ({ json: one }));
		expect(json).toMatchObject({ lastDetail: 'You sent •••' });
	});
});
