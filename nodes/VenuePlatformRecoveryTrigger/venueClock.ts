/** When an answer was asked for and came, by our clock, and when it was given, by the venue’s. */
export interface Times {
	askedAt: number;
	answeredAt: number;
	venueTime?: number;
}

export interface VenueClock {
	/** How far it is ahead of ours, or behind with a minus. */
	aheadMs: number;
	/** What one answer has said otherwise. It counts when the next one says the same. */
	doubtedMs?: number;
}

export interface Reading {
	clock: VenueClock;
	/** The venue says an earlier time than it can be: it may not have been asked from early enough. */
	isBehind: boolean;
	/** The venue’s clock was set back by so much. */
	setBackMs: number;
}

/** Rounding, and what two clocks drift apart. */
const CLOCKS_AGREE_MS = 5_000;

/** One wrong date must neither skip changes nor silence the node until that date has come. */
export function readVenueClock(known: VenueClock | undefined, times: Times): Reading {
	const { askedAt, answeredAt, venueTime } = times;
	const isFine = { isBehind: false, setBackMs: 0 };
	if (venueTime === undefined) return { clock: known ?? { aheadMs: 0 }, ...isFine };
	const [least, most] = [venueTime - answeredAt, venueTime - askedAt];
	if (known === undefined) return { clock: { aheadMs: least }, ...isFine };

	const says = (aheadMs: number) =>
		aheadMs >= least - CLOCKS_AGREE_MS && aheadMs <= most + CLOCKS_AGREE_MS;
	const { aheadMs, doubtedMs } = known;
	if (says(aheadMs)) {
		return { clock: { aheadMs: Math.min(Math.max(aheadMs, least), most) }, ...isFine };
	}
	const isBehind = most < behindOurs({ aheadMs });
	if (doubtedMs === undefined || !says(doubtedMs)) {
		return { clock: { aheadMs, doubtedMs: least }, isBehind, setBackMs: 0 };
	}
	const clock = { aheadMs: least };
	return { clock, isBehind, setBackMs: isBehind ? behindOurs({ aheadMs }) - behindOurs(clock) : 0 };
}

/**
 * What is asked for is never later than by our clock: a venue may date its answers wrongly, all of
 * them, and still know when a booking changed.
 */
export function behindOurs({ aheadMs }: VenueClock): number {
	return Math.min(0, aheadMs);
}

export function isOurs({ aheadMs }: VenueClock): boolean {
	return Math.abs(aheadMs) <= CLOCKS_AGREE_MS;
}

/** After a long list the venue’s clock is known as well as the list was short: it may be later. */
export function latestIn({ answeredAt, venueTime }: Times, clock?: VenueClock): number {
	return Math.max(answeredAt + Math.max(0, clock?.aheadMs ?? 0), venueTime ?? 0);
}
