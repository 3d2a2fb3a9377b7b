import { Stage } from './support/stage';

describe('the venue on each event', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await Stage.open();
	});
	afterEach(async () => await stage.close());

	it.each([
		[true, true],
		['={{ "true" }}', true],
		[false, false],
	])('Include Venue %p adds the credential’s name: %p', async (includeVenue, isThere) => {
		const trigger = await stage.engine.activate(stage.trigger({ options: { includeVenue } }));
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		const [{ json }] = await trigger.emitted();
		expect(json.venue).toBe(isThere ? 'Venue Platform API' : undefined);
		const asSent = ['data', 'eventDate', 'eventType', 'id', 'sendDate', 'type'];
		expect(
			Object.keys(json)
				.filter((name) => name !== 'venue')
				.sort(),
		).toEqual(asSent);
	});
});
