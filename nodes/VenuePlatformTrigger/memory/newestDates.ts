import { StoredAndOlder } from './storedAndOlder';
import { FINGERPRINT_LENGTH } from './fingerprint';

/** Enough digits in base 36 for every date in JavaScript. */
const DATE_LENGTH = 11;
const ENTRY_LENGTH = FINGERPRINT_LENGTH + DATE_LENGTH;

/** 6 kB at most, because some versions of n8n copy it into each saved execution. */
const MOST_DATES = { stored: 300, older: 20_000 };

/** The date of the newest event that was emitted for each entity. */
export class NewestDates {
	readonly dates = new StoredAndOlder<number>(MOST_DATES);

	isNewerThan(fingerprint: string, date: number): boolean {
		const newest = this.dates.get(fingerprint);
		return newest !== undefined && newest > date;
	}

	note(fingerprint: string, date: number): void {
		this.dates.put(fingerprint, Math.max(date, this.dates.get(fingerprint) ?? -Infinity));
	}

	/** Adds stored dates, maybe of another process. `isComplete`: they are all that should be stored. */
	learn(stored: string): { isComplete: boolean } {
		const there = new Map<string, number>();
		for (let start = 0; start + ENTRY_LENGTH <= stored.length; start += ENTRY_LENGTH) {
			const fingerprint = stored.slice(start, start + FINGERPRINT_LENGTH);
			const date = parseInt(stored.slice(start + FINGERPRINT_LENGTH, start + ENTRY_LENGTH), 36);
			if (Number.isNaN(date)) continue;
			const ours = this.dates.get(fingerprint);
			if (ours === undefined || ours < date) this.note(fingerprint, date);
			there.set(fingerprint, date);
		}
		const own = [...this.dates.stored];
		return { isComplete: own.every(([fingerprint, date]) => date === there.get(fingerprint)) };
	}

	toBeStored(): string {
		return [...this.dates.stored]
			.map(([fingerprint, date]) => fingerprint + date.toString(36).padStart(DATE_LENGTH, '0'))
			.join('');
	}
}
