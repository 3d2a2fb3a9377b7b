import type { IDataObject } from 'n8n-workflow';

import { isTextTooDeep } from '../venueApi/answers/jsonText';
import { isRecord } from '../venueApi/records';

/** What was typed as JSON or given by an expression. Undefined for nothing, and the text itself where it is not JSON. */
export function readJson(value: unknown): unknown {
	if (value === null) return undefined;
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	if (isTextTooDeep(value)) return value;
	try {
		return (JSON.parse(value) as unknown) ?? undefined;
	} catch {
		return value;
	}
}

/** A JSON object; nothing is an empty one. Undefined for anything else. */
export function readJsonObject(value: unknown): IDataObject | undefined {
	const json = readJson(value) ?? {};
	return isRecord(json) ? json : undefined;
}
