import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../venueApi/shapes/records';
import { EmittedIds, type StoredIds } from './emittedIds';
import { NewestDates } from './newestDates';

const STORED_AS = 'venuePlatformTrigger';

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

	/** Says whether the static data lacks something that this process knows. */
	recall(staticData: IDataObject): { isComplete: boolean } {
		const { emitted, newest } = readStored(staticData[STORED_AS]);
		const ids = this.emitted.learn(emitted, Date.now());
		const dates = this.newest.learn(newest);
		return { isComplete: ids.isComplete && dates.isComplete };
	}

	record(staticData: IDataObject): void {
		staticData[STORED_AS] = {
			emitted: this.emitted.toBeStored(Date.now()),
			newest: this.newest.toBeStored(),
		};
	}
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
