import { MINUTE_MS } from '../durations';

/** The venue counts in any 60 seconds. The margin covers clocks that run at different speeds. */
export const WINDOW_MS = MINUTE_MS + 250;
const LOOK_AT_PACE_AGAIN_MS = 1_000;
const SMALLEST_BURST = 20;
const PLACES_LOOKED_AT = 30;

/** How many calls a minute may have, counting those since a time. */
interface Allowed {
	perMinute: number;
	since?: number;
}

/**
 * When the next call may go: never more than the limit in any window, and evenly after a burst. A
 * small job fits into the burst and is not slowed down. A large one leaves gaps for a small one
 * beside it.
 */
export class Pace {
	private underWay = 0;
	/**
	 * When each place is free again: one window after the response. The venue counts a call somewhere
	 * between request and response, so it cannot count one too many.
	 */
	private takenUntil: number[] = [];
	/** How many calls may go at once, and how many more a minute adds. */
	private saved = Infinity;
	private perMinute = 0;
	private savedAt = 0;

	constructor(private readonly shareAsBurst: number) {}

	/** When there is room for the next call within each of these. */
	freeAt(now: number, ...limits: Allowed[]): number {
		this.save(now, limits);
		const full = limits.filter((limit) => this.left(now, limit) <= 0);
		if (full.length > 0) {
			// Only a response can make room if all places are taken by calls under way.
			const freedAt = (limit: Allowed) => this.places(now, limit)[-this.left(now, limit)];
			return Math.max(...full.map((limit) => freedAt(limit) ?? now + LOOK_AT_PACE_AGAIN_MS));
		}
		const missing = 1 - this.saved;
		return missing <= 0 ? now : now + (missing * MINUTE_MS) / this.perMinute;
	}

	sent(): void {
		this.underWay++;
		this.saved--;
	}

	release(now: number): void {
		this.underWay--;
		this.takenUntil.push(now + WINDOW_MS);
	}

	/** Calls that the venue has answered since `since` and still counts. */
	countSince(now: number, since: number): number {
		return this.places(now, { perMinute: 0, since }).length;
	}

	/** After an outage a small job goes at once, but not all of the waiting calls together. */
	beginAnew(now: number): void {
		this.saved = SMALLEST_BURST;
		this.savedAt = now;
	}

	private save(now: number, limits: Allowed[]): void {
		const perMinute = Math.min(...limits.map((limit) => limit.perMinute));
		const burst = Math.min(perMinute, Math.max(SMALLEST_BURST, perMinute * this.shareAsBurst));
		const isQuiet = this.underWay === 0 && this.places(now).length === 0;
		const minutes = Math.max(0, now - this.savedAt) / MINUTE_MS;
		// A millionth covers the rounding of clock times, which would otherwise cost a second wait.
		const saved = this.saved + minutes * this.perMinute + 1e-6;
		this.saved = isQuiet ? burst : Math.min(burst, saved);
		this.perMinute = Math.min(perMinute, ...limits.map((limit) => this.evenPace(now, limit)));
		this.savedAt = Math.max(now, this.savedAt);
	}

	/**
	 * The pace, in calls a minute, at which there is always a place left. At a higher one, a large job
	 * would use up the window early, and everybody would wait until the places of its burst are free.
	 */
	private evenPace(now: number, limit: Allowed): number {
		const left = this.left(now, limit);
		const places = this.places(now, limit);
		const paceTo = (freed: number, at: number) => {
			return (Math.max(0, left + freed) * MINUTE_MS) / (at - now);
		};
		let pace = paceTo(places.length, now + WINDOW_MS);
		// A few of the places show it as well as all of them.
		const step = Math.ceil(places.length / PLACES_LOOKED_AT);
		for (let freed = 0; freed < places.length; freed += step) {
			pace = Math.min(pace, paceTo(freed, places[freed]));
		}
		return pace;
	}

	private left(now: number, limit: Allowed): number {
		return limit.perMinute - this.places(now, limit).length - this.underWay;
	}

	private places(now: number, { since = -Infinity }: Partial<Allowed> = {}): number[] {
		const first = this.takenUntil.findIndex((until) => until > now);
		if (first !== 0) this.takenUntil.splice(0, first < 0 ? Infinity : first);
		if (since <= now - WINDOW_MS) return this.takenUntil;
		return this.takenUntil.filter((until) => until > since + WINDOW_MS);
	}
}
