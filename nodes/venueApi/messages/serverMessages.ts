import { isRecord } from '../records';

/** A sentence of the venue for the user, with the field that it is about, if the venue names one. */
export interface ServerMessage {
	field?: string;
	text: string;
}

const LONGEST_TEXT = 500;
const MOST_MESSAGES = 20;
const TEXT_KEYS = ['Message', 'message', 'title', 'detail', 'error_description'];
const FIELD_KEYS = ['ModelState', 'modelState', 'errors'];

/** What a body of any form tells a person, and no more than a person would read. */
export function serverMessagesIn(body: unknown): ServerMessage[] {
	const messages = isRecord(body) ? fromRecord(body) : asTexts(body).map((text) => ({ text }));
	return messages.slice(0, MOST_MESSAGES);
}

export function inOneLine(messages: ServerMessage[]): string {
	return messages
		.map(({ field, text }) => (field ? `${field}: ${text}` : text))
		.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
		.join(' ');
}

function fromRecord(body: Record<string, unknown>): ServerMessage[] {
	const listed = body.errors;
	if (Array.isArray(listed)) return listed.flatMap(fromListEntry);

	const fields = FIELD_KEYS.map((key) => body[key]).find(isRecord);
	if (fields) return fromModelState(fields);

	const text = TEXT_KEYS.flatMap((key) => asTexts(body[key]))[0];
	return text === undefined ? fromModelState(body) : [{ text }];
}

function fromListEntry(entry: unknown): ServerMessage[] {
	if (!isRecord(entry)) return asTexts(entry).map((text) => ({ text }));
	const [field] = asTexts(entry.name);
	return asTexts(entry.message).map((text) => ({ ...(field ? { field } : {}), text }));
}

function fromModelState(fields: Record<string, unknown>): ServerMessage[] {
	return Object.entries(fields)
		.slice(0, MOST_MESSAGES)
		.flatMap(([name, value]) => {
			const [field] = asTexts(name);
			const texts = Array.isArray(value) ? value.flatMap(asTexts) : asTexts(value);
			return texts.map((text) => ({ ...(field ? { field } : {}), text }));
		});
}

function asTexts(value: unknown): string[] {
	if (typeof value !== 'string') return [];
	const isPage = /^\s*<(!doctype|html|head|body|\?xml)/i.test(value);
	if (isPage) return [];
	const text = value
		.slice(0, LONGEST_TEXT * 4)
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim();
	if (text === '') return [];
	return [text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text];
}
