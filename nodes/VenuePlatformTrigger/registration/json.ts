import { type GenericValue, type IDataObject, jsonParse } from 'n8n-workflow';

import { isRecord } from '../../venueApi/shapes/records';

/** A JSON object as text or as an expression gave it. Nothing is an empty one. */
export function readJsonObject(value: unknown): IDataObject | undefined {
	if (value === undefined || value === null) return {};
	if (typeof value !== 'string') return isRecord(value) ? value : undefined;
	if (value.trim() === '') return {};
	const parsed: unknown = jsonParse(value, { fallbackValue: null });
	return isRecord(parsed) ? parsed : undefined;
}

/** The same object with other texts in the place of these. */
export function replaced(object: IDataObject, texts: Record<string, string>): IDataObject {
	return JSON.parse(JSON.stringify(object), (_, value: GenericValue) =>
		typeof value === 'string' && Object.hasOwn(texts, value) ? texts[value] : value,
	) as IDataObject;
}
