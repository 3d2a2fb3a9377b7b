import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { haveOthersWrite, writesTo } from '../../n8n/staticData';
import { WorkflowMemory } from './workflowMemory';

const TRIGGER = 'deliveries';

/** What is remembered of a message: fingerprints instead of IDs. */
export interface Message {
	fingerprint: string;
	entity?: { fingerprint: string; changedAt: number };
}

/** The memories of this process, by workflow ID. */
const workflows = new Map<string, WorkflowMemory>();

export function memoryOf(context: IWebhookFunctions): DeliveryMemory {
	const id = String(context.getWorkflow().id);
	const workflow = workflows.get(id) ?? new WorkflowMemory();
	workflows.set(id, workflow);
	writesTo(id, TRIGGER, (staticData) => workflow.addTo(staticData));
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
		this.isStoredWhole = workflow.recall(staticData).isComplete;
	}

	/** A message that comes again becomes the newest one, so it is remembered until the next attempt. */
	hasEmitted({ fingerprint }: Message): boolean {
		const { emitted } = this.workflow;
		if (!emitted.has(fingerprint)) return false;
		emitted.add(fingerprint, Date.now());
		return true;
	}

	hasEmittedNewer({ entity }: Message): boolean {
		return !!entity && this.workflow.newest.isNewerThan(entity.fingerprint, entity.changedAt);
	}

	remember({ fingerprint, entity }: Message): void {
		this.workflow.emitted.add(fingerprint, Date.now());
		if (entity) this.workflow.newest.note(entity.fingerprint, entity.changedAt);
		this.record();
	}

	forget({ fingerprint }: Message): void {
		this.workflow.emitted.takeBack(fingerprint);
	}

	/** Another writer has overwritten static data. n8n also saves it after a delivery that is dropped. */
	mend(): void {
		if (!this.isStoredWhole) this.record();
	}

	private record(): void {
		this.workflow.record(this.staticData);
		haveOthersWrite(this.id, TRIGGER, this.staticData);
	}
}
