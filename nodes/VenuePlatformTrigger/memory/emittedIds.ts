import { FINGERPRINT_LENGTH } from './fingerprint';
import { StoredAndOlder } from './storedAndOlder';

/**
 * 24 kB at most, because some versions of n8n copy them into each saved execution. A message that
 * comes again becomes the newest one, so an ID only has to last from one attempt to the next.
 */
const MOST_IDS = { stored: 3_000, older: 17_000 };

/** Which messages have started the workflow. Their number decides how long that is known. */
export class EmittedIds {
	readonly ids = new StoredAndOlder<true>(MOST_IDS);
	/** Messages that n8n did not accept in the end, even if they are stored. */
	private readonly takenBack = new Set<string>();
	/** What is to be stored, until that changes. Nearly every delivery finds it in the static data. */
	private text?: string;

	has(fingerprint: string): boolean {
		return this.ids.get(fingerprint) !== undefined;
	}

	add(fingerprint: string): void {
		this.takenBack.delete(fingerprint);
		this.ids.put(fingerprint, true);
		this.text = undefined;
	}

	takeBack(fingerprint: string): void {
		this.takenBack.add(fingerprint);
		this.ids.delete(fingerprint);
		this.text = undefined;
	}

	/** Adds stored IDs, maybe of another process. `isComplete`: they are all that should be stored. */
	learn(stored: string): { isComplete: boolean } {
		if (stored === this.text) return { isComplete: true };
		let isStale = false;
		const there = new Set(fingerprintsIn(stored));
		for (const fingerprint of there) {
			if (this.takenBack.has(fingerprint)) isStale = true;
			else if (!this.has(fingerprint)) this.add(fingerprint);
		}
		const own = [...this.ids.stored.keys()];
		return { isComplete: !isStale && own.every((fingerprint) => there.has(fingerprint)) };
	}

	/** Fingerprints without separators, oldest first. */
	toBeStored(): string {
		return (this.text ??= [...this.ids.stored.keys()].join(''));
	}
}

function fingerprintsIn(text: string): string[] {
	return Array.from({ length: Math.floor(text.length / FINGERPRINT_LENGTH) }, (_, index) =>
		text.slice(index * FINGERPRINT_LENGTH, (index + 1) * FINGERPRINT_LENGTH),
	);
}
