import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

type Reason = NodeApiError | NodeOperationError;

/** Why an item was not done, with the item's number for n8n's panel. */
export function withItemIndex(node: INode, thrown: Error, itemIndex: number): Reason {
	const isReadable = thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	const reason = isReadable ? thrown : new NodeOperationError(node, thrown);
	reason.context.itemIndex = itemIndex;
	return reason;
}

/**
 * The item that stands for it when the workflow goes on. Without n8n's own `error` on the item, for
 * which n8n drops all else from its JSON; and an item with other keys than `error` and `message`
 * would not be let through to the error output.
 */
export function toErrorItem(
	{ onError }: INode,
	reason: Reason,
	itemIndex: number,
): INodeExecutionData {
	const { retryAt } = reason.context;
	const advice: IDataObject = {
		...(reason.description ? { details: reason.description } : {}),
		...(typeof retryAt === 'string' ? { retryAt } : {}),
	};
	const isForErrorOutput = onError === 'continueErrorOutput';
	return {
		json: { error: reason.message, ...(isForErrorOutput ? { message: advice } : advice) },
		pairedItem: { item: itemIndex },
	};
}
