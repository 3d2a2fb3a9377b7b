import { ofEvent, Stage } from './support/stage';

const EVERYTHING = ['final', 'attempt', 'growth', 'switchedOff', 'booking'];

describe('the test of the recovery trigger in the editor', () => {
	let stage: Stage;
	beforeEach(async () => (stage = await Stage.open()));
	afterEach(async () => await stage.close());

	const samples = async () =>
		(await stage.engine.execute(stage.trigger({ events: EVERYTHING }))).items[0];

	it('shows an item of each event, also where the venue has nothing to show', async () => {
		const items = await samples();
		expect(items.map(({ json }) => json.event)).toEqual(EVERYTHING);
		expect(items[0].json.lastDetail).toMatch(/sample/);
	});

	it('shows what the venue has, where it has something', async () => {
		const [message] = stage.giveUp(1, { detail: 'Timed out' });
		const tried = stage.venue.messages.addFailed({ attempts: 2 });
		stage.venue.bookings.seed(3);
		const items = await samples();
		expect(ofEvent(items, 'final')[0]).toMatchObject({
			messageId: message.id,
			lastDetail: 'Timed out',
		});
		expect(ofEvent(items, 'attempt')[0]).toMatchObject({ messageId: tried.id });
		expect(ofEvent(items, 'booking')).toHaveLength(1);
	});
});
