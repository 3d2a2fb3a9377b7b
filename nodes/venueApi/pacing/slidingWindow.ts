/** The venue counts in any 60 seconds. The margin covers clocks that run at different speeds. */
export const WINDOW_MS = 60_000 + 250;

/**
 * The calls that count against a limit. The venue counts a call somewhere between request and
 * response, so a place is free one window after the response: then it cannot count one too many.
 */
export class SlidingWindow {
	private underWay = 0;
	private countedUntil: number[] = [];

	depart(): void {
		this.underWay++;
	}

	arrive(now: number): void {
		this.underWay--;
		this.countedUntil.push(now + WINDOW_MS);
	}

	/** For a call that was let through but not sent. */
	stay(): void {
		this.underWay--;
	}

	/** Calls that the venue has answered since `since` and still counts. */
	answered(now: number, since = -Infinity): number {
		return this.places(now, since).length;
	}

	/**
	 * When there is room for one more of the calls since `since`; undefined while only calls under
	 * way can make room.
	 */
	freeAt(now: number, limit: number, since = -Infinity): number | undefined {
		const places = this.places(now, since);
		const tooMany = places.length + this.underWay - limit + 1;
		return tooMany <= 0 ? now : places[tooMany - 1];
	}

	private places(now: number, since: number): number[] {
		const first = this.countedUntil.findIndex((until) => until > now);
		if (first !== 0) this.countedUntil.splice(0, first < 0 ? Infinity : first);
		if (since <= now - WINDOW_MS) return this.countedUntil;
		return this.countedUntil.filter((until) => until > since + WINDOW_MS);
	}
}
