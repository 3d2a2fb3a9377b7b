import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../venueApi/shapes/records';
import { EmittedIds, type StoredIds } from './emittedIds';
import { LruMap } from './lruMap';
import { NewestDates } from './newestDates';

const STORED_AS = 'venuePlatformTrigger';

/** Deliveries at the same time read what was written a few deliveries ago. */
const OWN_WRITINGS = 64;

/**
 * What the triggers of one workflow have emitted: all that this process knows, and the newest part
 * of it in the workflow's static data.
 *
 * n8n keeps static data as one blob that the last writer wins, be it another delivery or an
 * execution that writes back what it read at its start. So whoever writes, writes the union of all
 * that is known. It is the workflow's data rather than the node's because n8n keeps the latter under
 * the node's name, and a renamed node would start with nothing.
 */
export class WorkflowMemory {
	readonly emitted = new EmittedIds();
	readonly newest = new NewestDates();

	/** What this process has written, and what it knew then: reading it again teaches nothing. */
	private readonly ownWritings = new LruMap<number>({ stored: OWN_WRITINGS, older: 0 });

	/** Says whether the static data lacks something that this process knows. */
	recall(staticData: IDataObject): { isComplete: boolean } {
		const stored = staticData[STORED_AS];
		const knownThen = this.ownWritings.get(digestOf(stored));
		if (knownThen !== undefined) return { isComplete: knownThen === this.changes };

		const { emitted, newest } = readStored(stored);
		const ids = this.emitted.learn(emitted, Date.now());
		const dates = this.newest.learn(newest);
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

	/** Where another trigger of the workflow writes its static data. */
	addTo(staticData: IDataObject): void {
		if (!this.recall(staticData).isComplete) this.record(staticData);
	}

	private get changes(): number {
		return this.emitted.changes + this.newest.changes;
	}
}

function digestOf(stored: unknown): string {
	const text = JSON.stringify(stored) ?? '';
	return createHash('sha256').update(text).digest('base64url');
}

/** Any node of the workflow may write to its static data. */
function readStored(stored: unknown): { emitted: StoredIds; newest: string } {
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
