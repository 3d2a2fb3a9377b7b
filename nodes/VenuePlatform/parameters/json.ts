import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { isRecord } from '../../venueApi/shapes/records';

/** A JSON object that the user typed or that an expression gave. Nothing typed is an empty one. */
export function readJsonObject(
	context: IExecuteFunctions,
	label: string,
	value: unknown,
): IDataObject {
	const parsed = typeof value === 'string' ? parse(value) : value;
	if (parsed === undefined || parsed === null) return {};
	if (isRecord(parsed)) return parsed;
	throw new NodeOperationError(context.getNode(), `“${label}” is not a JSON object`, {
		description: 'It has to look like {"name": "value"}, with straight double quotes.',
	});
}

function parse(text: string): unknown {
	if (text.trim() === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
