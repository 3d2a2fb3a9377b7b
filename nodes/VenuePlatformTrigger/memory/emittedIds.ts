import { LruMap } from './lruMap';
import { FINGERPRINT_LENGTH } from './fingerprint';

/** Fingerprints without separators, by day (UTC). */
export type StoredIds = Record<string, string>;

/** The longest pause between two attempts of a delivery, even if the first pause is an hour. */
const KEPT_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * 24 kB at most, because some versions of n8n copy them into each saved execution. A message that
 * comes again becomes the newest one, so an ID only has to last from one attempt to the next. At
 * 60,000 messages a day, 3,000 IDs last for more than an hour.
 */
const SIZES = { stored: 3_000, older: 17_000 };

/** Which messages have started the workflow. */
export class EmittedIds {
	private readonly days = new LruMap<string>(SIZES);
	/** Messages that n8n did not accept in the end, even if they are stored. */
	private readonly takenBack = new Set<string>();
	private today = '';
	/** Cached while IDs are only added: building it from all of them is slow. */
	private built?: StoredIds;

	get changes(): number {
		return this.days.changes;
	}

	has(fingerprint: string): boolean {
		return this.days.get(fingerprint) !== undefined;
	}

	add(fingerprint: string, now: number): void {
		this.startDay(now);
		this.takenBack.delete(fingerprint);
		if (this.days.isToBeStored(fingerprint)) this.built = undefined;
		this.put(fingerprint, this.today);
	}

	takeBack(fingerprint: string): void {
		this.days.delete(fingerprint);
		this.built = undefined;
		this.takenBack.add(fingerprint);
	}

	/** Adds stored IDs, maybe of another process. Returns whether everything that should be stored is. */
	learn(stored: StoredIds, now: number): { isComplete: boolean } {
		this.startDay(now);
		let known = 0;
		for (const day of Object.keys(stored).sort()) {
			if (day < firstKeptDay(now)) continue;
			for (const fingerprint of fingerprintsIn(stored[day])) {
				if (this.days.isToBeStored(fingerprint)) known++;
				else if (!this.has(fingerprint) && !this.takenBack.has(fingerprint)) {
					this.put(fingerprint, day);
					known++;
				}
			}
		}
		return { isComplete: known >= this.days.storedSize };
	}

	toBeStored(now: number): StoredIds {
		this.startDay(now);
		this.built ??= this.build();
		return { ...this.built };
	}

	private put(fingerprint: string, day: string): void {
		const { displaced } = this.days.put(fingerprint, day);
		this.built &&= withNewest(this.built, fingerprint, day, displaced);
	}

	private build(): StoredIds {
		const fingerprints = new Map<string, string[]>();
		for (const [fingerprint, day] of this.days.toBeStored()) {
			const ofDay = fingerprints.get(day);
			if (ofDay) ofDay.push(fingerprint);
			else fingerprints.set(day, [fingerprint]);
		}
		return Object.fromEntries([...fingerprints].map(([day, ofDay]) => [day, ofDay.join('')]));
	}

	private startDay(now: number): void {
		const today = dayOf(now);
		if (today === this.today) return;
		this.today = today;
		this.built = undefined;
		const first = firstKeptDay(now);
		this.days.deleteWhere((day) => day < first);
	}
}

/** The displaced fingerprint is the oldest, so it is the first of its day. */
function withNewest(
	stored: StoredIds,
	fingerprint: string,
	day: string,
	displaced: string | undefined,
): StoredIds {
	const days = { ...stored, [day]: (stored[day] ?? '') + fingerprint };
	if (displaced === undefined) return days;
	days[displaced] = days[displaced].slice(FINGERPRINT_LENGTH);
	if (days[displaced] === '') delete days[displaced];
	return days;
}

function fingerprintsIn(text: string): string[] {
	return Array.from({ length: Math.floor(text.length / FINGERPRINT_LENGTH) }, (_, index) =>
		text.slice(index * FINGERPRINT_LENGTH, (index + 1) * FINGERPRINT_LENGTH),
	);
}

function firstKeptDay(now: number): string {
	return dayOf(now - KEPT_DAYS * DAY_MS);
}

function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
