import { type INode, NodeApiError } from 'n8n-workflow';

import type { Explanation } from '../venueApi/messages/explanations';

export function nodeApiError(node: INode, explanation: Explanation): NodeApiError {
	const { message, description, httpCode, retryAt, cause, mayStay, remedy } = explanation;
	const error = new NodeApiError(node, { message }, { message, description, httpCode });
	// n8n replaces a message that contains an error code, even inside a word, with its own text.
	// With this word in it, n8n takes the execution for one that a user stopped, and starts no error workflow.
	error.message = message.replace(/canceled/g, 'cancelled');
	if (retryAt) error.context.retryAt = retryAt.toISOString();
	if (cause) error.context.cause = cause;
	if (mayStay) error.context.mayStay = mayStay;
	if (remedy) error.context.remedy = remedy;
	return error;
}

/** What happened and what to do about it, for places in which n8n shows only the message. */
export function inOneMessage(thrown: unknown): string {
	const { message, description } = thrown as { message: string; description?: string | null };
	return [message, description ?? '']
		.filter((text) => text !== '')
		.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
		.join(' ');
}
