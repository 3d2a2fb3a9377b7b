import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { inOneMessage } from '../n8n/nodeErrors';

/**
 * What the work on each of `count` items comes to, in their order, with at most `atOnce` of them
 * under way. The first that throws ends it: no other is begun, and those under way are told.
 */
export async function inOrder<T>(
	count: number,
	atOnce: number,
	work: (index: number, ended: AbortSignal) => Promise<T>,
	canceled?: AbortSignal,
): Promise<T[]> {
	const results: T[] = [];
	const ending = new AbortController();
	const ended = AbortSignal.any([ending.signal, ...(canceled ? [canceled] : [])]);
	let next = 0;
	let first: { thrown: unknown } | undefined;

	const workThrough = async () => {
		while (next < count && !first) {
			const index = next++;
			try {
				results[index] = await work(index, ended);
			} catch (thrown) {
				first ??= { thrown };
				ending.abort();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, count) }, workThrough));
	if (first) throw first.thrown;
	return results;
}

type Reason = NodeApiError | NodeOperationError;

/** Why an item was not done, with the item's number for n8n's panel. */
export function withItemIndex(node: INode, thrown: Error, itemIndex: number): Reason {
	const isReadable = thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	const reason = isReadable ? thrown : new NodeOperationError(node, thrown);
	reason.context.itemIndex = itemIndex;
	return reason;
}

/** An AI Agent of n8n shows its model the message and nothing else. */
export function forAgent(reason: Reason): void {
	reason.message = inOneMessage(reason);
	reason.description = null;
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
