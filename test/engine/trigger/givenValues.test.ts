import { Stage } from './support/stage';

describe('Include Venue and Events from expressions', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await Stage.open();
	});
	afterEach(async () => await stage.close());

	it.each([
		[true, true],
		['={{ "true" }}', true],
		['={{ " True " }}', true],
		['={{ 1 }}', true],
		[false, false],
	])('add the credential’s name for Include Venue %p: %p', async (includeVenue, isThere) => {
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

	it.each([
		[{ includeVenue: '={{ "perhaps" }}' }, 'Include Venue'],
		[{ skipOutdated: '={{ "" }}', entityIdPath: 'data.uniqueId' }, 'Skip Outdated Events'],
	])('cannot be published with %j, which is neither true nor false', async (options, label) => {
		const publishing = stage.engine.activate(stage.trigger({ options }));
		await expect(publishing).rejects.toThrow(`“${label}” is neither true nor false`);
		expect(stage.venue.webhooks.all()).toEqual([]);
	});

	it.each([
		['{"a":', 'is not a JSON object'],
		['[]', 'is not a JSON object'],
		// Published, such a filter would let no event through.
		['{"webhooks":{"booking":{"filter":"[object Object]"}}}', 'instead of a value'],
	])('cannot be published with %s in Additional Configuration', async (given, said) => {
		const options = { additionalConfiguration: given };
		const publishing = stage.engine.activate(stage.trigger({ options }));
		await expect(publishing).rejects.toThrow(said);
		expect(stage.venue.webhooks.all()).toEqual([]);
	});

	it('are read as intended for Authentication, or named [troubleshooting: is not one of its options]', async () => {
		const activate = async (authentication: string) =>
			await stage.engine.activate(stage.trigger({ authentication }));
		await expect(activate('={{ "API Key" }}')).rejects.toThrow(
			'“Authentication of Deliveries” is not one of its options. Choose from apiKey, basicAuth.',
		);
		expect(stage.venue.webhooks.all()).toEqual([]);
		const trigger = await activate('={{ " apiKey " }}');
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		expect(await trigger.emitted()).toHaveLength(1);
	});

	it('accept several events with commas', async () => {
		const events = '={{ "Booking.Created, Booking.Deleted" }}';
		const trigger = await stage.engine.activate(stage.trigger({ events }));
		await stage.venue.emit({ type: 'Booking', eventType: 'Deleted' });
		expect(await trigger.emitted()).toMatchObject([{ json: { eventType: 'Deleted' } }]);
	});
});
