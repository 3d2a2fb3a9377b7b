import { isRecoverable } from '../../venueApi/resources/recovery';
import type { FailedMessage } from '../../venueApi/shapes/failedMessage';
import { compareBookings, type Span, spanOf } from '../bookings/compare';
import { fetchVersions } from '../bookings/fetchVersions';
import type { Findings } from '../items';
import type { BookingMemory, Memory } from '../memory/memory';
import type { Settings } from '../settings';
import type { Comparison } from './comparison';

/** Longer than the retries of a delivery take, even where the first pause is an hour. */
const RETRIES_TAKE_MS = 3 * 24 * 60 * 60_000;

const CLOCKS_AGREE_MS = 5_000;

/**
 * Since when bookings have to be fetched again. A list that does not tell all attempts of a message
 * does not tell either when it happened, so that it may have been as long ago as retries take.
 */
export function refetchSince(
	givenUp: FailedMessage[],
	withoutTime: number,
	{ safetyMarginMs }: Settings,
): number | undefined {
	const times = givenUp.filter(isRecoverable).map(({ firstFailedAt, isToldFromTheFirst }) => {
		const known = firstFailedAt === null ? withoutTime : Date.parse(firstFailedAt) - safetyMarginMs;
		return isToldFromTheFirst ? known : known - RETRIES_TAKE_MS;
	});
	return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
}

export async function compareBookingsSince(
	comparison: Comparison,
	memory: Memory,
	findings: Findings,
): Promise<void> {
	const { settings, before, isPublishing } = comparison;
	const isContinuous = settings.events.includes('booking');
	const known = before.bookings;
	const begins = isContinuous && known?.isContinuous !== true;
	const isTrial = isPublishing && (!begins || before.incompleteSince !== undefined);
	const wanted = isTrial
		? comparison.now
		: wantedSince(comparison, memory, { isContinuous, begins });
	if (wanted === undefined) return;

	const span = begins ? spanOfBeginning(known, wanted) : spanOf(known, wanted);
	const asked = await comparison.attempt(async () => await ask(comparison, span, begins));
	if (asked === undefined || isTrial) return;

	const { safetyMarginMs } = settings;
	const compared = compareBookings(asked.versions, known, { span, at: asked.at, safetyMarginMs });
	memory.bookings = { ...compared.memory, isContinuous };
	const isFirst =
		begins && before.incompleteSince === undefined && memory.refetchSince === undefined;
	if (isPublishing || isFirst) return;
	delete memory.refetchSince;
	findings.bookings = compared.changed;
}

/** The beginning is a time of our clock, which may be minutes ahead of the venue's. */
async function ask({ settings, connection }: Comparison, span: Span, begins: boolean) {
	const { additionalQuery } = settings;
	const asked = await fetchVersions(connection(), span.since, additionalQuery);
	if (!begins || asked.aheadOfUs > -CLOCKS_AGREE_MS) return asked;
	span.since += asked.aheadOfUs;
	return await fetchVersions(connection(), span.since, additionalQuery);
}

function spanOfBeginning(known: BookingMemory | undefined, since: number): Span {
	return { since, place: known === undefined ? 'apart' : 'reachesBack' };
}

function wantedSince(
	{ settings, before, now }: Comparison,
	{ refetchSince: owed, bookings }: Memory,
	{ isContinuous, begins }: { isContinuous: boolean; begins: boolean },
): number | undefined {
	if (!isContinuous) return owed;
	const usual = begins
		? (before.incompleteSince ?? now) - settings.safetyMarginMs
		: bookings?.until;
	return owed === undefined || usual === undefined ? usual : Math.min(owed, usual);
}
