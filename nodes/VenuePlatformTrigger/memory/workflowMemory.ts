import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../venueApi/records';
import { EmittedIds, type StoredIds } from './emittedIds';
import { LruMap } from './lruMap';
import { NewestDates } from './newestDates';

const STORED_AS = 'venuePlatformTrigger';

interface Stored {
	emitted: StoredIds;
	newest: string;
}

/** Concurrent deliveries may read what was written a few deliveries ago. */
const OWN_WRITINGS = 64;

/**
 * What the triggers of one workflow have emitted: all that this process knows, and the newest part
 * of it in the workflow's static data.
 *
 * n8n stores static data as one blob, and the last writer wins, so each writer writes all that it
 * knows. A node's own data would be lost when the node is renamed.
 */
export class WorkflowMemory {
	readonly emitted = new EmittedIds();
	readonly newest = new NewestDates();

	/** Digests of what this process has written, with `changes` at that time: nothing is new in them. */
	private readonly ownWritings = new LruMap<number>({ stored: OWN_WRITINGS, older: 0 });

	/** Returns whether the static data has everything that this process knows. */
	recall(staticData: IDataObject): { isComplete: boolean } {
		const stored = readStored(staticData[STORED_AS]);
		const knownThen = this.ownWritings.get(digestOf(stored));
		if (knownThen !== undefined) return { isComplete: knownThen === this.changes };

		const ids = this.emitted.learn(stored.emitted, Date.now());
		const dates = this.newest.learn(stored.newest);
		return { isComplete: ids.isComplete && dates.isComplete };
	}

	record(staticData: IDataObject): void {
		const stored = {
			emitted: this.emitted.toBeStored(Date.now()),
			newest: this.newest.toBeStored(),
		};
		this.ownWritings.put(digestOf(stored), this.changes);
		staticData[STORED_AS] = stored;
	}

	/** Called when another trigger of the workflow writes its static data. */
	addTo(staticData: IDataObject): void {
		if (!this.recall(staticData).isComplete) this.record(staticData);
	}

	private get changes(): number {
		return this.emitted.changes + this.newest.changes;
	}
}

/** Hashes the strings themselves: building JSON of them first would take twice as long. */
function digestOf({ emitted, newest }: Stored): string {
	const days = Object.entries(emitted);
	const hash = createHash('sha256').update(
		JSON.stringify(days.map(([day, ids]) => [day, ids.length])),
	);
	for (const [, ids] of days) hash.update(ids);
	return hash.update(newest).digest('base64url');
}

/** Checked, because any node of the workflow may write to its static data. */
function readStored(stored: unknown): Stored {
	const { emitted, newest } = isRecord(stored) ? stored : {};
	return {
		emitted: Object.fromEntries(
			Object.entries(isRecord(emitted) ? emitted : {}).filter(
				(entry): entry is [string, string] => typeof entry[1] === 'string',
			),
		),
		newest: typeof newest === 'string' ? newest : '',
	};
}
