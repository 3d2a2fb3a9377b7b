import {
	type IDataObject,
	type IExecuteData,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { inOneMessage } from '../n8n/nodeErrors';
import { anyOf } from '../venueApi/pacing/waiting';

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
	const ended = anyOf(ending.signal, canceled);
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

interface CarriedOut {
	input: IDataObject;
	result: Promise<INodeExecutionData[]>;
}

/** By step, and by the item's number in it. */
const carriedOutIn = new WeakMap<IExecuteData, Map<number, CarriedOut>>();

/**
 * With Retry On Fail, n8n runs a step again with all of its items. What an item has changed at the
 * venue, or may have changed, is not done again: its result of the first time counts.
 */
export async function carryOutOnce(
	context: IExecuteFunctions,
	itemIndex: number,
	carryOut: (mayHaveChanged: () => void) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const step = context.getExecuteData();
	const carriedOut = carriedOutIn.get(step) ?? new Map<number, CarriedOut>();
	carriedOutIn.set(step, carriedOut);
	// The tools of an agent share its step, but each call has its own input.
	const input = context.getInputData()[itemIndex].json;
	const before = carriedOut.get(itemIndex);
	if (before?.input === input) return await before.result;

	const keep = () => void carriedOut.set(itemIndex, { input, result });
	const result: Promise<INodeExecutionData[]> = carryOut(keep);
	return await result;
}

export type Reason = NodeApiError | NodeOperationError;

export function asReason(node: INode, thrown: Error): Reason {
	const isReadable = thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	return isReadable ? thrown : new NodeOperationError(node, thrown);
}

/** Why an item failed, with the item's number for n8n's panel. */
export function withItemIndex(node: INode, thrown: Error, itemIndex: number): Reason {
	const reason = asReason(node, thrown);
	reason.context.itemIndex = itemIndex;
	return reason;
}

/**
 * If an item ends the step, n8n drops what came of those before it, and would do them again. Not all
 * of them were carried out if the node continues after a refusal and is then canceled.
 */
export function tellWhatWasDone(reason: Reason, itemsBefore: number, done: number): void {
	if (done === 0) return;
	const [were, them] = done === 1 ? ['was', 'it'] : ['were', 'them'];
	const all = itemsBefore === 1 ? 'The item' : `The ${itemsBefore} items`;
	const told =
		done === itemsBefore
			? `${all} before this one ${were} carried out. Leave ${them} out`
			: `${done} of the ${itemsBefore} items before this one ${were} carried out. Check at the venue which, and leave ${them} out`;
	const advice = `${told} when you run this again: Retry execution does all of them again.`;
	// The reason may come from an earlier try of the step.
	if (reason.description?.includes(advice)) return;
	reason.description = [reason.description, advice].filter(Boolean).join(' ');
}

/** n8n's AI Agent shows its model only the message. */
export function putInOneMessage(reason: Reason): void {
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
