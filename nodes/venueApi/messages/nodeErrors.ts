import { type INode, NodeApiError } from 'n8n-workflow';

import type { Explanation } from './explanations';

export function nodeApiError(node: INode, explanation: Explanation): NodeApiError {
	const { message, description, httpCode, retryAt, outlook } = explanation;
	const error = new NodeApiError(node, { message }, { message, description, httpCode });
	// n8n swaps a message that contains an error code, even inside a word, for a text of its own.
	error.message = message;
	if (retryAt) error.context.retryAt = retryAt.toISOString();
	if (outlook) error.context.outlook = outlook;
	return error;
}
