import type {
	IDataObject,
	IExecuteFunctions,
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
	itemsAtOnce?: number;
	execute(run: ItemRun): Promise<IDataObject[]>;
}

export interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}
