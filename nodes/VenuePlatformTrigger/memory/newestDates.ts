import { Newest } from './newest';
import { TOKEN_LENGTH } from './token';

/** Enough digits in base 36 for every date that JavaScript has. */
const DATE_LENGTH = 11;
const ENTRY_LENGTH = TOKEN_LENGTH + DATE_LENGTH;

/** 6 kB at most in what n8n copies into each saved execution. */
const SIZES = { stored: 300, older: 20_000 };

/** The date of the newest event that was emitted for each entity. */
export class NewestDates {
	private readonly dates = new Newest<number>(SIZES);

	get changes(): number {
		return this.dates.changes;
	}

	isNewerThan(token: string, date: number): boolean {
		const newest = this.dates.get(token);
		return newest !== undefined && newest > date;
	}

	note(token: string, date: number): void {
		this.dates.put(token, Math.max(date, this.dates.get(token) ?? -Infinity));
	}

	/** Adds what is stored, maybe by another process. Says whether all that should be is stored. */
	learn(stored: string): { isComplete: boolean } {
		let known = 0;
		for (let start = 0; start + ENTRY_LENGTH <= stored.length; start += ENTRY_LENGTH) {
			const token = stored.slice(start, start + TOKEN_LENGTH);
			const date = parseInt(stored.slice(start + TOKEN_LENGTH, start + ENTRY_LENGTH), 36);
			if (Number.isNaN(date)) continue;
			const ours = this.dates.get(token);
			if (ours === undefined || ours < date) this.note(token, date);
			if (this.dates.isToBeStored(token) && (ours ?? date) <= date) known++;
		}
		return { isComplete: known >= this.dates.storedSize };
	}

	toBeStored(): string {
		return [...this.dates.toBeStored()]
			.map(([token, date]) => token + date.toString(36).padStart(DATE_LENGTH, '0'))
			.join('');
	}
}
