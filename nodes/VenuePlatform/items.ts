import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { inOneMessage } from '../n8n/nodeErrors';

/**
 * Runs `work` for `count` items, at most `atOnce` at a time, and keeps their order. If an item
 * throws, no other item is started, and those under way are aborted.
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

/** Why an item failed, with the item's number for n8n's panel. */
export function withItemIndex(node: INode, thrown: Error, itemIndex: number): Reason {
	const isReadable = thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	const reason = isReadable ? thrown : new NodeOperationError(node, thrown);
	reason.context.itemIndex = itemIndex;
	return reason;
}

/** If an item fails, n8n drops what came of those before it, and would do them again. */
export function tellWhatWasDone(reason: Reason, itemsBefore: number): void {
	if (itemsBefore === 0) return;
	const done =
		itemsBefore === 1
			? 'The item before this one was carried out. Leave it out'
			: `The ${itemsBefore} items before this one were carried out. Leave them out`;
	const told = `${done} when you run this again: Retry execution does all of them again.`;
	reason.description = [reason.description, told].filter(Boolean).join(' ');
}

/** n8n's AI Agent shows its model only the message. */
export function forAgent(reason: Reason): void {
	reason.message = inOneMessage(reason);
	reason.description = null;
}

/**
 * Takes the place of a failed item if the workflow continues. n8n drops the rest of the JSON of an
 * item with its own `error`. The error output only accepts `error` and `message`.
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
