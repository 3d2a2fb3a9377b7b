import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from '../../venueApi/connection';

/** One item of the node's input, as an operation gets it. */
export interface ItemRun {
	context: IExecuteFunctions;
	connection: Connection;
	itemIndex: number;
}

/** What one operation shows to the user and what it does with one item. */
export interface Operation {
	option: INodePropertyOptions & { action: string };
	fields: INodeProperties[];
	/** An item that comes out. The editor shows its fields before the first run. */
	sample: IDataObject;
	/** How many items may be under way at the same time: one if their order matters. */
	itemsAtOnce?: number | ((parameters: INodeParameters) => number);
	/** Whether it changes something at the venue, so what was done must not be done again. */
	changes?: boolean | ((parameters: INodeParameters) => boolean);
	execute(run: ItemRun): Promise<IDataObject[] | Files>;
}

/** Not a plain list, because a record of the venue may look like an item with a file. */
export interface Files {
	files: FileItem[];
}

/** A file from the venue, with its metadata. */
export interface FileItem {
	json: IDataObject;
	binary: IBinaryKeyData;
}

/** For items that only read. Enough for 600 a minute if the venue takes half a second for each. */
export const READS_AT_ONCE = 5;

export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}
