import { LruMap } from './lruMap';
import { FINGERPRINT_LENGTH } from './fingerprint';

/** By day (UTC), one fingerprint after the other. */
export type StoredIds = Record<string, string>;

/** The longest pause between two tries of a delivery, even where the first pause is an hour. */
const KEPT_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * 24 kB at most, since some versions of n8n copy them into each execution that they save. A message
 * that comes again becomes the newest one. So these have to last from one try to the next only: more
 * than an hour at three times 20,000 messages a day.
 */
const SIZES = { stored: 3_000, older: 17_000 };

/** Which messages have started the workflow. */
export class EmittedIds {
	private readonly days = new LruMap<string>(SIZES);
	/** n8n did not take them in the end, whatever is stored. */
	private readonly takenBack = new Set<string>();
	private today = '';
	/** What is to be stored, while ids are only added: building it from all of them takes long. */
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

	/** Adds what is stored, maybe by another process. Says whether all that should be is stored. */
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

/** The oldest one of the day that had to make room stands first there. */
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
