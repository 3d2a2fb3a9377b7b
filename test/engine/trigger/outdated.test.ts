import { Stage } from './support/stage';

describe('an event that arrives late', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await Stage.open();
	});

	afterEach(async () => {
		await stage.close();
	});

	const skipOutdated = { options: { skipOutdated: true, entityIdPath: 'data.uniqueId' } };

	const change = async (
		uniqueId: string,
		minute: number,
		type: 'Booking' | 'Ticket' | 'Redemption' = 'Booking',
		more: object = {},
	) => {
		const eventDate = new Date(Date.UTC(2026, 2, 10, 12, minute)).toISOString();
		const event = {
			type,
			eventType: type === 'Redemption' ? 'Created' : 'Updated',
			eventDate,
			data: { uniqueId, minute, ...more },
		} as const;
		const [message] = await stage.venue.emit(event);
		return message;
	};

	const minutes = (emitted: Array<{ json: { data?: unknown } }>) =>
		emitted.map(({ json }) => (json.data as { minute: number }).minute);

	it('starts the workflow if Skip Outdated Events is off', async () => {
		const trigger = await stage.engine.activate(stage.trigger());
		for (const minute of [5, 3]) await change('B-1', minute);
		expect(minutes(await trigger.emitted())).toEqual([5, 3]);
	});

	it('is acknowledged and dropped if Skip Outdated Events is on [api 6.2.6]', async () => {
		const trigger = await stage.engine.activate(stage.trigger(skipOutdated));
		for (const minute of [1, 5, 3, 5, 6]) await change('B-1', minute);
		expect(minutes(await trigger.emitted())).toEqual([1, 5, 5, 6]);
		expect(stage.venue.deliveries.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});

	it('is only late for its own entity', async () => {
		const trigger = await stage.engine.activate(stage.trigger(skipOutdated));
		await change('B-1', 5);
		await change('B-2', 3);
		await change('B-1', 4, 'Ticket');
		expect(minutes(await trigger.emitted())).toEqual([5, 3, 4]);
	});

	it('is only late for its own ticket if each names the booking, too', async () => {
		const trigger = await stage.engine.activate(stage.trigger({ options: { skipOutdated: true } }));
		const tickets = [
			['T-1', 5],
			['T-2', 4],
			['T-1', 3],
		] as const;
		for (const [id, minute] of tickets) await change('B-1', minute, 'Ticket', { id });
		expect(minutes(await trigger.emitted())).toEqual([5, 4]);
	});

	it('is not outdated by another check-in for the same booking', async () => {
		const trigger = await stage.engine.activate(stage.trigger(skipOutdated));
		for (const minute of [5, 3]) await change('B-1', minute, 'Redemption');
		expect(minutes(await trigger.emitted())).toEqual([5, 3]);
	});

	it('is recognized if it arrives at the same moment as newer ones', async () => {
		const trigger = await stage.engine.activate(stage.trigger(skipOutdated));
		const late = Array.from({ length: 12 }, (_, index) => (index * 7) % 12);
		await Promise.all(late.map(async (minute) => await change('B-1', minute)));
		const emitted = minutes(await trigger.emitted());
		expect(emitted).toEqual([...emitted].sort((a, b) => a - b));
		expect(emitted.at(-1)).toBe(11);
	});

	it('is not recognized without an ID, but not lost', async () => {
		const trigger = await stage.engine.activate(
			stage.trigger({ options: { skipOutdated: true, entityIdPath: 'data.bookingId' } }),
		);
		for (const minute of [5, 3]) await change('B-1', minute);
		expect(minutes(await trigger.emitted())).toEqual([5, 3]);
	});
});
