import type { IDataObject } from 'n8n-workflow';

/** Writes the latest that one of our triggers knows into its place in static data. */
type Writer = (staticData: IDataObject) => void;

const writersByWorkflow = new Map<string, Map<string, Writer>>();

/**
 * n8n keeps the static data of a workflow as one blob, and each trigger writes back the whole blob
 * as it was when that trigger read it. For a poll, that was when the workflow was published. So
 * when one trigger writes, the others write, too.
 */
export function registerWriter(workflowId: string, trigger: string, write: Writer): void {
	const writers = writersByWorkflow.get(workflowId) ?? new Map<string, Writer>();
	writers.set(trigger, write);
	writersByWorkflow.set(workflowId, writers);
}

export function haveOthersWrite(
	workflowId: string,
	trigger: string,
	staticData: IDataObject,
): void {
	for (const [other, write] of writersByWorkflow.get(workflowId) ?? []) {
		if (other !== trigger) write(staticData);
	}
}
