import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

type Reason = NodeApiError | NodeOperationError;

/** Why an item was not done, with the item's number for n8n's panel. */
export function ofItem(node: INode, thrown: Error, itemIndex: number): Reason {
	const isReadable = thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	const reason = isReadable ? thrown : new NodeOperationError(node, thrown);
	reason.context.itemIndex = itemIndex;
	return reason;
}

/** The item that stands for it when the workflow goes on. */
export function asItem(reason: Reason, itemIndex: number): INodeExecutionData {
	const { retryAt } = reason.context;
	return {
		json: {
			error: reason.message,
			...(reason.description ? { details: reason.description } : {}),
			...(typeof retryAt === 'string' ? { retryAt } : {}),
		},
		error: reason,
		pairedItem: { item: itemIndex },
	};
}
