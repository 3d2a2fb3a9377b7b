import { type INode, NodeOperationError } from 'n8n-workflow';

/** What happened and what to do about it: n8n shows the message of a trigger and nothing else. */
export async function asOneMessage<T>(node: INode, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (thrown) {
		throw publishingError(node, inOneMessage(thrown));
	}
}

export function publishingError(node: INode, text: string): NodeOperationError {
	const error = new NodeOperationError(node, text);
	// n8n swaps a message that contains an error code, even inside a word, for a text of its own.
	error.message = text;
	return error;
}

/** For n8n's log, and of use where n8n ends before it could be done. */
export function willBeSwitchedOff(url: string): string {
	return `The venue is about to be told to send no more events to ${url}, unless the workflow is published again at once. If n8n stops before, publish the workflow and unpublish it again.`;
}

/** For n8n's log. */
export function stillEnabled(url: string, reason: unknown): string {
	return `The venue still sends events to ${url}, which nobody listens to any more. ${inOneMessage(reason)} Switch this webhook off in the venue management console, or publish the workflow and unpublish it again.`;
}

function inOneMessage(reason: unknown): string {
	const { message, description } = reason as { message: string; description?: string | null };
	return [message, description ?? '']
		.filter((text) => text !== '')
		.map(asSentence)
		.join(' ');
}

function asSentence(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}
