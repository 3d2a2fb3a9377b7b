import type { INodeParameters } from 'n8n-workflow';

import { ofEvent, RecoveryFixture } from './support/recoveryFixture';

const EVERYTHING = ['final', 'attempt', 'growth', 'switchedOff', 'booking'];

describe('the test of the recovery trigger in the editor', () => {
	let fixture: RecoveryFixture;
	beforeEach(async () => (fixture = await RecoveryFixture.open()));
	afterEach(async () => await fixture.close());

	const samples = async (options: INodeParameters = {}) =>
		(await fixture.engine.execute(fixture.trigger({ events: EVERYTHING, options }))).items[0];

	it('shows an item of each event, even if the venue has none', async () => {
		const items = await samples();
		expect(items.map(({ json }) => json.event)).toEqual(EVERYTHING);
		expect(items[0].json.lastDetail).toMatch(/sample/);
	});

	it('does not call a list empty that has no message of this kind', async () => {
		fixture.venue.messages.addFailed({ attempts: 2 });
		const [{ lastDetail }] = ofEvent(await samples(), 'final');
		expect(lastDetail).toMatch(/has no such message/);
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

	it('hides what is secret in the address of another system, as a poll does', async () => {
		const url = 'https://elsewhere.example.com/hook?token=of-another-system';
		fixture.venue.webhooks.create({ url, enabled: true, webhooks: {} });
		const [webhook] = ofEvent(await samples(), 'switchedOff');
		expect(webhook).toMatchObject({ url: 'https://elsewhere.example.com/hook?token=•••' });
	});

	it('shows a booking as a whole, as an event has it', async () => {
		fixture.venue.vary({ bookings: { rows: 'short' } });
		fixture.venue.bookings.seed(1);
		const [booking] = fixture.venue.bookings.all();
		expect(ofEvent(await samples(), 'booking')).toMatchObject([{ booking }]);
		const rows = await samples({ wholeBookings: 'never' });
		expect(ofEvent(rows, 'booking')).not.toMatchObject([{ booking }]);
	});
});
