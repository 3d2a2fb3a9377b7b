import { type IDataObject, ObservableObject } from 'n8n-workflow';

type Observed = Parameters<typeof ObservableObject.create>[1];

const FIRST_CHILD = { ignoreEmptyOnFirstChild: true };

/** n8n's `Workflow`, as far as it keeps static data: wrapped by n8n's own code, in n8n's own way. */
export class OpenWorkflow {
	readonly staticData: IDataObject;

	/** Wrapping the same object again takes away the mark that it was changed. */
	constructor(stored: IDataObject | null) {
		this.staticData = ObservableObject.create(stored ?? {}, undefined, FIRST_CHILD);
	}

	get isChanged(): boolean {
		return this.staticData.__dataChanged === true;
	}

	set isChanged(changed: boolean) {
		this.staticData.__dataChanged = changed;
	}

	staticDataOf(key: string): IDataObject {
		this.staticData[key] ??= ObservableObject.create({}, this.staticData as Observed);
		return this.staticData[key] as IDataObject;
	}
}
