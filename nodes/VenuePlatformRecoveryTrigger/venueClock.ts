/** When a request was sent and answered, by our clock, and the answer's date by the venue’s. */
export interface Times {
	askedAt: number;
	answeredAt: number;
	venueTime?: number;
}

export interface VenueClock {
	/** How far it is ahead of ours, or behind if negative. */
	aheadMs: number;
	/** What one answer showed instead. It counts once the next answer agrees. */
	doubtedMs?: number;
}

interface Reading {
	clock: VenueClock;
	/** The venue’s date is earlier than possible, so the request may not have begun early enough. */
	isBehind: boolean;
}

/** Allows for rounding, and for two clocks that drift apart. */
const CLOCKS_AGREE_MS = 5_000;

/** A single wrong date must neither skip changes nor silence the node until that date. */
export function readVenueClock(known: VenueClock | undefined, times: Times): Reading {
	const { askedAt, answeredAt, venueTime } = times;
	if (venueTime === undefined) return { clock: known ?? { aheadMs: 0 }, isBehind: false };
	const [least, most] = [venueTime - answeredAt, venueTime - askedAt];
	const within = (aheadMs: number) => Math.min(Math.max(aheadMs, least), most);
	const says = (aheadMs: number) =>
		aheadMs >= least - CLOCKS_AGREE_MS && aheadMs <= most + CLOCKS_AGREE_MS;
	// An answer that took long allows more than one clock, and ours is the likeliest.
	if (known === undefined) {
		return { clock: { aheadMs: says(0) ? within(0) : least }, isBehind: false };
	}
	const { aheadMs, doubtedMs } = known;
	if (says(aheadMs)) return { clock: { aheadMs: within(aheadMs) }, isBehind: false };

	const isAgreed = doubtedMs !== undefined && says(doubtedMs);
	const clock = isAgreed ? { aheadMs: least } : { aheadMs, doubtedMs: least };
	return { clock, isBehind: most < behindOurs({ aheadMs }) };
}

/**
 * 0 or less, so no request begins later than our clock says: a venue may date all of its answers
 * wrongly and still know when a booking changed.
 */
export function behindOurs(clock?: VenueClock): number {
	return Math.min(0, clock?.aheadMs ?? 0);
}

export function isOurs({ aheadMs }: VenueClock): boolean {
	return Math.abs(aheadMs) <= CLOCKS_AGREE_MS;
}
