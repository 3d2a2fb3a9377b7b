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
interface ItemRun {
	context: IExecuteFunctions;
	connection: Connection;
	itemIndex: number;
}

/**
 * How the items of a step are worked through. `together`: several at a time, because each only reads
 * a record. `inTurn`: one after the other. `onceInTurn`: they change something at the venue, so what
 * was done must not be done again.
 */
export type ItemOrder = 'together' | 'inTurn' | 'onceInTurn';

/** What one operation shows to the user and what it does with one item. */
export interface Operation {
	option: INodePropertyOptions & { action: string };
	fields: INodeProperties[];
	/** An item that comes out. The editor shows its fields before the first run. */
	sample: IDataObject;
	/** Without it, one item follows the other. */
	itemOrder?: ItemOrder | ((parameters: INodeParameters) => ItemOrder);
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

export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}
