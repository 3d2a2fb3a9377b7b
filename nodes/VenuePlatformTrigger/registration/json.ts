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

/** Both objects in one, level by level. Where they differ, the second one counts. */
export function merged(first: IDataObject, second: IDataObject): IDataObject {
	const result = new Map(Object.entries(first));
	for (const [name, value] of Object.entries(second)) {
		const before = result.get(name);
		result.set(name, isRecord(before) && isRecord(value) ? merged(before, value) : value);
	}
	return Object.fromEntries(result);
}

/** The same object with other texts in the place of these. */
export function replaced(object: IDataObject, texts: Record<string, string>): IDataObject {
	return JSON.parse(JSON.stringify(object), (_, value: GenericValue) =>
		typeof value === 'string' && Object.hasOwn(texts, value) ? texts[value] : value,
	) as IDataObject;
}
