import type { RecoverySettings } from '../../../nodes/VenuePlatformRecoveryTrigger/settings';
import { BOOKINGS, failed, MARGIN, MINUTE, NOON } from './support/listedVenue';
import { Venue } from './support/polledVenue';

beforeEach(() => jest.useFakeTimers({ now: NOON, doNotFake: ['nextTick'] }));
afterEach(() => jest.useRealTimers());

describe('bookings for a message that was given up', () => {
	const owed = async (given: Partial<RecoverySettings>) => {
		const at = NOON - 60 * MINUTE;
		const venue = new Venue({ refetchBookings: true, ...given });
		venue.bookings = [
			{ uniqueId: 'long before', at: at - MARGIN - 1 },
			{ uniqueId: 'shortly before', at: at - MARGIN },
			{ uniqueId: 'after', at: at + MINUTE },
		];
		await venue.publish();
		venue.failed = [failed('given up', at)];
		return venue;
	};

	it('are those changed since its first failure, less the safety margin', async () => {
		const venue = await owed({});
		expect((await venue.poll()).found).toEqual(['shortly before', 'after']);
		expect(venue.memory.recoverSince).toBeUndefined();
		expect((await venue.poll()).found).toEqual([]);
	});

	it('are none if the user does not want them', async () => {
		const venue = await owed({ refetchBookings: false });
		expect((await venue.poll()).found).toEqual([]);
		expect(venue.memory.recoverSince).toBeUndefined();
	});

	it('stay owed while the venue does not return them, since the earliest message', async () => {
		const venue = await owed({});
		venue.refused = [BOOKINGS];
		await venue.poll();
		venue.failed.push(failed('later', NOON - 10 * MINUTE));
		await venue.poll();
		venue.failed.push(failed('earlier', NOON - 61 * MINUTE));
		await venue.poll();
		expect(venue.memory.recoverSince).toBe(NOON - 61 * MINUTE - MARGIN);
		venue.refused = [];
		expect((await venue.poll()).found).toEqual(['long before', 'shortly before', 'after']);
	});

	it('are not reported again after the user has chosen every change', async () => {
		const venue = await owed({});
		expect((await venue.poll()).found).toEqual(['shortly before', 'after']);
		await venue.publish({ events: ['final', 'booking'] });
		venue.bookings.push({ uniqueId: 'new', at: venue.now + 1 });
		expect((await venue.poll({ events: ['final', 'booking'] })).found).toEqual(['new']);
		// Now bookings are reported only for failed messages again, as a poll's memory says.
		venue.memory.bookings!.isContinuous = false;
		venue.bookings.push({ uniqueId: 'newer', at: venue.now + 1 });
		expect((await venue.poll()).found).toEqual([]);
		expect(venue.memory.bookings?.isContinuous).toBe(false);
	});
});

describe('bookings since a time that the user has chosen', () => {
	it('come first, then each change', async () => {
		const backfillSince = NOON - 600 * MINUTE;
		const venue = new Venue({ events: ['booking'], startWith: backfillSince });
		venue.memory = { venue: 1, backfillSince };
		venue.bookings = [
			{ uniqueId: 'before', at: backfillSince - 1 },
			{ uniqueId: 'since', at: backfillSince },
		];
		await venue.publish();
		expect(venue.memory.backfillSince).toBe(backfillSince);
		expect((await venue.poll()).found).toEqual(['since']);
		expect(venue.memory.backfillSince).toBeUndefined();
		venue.bookings.push({ uniqueId: 'new', at: venue.now + 1 });
		expect((await venue.poll()).found).toEqual(['new']);
	});
});
