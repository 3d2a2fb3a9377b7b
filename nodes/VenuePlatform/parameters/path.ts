import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ReadPath } from '../../venueApi/resources/apiPath';

/** The path that was typed or given by an expression, if it can lead nowhere else. */
export function readPath(
	context: IExecuteFunctions,
	itemIndex: number,
	read: (typed: unknown) => ReadPath,
	examples: string,
): string {
	const result = read(context.getNodeParameter('path', itemIndex, ''));
	if ('path' in result) return result.path;
	throw new NodeOperationError(context.getNode(), `“Path” cannot be used: ${result.reason}`, {
		description: `Enter a path such as ${examples}.`,
	});
}
