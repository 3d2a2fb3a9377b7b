import type { IDataObject } from 'n8n-workflow';

interface Writer {
	/** Writes the latest that one of our triggers knows into its place in static data. */
	write: (staticData: IDataObject) => void;
	/** Where it wrote last. n8n may save that again, such as when it has published the workflow. */
	last?: WeakRef<IDataObject>;
}

const writersByWorkflow = new Map<string, Map<string, Writer>>();

/**
 * n8n keeps the static data of a workflow as one blob, and each trigger writes back the whole blob
 * as it was when that trigger read it. For a poll, that was when the workflow was published. So
 * the triggers keep in step what they have written.
 */
export function registerWriter(workflowId: string, trigger: string, write: Writer['write']): void {
	const writers = writersByWorkflow.get(workflowId) ?? new Map<string, Writer>();
	writers.set(trigger, { ...writers.get(trigger), write });
	writersByWorkflow.set(workflowId, writers);
}

/** A trigger has written: the others write here as well, and it writes where they wrote last. */
export function keepInStep(workflowId: string, trigger: string, staticData: IDataObject): void {
	const writers = writersByWorkflow.get(workflowId) ?? new Map<string, Writer>();
	const own = writers.get(trigger);
	for (const [other, { write, last }] of writers) {
		if (other === trigger) continue;
		write(staticData);
		const written = last?.deref();
		if (written && written !== staticData) own?.write(written);
	}
	if (own) own.last = new WeakRef(staticData);
}
