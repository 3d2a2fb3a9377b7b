import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from '../../venueApi/connection';

/** One item of the node's input, on its way through an operation. */
export interface ItemRun {
	context: IExecuteFunctions;
	connection: Connection;
	itemIndex: number;
}

/** What one operation shows to the user and what it does with one item. */
export interface Operation {
	option: INodePropertyOptions & { action: string };
	fields: INodeProperties[];
	/** How many items may be under way together: one, where their order makes a difference. */
	itemsAtOnce?: number | ((parameters: INodeParameters) => number);
	execute(run: ItemRun): Promise<IDataObject[] | FileItem>;
}

/** A file that the venue sent, with what is known about it. */
export interface FileItem {
	json: IDataObject;
	binary: IBinaryKeyData;
}

/** Of items that only read: enough for 600 a minute at a venue that takes half a second for each. */
export const READS_AT_ONCE = 5;

export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}
