import type { ChangeList } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { lookForChanges } from '../../../nodes/VenuePlatformRecoveryTrigger/lookForChanges';
import { itemsOf } from '../../../nodes/VenuePlatformRecoveryTrigger/items';
import type { BookingRange } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import { recoverSinceFor } from '../../../nodes/VenuePlatformRecoveryTrigger/failedMessages';
import {
	RECOVERY_EVENTS,
	type RecoverySettings,
} from '../../../nodes/VenuePlatformRecoveryTrigger/settings';
import { versionOf } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { asFailedMessage } from '../../../nodes/venueApi/resources/failedMessages';
import { searchWith } from './support/changeNode';
import { MINUTE } from './support/listedVenue';

/** More than JavaScript accepts as arguments of one call. */
const MANY = 200_000;

describe('lists of 200,000 entries', () => {
	const given = (status: string) =>
		asFailedMessage({
			uniqueId: 'message',
			webhookId: 1,
			status,
			webhookType: 'Booking',
			webhookEventType: 'Updated',
			history: [{ status: 'Attempt1Failed', createdDate: '2026-11-21T12:00:00Z' }],
		});
	const times = <T>(entry: T) => Array<T>(MANY).fill(entry);

	it('become items, one for each finding', () => {
		const messages = {
			givenUp: times(given('Failed')),
			reached: times(given('Attempt5Failed')),
			growth: { before: 0, now: 2 * MANY },
		};
		const bookings = times({ uniqueId: 'booking' });
		const settings = { events: [...RECOVERY_EVENTS] } as RecoverySettings;
		expect(itemsOf({ messages, bookings }, settings, 0)).toHaveLength(3 * MANY + 1);
	});

	it('show since when bookings have to be fetched again', () => {
		const since = recoverSinceFor(times(given('Failed')), 0, { safetyMarginMs: 0 });
		expect(since).toBe(Date.parse('2026-11-21T12:00:00Z'));
	});

	it('are read as the history of one message', () => {
		const history = times({ status: 'Attempt3Failed' });
		expect(asFailedMessage({ history }).attempts).toBe(MANY);
	});
});

describe('two bookings with the same fingerprint, which one in fourteen lists of 100,000 has', () => {
	const BEGIN = Date.UTC(2026, 0, 1);
	const changedAt = (number: number) => BEGIN + number * MINUTE;
	const dated = (number: number) => ({
		modifiedDate: new Date(changedAt(number)).toISOString(),
		uniqueId: `BKG-${number}`,
	});
	const undated = (number: number) => ({ uniqueId: `BKG-${number}` });
	const LAST = 700_000;

	type Booking = { uniqueId: string };

	/** What 20 polls report of these bookings. */
	async function reported(
		numbers: number[],
		show: (number: number) => Booking,
		{ atMost = 1_000, owedSince = BEGIN as number | undefined, ...known } = {} as {
			atMost?: number;
			owedSince?: number;
			memory?: BookingRange;
		},
	): Promise<string[]> {
		const found: string[] = [];
		let { memory } = known;
		for (let poll = 0; poll < 20; poll++) {
			const now = changedAt(LAST) + poll * 10 * MINUTE;
			const answer = (since: number): ChangeList => ({
				versions: numbers
					.filter((number) => changedAt(number) >= since)
					.map((number) => versionOf(show(number))),
				...{ isPart: false, isCut: false, askedAt: now, answeredAt: now, venueTime: now },
			});
			const given = { leftMs: () => MINUTE, now, atMost, owedSince };
			const looked = await lookForChanges(searchWith(answer, given), memory);
			({ memory, owedSince } = looked);
			found.push(...looked.changed.map(({ uniqueId }) => String(uniqueId)));
		}
		return found.sort();
	}
	const named = (numbers: number[]) => numbers.map((number) => `BKG-${number}`).sort();

	const ALIKE = [274_256, 315_736];
	const UNDATED_ALIKE = [32_122, 497_390];

	it('have the same fingerprint and different contents', () => {
		for (const [[one, other], show] of [
			[ALIKE, dated],
			[UNDATED_ALIKE, undated],
		] as const) {
			const [first, second] = [versionOf(show(one)), versionOf(show(other))];
			expect(first.fingerprint).toBe(second.fingerprint);
			expect(first.content).not.toBe(second.content);
		}
	});

	it.each([1, 2, 3, 1_000])('are both reported once, with %s in a batch', async (atMost) => {
		// These lie between the two: in the overlap of two polls, one would be taken for the other.
		const between = [280_000, 290_000, 300_000, 310_000];
		const numbers = [1, ALIKE[0], ...between, ALIKE[1], 400_000];
		expect(await reported(numbers, dated, { atMost })).toEqual(named(numbers));
		const others = [1, UNDATED_ALIKE[0], 300_000, UNDATED_ALIKE[1]];
		expect(await reported(others, undated, { atMost })).toEqual(named(others));
	});

	it('are told apart if one was reported in a range that the memory had no room for', async () => {
		const [earlier, later] = ALIKE;
		const memory = {
			...{ isContinuous: true, from: changedAt(later), until: changedAt(LAST) },
			...{ next: changedAt(LAST), remembersAll: false, clock: undefined },
			...{ listed: new Set<number>(), reported: new Set<number>() },
		};
		const owedSince = changedAt(earlier);
		expect(await reported(ALIKE, dated, { owedSince, memory })).toEqual(named([earlier]));
	});
});
