import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { isRecord } from '../../venueApi/shapes/records';

/** A JSON object that the user typed or that an expression gave. Nothing typed is an empty one. */
export function readJsonObject(
	context: IExecuteFunctions,
	label: string,
	value: unknown,
): IDataObject {
	const parsed = parse(value);
	if (parsed === undefined || parsed === null) return {};
	if (isRecord(parsed)) return parsed;
	throw new NodeOperationError(context.getNode(), `“${label}” is not a JSON object`, {
		description: 'It has to look like {"name": "value"}, with straight double quotes.',
	});
}

/** A JSON object or a list. Undefined where nothing was typed. */
export function readJson(
	context: IExecuteFunctions,
	label: string,
	value: unknown,
): IDataObject | unknown[] | undefined {
	const parsed = parse(value);
	if (parsed === undefined || parsed === null) return undefined;
	if (isRecord(parsed) || Array.isArray(parsed)) return parsed;
	throw new NodeOperationError(context.getNode(), `“${label}” is not JSON`, {
		description:
			'It has to look like {"name": "value"} or ["value", "value"], with straight double quotes.',
	});
}

function parse(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}
