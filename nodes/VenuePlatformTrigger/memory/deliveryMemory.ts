import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { keepInStep, registerWriter } from '../../n8n/staticData';
import { limitOlder } from './storedAndOlder';
import { TRIGGER_MEMORY, WorkflowMemory } from './workflowMemory';

/** What is remembered of a message. */
export interface Fingerprints {
	messageFingerprint: string;
	entity?: { fingerprint: string; changedAt: number };
}

/** What only this process remembers, of all workflows together: 20 MB at most. */
const MOST_OLDER = 200_000;

/** The memories of this process, by workflow ID. */
const memoryByWorkflow = new Map<string, WorkflowMemory>();

export function memoryOf(context: IWebhookFunctions): DeliveryMemory {
	const id = String(context.getWorkflow().id);
	const workflow = memoryByWorkflow.get(id) ?? new WorkflowMemory();
	memoryByWorkflow.set(id, workflow);
	registerWriter(id, TRIGGER_MEMORY, (staticData) => workflow.addTo(staticData));
	return new DeliveryMemory(id, workflow, context.getWorkflowStaticData('global'));
}

/** The workflow's memory, with the static data that n8n has read for this delivery. */
class DeliveryMemory {
	/** Whether the static data has all that it should have. */
	private readonly isComplete: boolean;

	constructor(
		private readonly id: string,
		private readonly workflow: WorkflowMemory,
		private readonly staticData: IDataObject,
	) {
		this.isComplete = workflow.learnFrom(staticData).isComplete;
	}

	/**
	 * Why the message must not start the workflow; undefined if it should. A repeat becomes the newest
	 * message, so it is remembered until the next attempt.
	 */
	reasonToDrop({ messageFingerprint, entity }: Fingerprints): string | undefined {
		const { emitted, newest } = this.workflow;
		if (emitted.has(messageFingerprint)) {
			emitted.add(messageFingerprint);
			return 'The workflow has already been started with this message';
		}
		return entity && newest.isNewerThan(entity.fingerprint, entity.changedAt)
			? 'The workflow has already been started with a newer event'
			: undefined;
	}

	remember({ messageFingerprint, entity }: Fingerprints): void {
		this.workflow.emitted.add(messageFingerprint);
		if (entity) this.workflow.newest.note(entity.fingerprint, entity.changedAt);
		const workflows = [...memoryByWorkflow.values()];
		const maps = workflows.flatMap(({ emitted, newest }) => [emitted.ids, newest.dates]);
		limitOlder(maps, MOST_OLDER);
		this.record();
	}

	/** The date of the entity stays: the same event is not older than itself. */
	forget({ messageFingerprint }: Fingerprints): void {
		this.workflow.emitted.takeBack(messageFingerprint);
	}

	/** Another writer has overwritten static data. n8n also saves it after a delivery that is dropped. */
	writeBackIfOverwritten(): void {
		if (!this.isComplete) this.record();
	}

	private record(): void {
		this.workflow.record(this.staticData);
		keepInStep(this.id, TRIGGER_MEMORY, this.staticData);
	}
}
