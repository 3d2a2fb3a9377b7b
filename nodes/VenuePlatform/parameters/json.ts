import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { readJson, readJsonObject } from '../../parameters/json';
import { isRecord } from '../../venueApi/records';

export function jsonObjectOf(
	context: IExecuteFunctions,
	label: string,
	value: unknown,
): IDataObject {
	const object = readJsonObject(value);
	if (object) return object;
	throw new NodeOperationError(context.getNode(), `“${label}” is not a JSON object`, {
		description: 'It has to look like {"name": "value"}, with straight double quotes.',
	});
}

/** A JSON object or a list. Undefined where nothing was typed. */
export function jsonOf(
	context: IExecuteFunctions,
	label: string,
	value: unknown,
): IDataObject | unknown[] | undefined {
	const json = readJson(value);
	if (json === undefined || isRecord(json) || Array.isArray(json)) return json;
	throw new NodeOperationError(context.getNode(), `“${label}” is not JSON`, {
		description:
			'It has to look like {"name": "value"} or ["value", "value"], with straight double quotes.',
	});
}
