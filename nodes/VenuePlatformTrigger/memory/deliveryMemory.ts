import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { keepInStep, registerWriter } from '../../n8n/staticData';
import { shareRoom } from './lruMap';
import { WorkflowMemory } from './workflowMemory';

const TRIGGER = 'deliveries';

/** What is remembered of a message. */
export interface Fingerprints {
	message: string;
	entity?: { fingerprint: string; changedAt: number };
}

/** What this process remembers of all workflows in addition to what n8n stores: 20 MB at most. */
const MOST_NOT_STORED = 200_000;

/** The memories of this process, by workflow ID. */
const memoryByWorkflow = new Map<string, WorkflowMemory>();

export function memoryOf(context: IWebhookFunctions): DeliveryMemory {
	const id = String(context.getWorkflow().id);
	const workflow = memoryByWorkflow.get(id) ?? new WorkflowMemory();
	memoryByWorkflow.set(id, workflow);
	registerWriter(id, TRIGGER, (staticData) => workflow.addTo(staticData));
	return new DeliveryMemory(id, workflow, context.getWorkflowStaticData('global'));
}

/** The workflow's memory, with the static data that n8n has read for this delivery. */
class DeliveryMemory {
	private readonly isStoredWhole: boolean;

	constructor(
		private readonly id: string,
		private readonly workflow: WorkflowMemory,
		private readonly staticData: IDataObject,
	) {
		this.isStoredWhole = workflow.learnFrom(staticData).isComplete;
	}

	/** Why the message must not start the workflow; undefined if it should. */
	reasonToDrop({ message, entity }: Fingerprints): string | undefined {
		const { emitted, newest } = this.workflow;
		if (emitted.has(message)) {
			// It becomes the newest one, so it is remembered until the next attempt.
			emitted.add(message);
			return 'The workflow has already been started with this message';
		}
		return entity && newest.isNewerThan(entity.fingerprint, entity.changedAt)
			? 'The workflow has already been started with a newer event'
			: undefined;
	}

	remember({ message, entity }: Fingerprints): void {
		this.workflow.emitted.add(message);
		if (entity) this.workflow.newest.note(entity.fingerprint, entity.changedAt);
		const workflows = [...memoryByWorkflow.values()];
		const maps = workflows.flatMap(({ emitted, newest }) => [emitted.ids, newest.dates]);
		shareRoom(maps, MOST_NOT_STORED);
		this.record();
	}

	forget({ message }: Fingerprints): void {
		this.workflow.emitted.takeBack(message);
	}

	/** Another writer has overwritten static data. n8n also saves it after a delivery that is dropped. */
	restoreStored(): void {
		if (!this.isStoredWhole) this.record();
	}

	private record(): void {
		this.workflow.record(this.staticData);
		keepInStep(this.id, TRIGGER, this.staticData);
	}
}
