import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../venueApi/records';
import { EmittedIds } from './emittedIds';
import { NewestDates } from './newestDates';

/** Where it is in static data. */
export const TRIGGER_MEMORY = 'venuePlatformTrigger';

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

	/** Adds what is stored. `isComplete`: that is all that should be stored. */
	learnFrom(staticData: IDataObject): { isComplete: boolean } {
		// Checked, because any node of the workflow may write to its static data.
		const stored = staticData[TRIGGER_MEMORY];
		const { emitted, newest } = isRecord(stored) ? stored : {};
		const ids = this.emitted.learn(typeof emitted === 'string' ? emitted : '');
		const dates = this.newest.learn(typeof newest === 'string' ? newest : '');
		return { isComplete: ids.isComplete && dates.isComplete };
	}

	record(staticData: IDataObject): void {
		staticData[TRIGGER_MEMORY] = {
			emitted: this.emitted.toBeStored(),
			newest: this.newest.toBeStored(),
		};
	}

	/** Called when another trigger of the workflow writes its static data. */
	addTo(staticData: IDataObject): void {
		if (!this.learnFrom(staticData).isComplete) this.record(staticData);
	}
}
