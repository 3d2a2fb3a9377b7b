import { itemsOf } from '../../../nodes/VenuePlatformRecoveryTrigger/items';
import { refetchSince } from '../../../nodes/VenuePlatformRecoveryTrigger/failedMessages';
import { EVENTS, type Settings } from '../../../nodes/VenuePlatformRecoveryTrigger/settings';
import { readFailedMessage } from '../../../nodes/venueApi/resources/failedMessages';

/** More than JavaScript takes as the arguments of one call. */
const MANY = 200_000;

const settings: Settings = {
	events: [...EVENTS],
	minimumAttempt: 5,
	growthThreshold: 1,
	refetchBookings: true,
	startWith: 'new',
	maxItems: 1_000,
	safetyMarginMs: 0,
	additionalQuery: {},
};

describe('lists that are longer than those of any venue so far', () => {
	const given = (status: string) =>
		readFailedMessage({
			uniqueId: 'message',
			webhookId: 1,
			status,
			webhookType: 'Booking',
			webhookEventType: 'Updated',
			history: [{ status: 'Attempt1Failed', createdDate: '2026-11-21T12:00:00Z' }],
		});
	const times = <T>(entry: T) => Array<T>(MANY).fill(entry);

	it('become items, one for each thing', () => {
		const messages = {
			givenUp: times(given('Failed')),
			reached: times(given('Attempt5Failed')),
			growth: { before: 0, now: 2 * MANY },
		};
		const bookings = times({ uniqueId: 'booking' });
		expect(itemsOf({ messages, bookings }, settings, 0)).toHaveLength(3 * MANY + 1);
	});

	it('tell since when bookings are to be fetched again', () => {
		const since = refetchSince(times(given('Failed')), 0, settings);
		expect(since).toBe(Date.parse('2026-11-21T12:00:00Z'));
	});

	it('are read where they are those of one message', () => {
		const history = times({ status: 'Attempt3Failed' });
		expect(readFailedMessage({ history }).attempts).toBe(MANY);
	});
});
