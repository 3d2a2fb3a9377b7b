import type { GenericValue, IDataObject } from 'n8n-workflow';

/** Stand for what the credential holds, so that it is not written into the workflow. */
export const PLACEHOLDERS = { username: '<webhookUsername>', password: '<webhookPassword>' };

/** The same object with other texts in the place of these. */
export function replaced(object: IDataObject, texts: Record<string, string>): IDataObject {
	return JSON.parse(JSON.stringify(object), (_, value: GenericValue) =>
		typeof value === 'string' && Object.hasOwn(texts, value) ? texts[value] : value,
	) as IDataObject;
}
