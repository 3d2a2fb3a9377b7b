import { N8N, START, startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When a message that was sent at 0 is given up: after 1 + 2 + 4 + 8 + 16 + 32 minutes. */
const GIVEN_UP_AFTER = 63 * MINUTE;

describe('the failed list', () => {
	let venue: ConnectedVenue['venue'];
	let caller: ConnectedVenue['caller'];
	let subscribe: ConnectedVenue['subscribe'];
	let close: ConnectedVenue['close'];

	const open = async (...options: Parameters<typeof startConnectedVenue>) => {
		({ venue, caller, subscribe, close } = await startConnectedVenue(...options));
		await subscribe();
		venue.receivers.makeUnreachable(N8N);
	};

	afterEach(() => close());

	const list = async () =>
		(await caller.call('GET', '/webhooks/messages/failed')).data as Array<Record<string, unknown>>;

	it.each([
		[undefined, 72 * HOUR],
		[{ failedListSeconds: 3600 }, HOUR],
	])(
		'6.2.7: "recently failed": drops a message some time after it was given up (%j)',
		async (delivery, kept) => {
			await open({ delivery });
			await venue.bookings.create();
			await venue.clock.advance(GIVEN_UP_AFTER + kept - 1);
			expect(await list()).toMatchObject([{ status: 'Failed' }]);
			await venue.clock.advance(1);
			expect(await list()).toEqual([]);
			expect(venue.messages.all()).toMatchObject([{ status: 'Failed' }]);
		},
	);

	it('3.1: never drops a message that is still being retried', async () => {
		await open({ delivery: { failedListSeconds: 1, firstRetrySeconds: 48 * 3600 } });
		await venue.bookings.create();
		await venue.clock.advance(47 * HOUR);
		expect(await list()).toMatchObject([{ status: 'Attempt1Failed' }]);
	});

	it('drops each message at its own time', async () => {
		await open();
		await venue.bookings.create();
		await venue.clock.advance(10 * HOUR);
		await venue.bookings.create();
		await venue.clock.advance(GIVEN_UP_AFTER + 62 * HOUR);
		const [, second] = venue.messages.all();
		expect((await list()).map(({ uniqueId }) => uniqueId)).toEqual([second.id]);
	});

	it('2.5: records each attempt at its own time, even for messages that tests add', async () => {
		await open();
		await venue.bookings.create();
		await venue.clock.advance(GIVEN_UP_AFTER);
		venue.messages.addFailed({ attempts: 7, firstAttemptAt: START });
		venue.messages.addFailed({ attempts: 7, firstAttemptAt: START - 72 * HOUR });
		const minutes = (record: Record<string, unknown>) =>
			(record.history as Array<{ createdDate: string }>).map(
				({ createdDate }) => (Date.parse(createdDate) - START) / MINUTE,
			);
		expect((await list()).map(minutes)).toEqual([
			[0, 1, 3, 7, 15, 31, 63],
			[0, 1, 3, 7, 15, 31, 63],
		]);
	});

	it.each([
		['complete', ['Attempt1Failed', 'Attempt2Failed', 'Attempt3Failed']],
		['last', ['Attempt3Failed']],
		['empty', []],
		['absent', undefined],
	] as const)('shows as much of the history as the profile says: %s', async (history, shown) => {
		await open({ variations: { history } });
		venue.messages.addFailed({ attempts: 3 });
		const [record] = await list();
		expect(record.status).toBe('Attempt3Failed');
		expect(
			(record.history as Array<{ status: string }> | undefined)?.map(({ status }) => status),
		).toEqual(shown);
	});
});
