import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../venueApi/shapes/records';

/** Items of an answer in a form that the document does not show: a list gives one item per entry. */
export function answerItems(body: unknown): IDataObject[] {
	if (body === undefined || body === null) return [{ success: true }];
	return (Array.isArray(body) ? body : [body]).map((entry: unknown) =>
		isRecord(entry) ? entry : ({ data: entry } as IDataObject),
	);
}
