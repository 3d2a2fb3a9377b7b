import { Newest } from './newest';
import { TOKEN_LENGTH } from './token';

/** By day (UTC), one token after the other. */
export type StoredIds = Record<string, string>;

/** The longest pause between two tries of a delivery, even where the first pause is an hour. */
const KEPT_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * 24 kB at most, since n8n copies them into each execution that it saves. A message that comes again
 * becomes the newest one. So these have to last from one try to the next only: more than an hour at
 * three times 20,000 messages a day.
 */
const SIZES = { stored: 3_000, older: 17_000 };

/** Which messages have started the workflow. */
export class EmittedIds {
	private readonly days = new Newest<string>(SIZES);
	/** n8n did not take them in the end, whatever is stored. */
	private readonly takenBack = new Set<string>();
	private today = '';

	get changes(): number {
		return this.days.changes;
	}

	has(token: string): boolean {
		return this.days.get(token) !== undefined;
	}

	add(token: string, now: number): void {
		this.startDay(now);
		this.takenBack.delete(token);
		this.days.put(token, this.today);
	}

	takeBack(token: string): void {
		this.days.delete(token);
		this.takenBack.add(token);
	}

	/** Adds what is stored, maybe by another process. Says whether all that should be is stored. */
	learn(stored: StoredIds, now: number): { isComplete: boolean } {
		this.startDay(now);
		let known = 0;
		for (const day of Object.keys(stored).sort()) {
			if (day < firstKeptDay(now)) continue;
			for (const token of tokensIn(stored[day])) {
				if (this.takenBack.has(token)) continue;
				if (!this.has(token)) this.days.put(token, day);
				if (this.days.isToBeStored(token)) known++;
			}
		}
		return { isComplete: known >= this.days.storedSize };
	}

	toBeStored(now: number): StoredIds {
		this.startDay(now);
		const tokens = new Map<string, string[]>();
		for (const [token, day] of this.days.toBeStored()) {
			const ofDay = tokens.get(day);
			if (ofDay) ofDay.push(token);
			else tokens.set(day, [token]);
		}
		return Object.fromEntries([...tokens].map(([day, ofDay]) => [day, ofDay.join('')]));
	}

	private startDay(now: number): void {
		const today = dayOf(now);
		if (today === this.today) return;
		this.today = today;
		const first = firstKeptDay(now);
		this.days.deleteWhere((day) => day < first);
	}
}

function tokensIn(text: string): string[] {
	return Array.from({ length: Math.floor(text.length / TOKEN_LENGTH) }, (_, index) =>
		text.slice(index * TOKEN_LENGTH, (index + 1) * TOKEN_LENGTH),
	);
}

function firstKeptDay(now: number): string {
	return dayOf(now - KEPT_DAYS * DAY_MS);
}

function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
