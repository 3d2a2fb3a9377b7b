import { BROKEN } from './jsonReader';
import { isTextTooDeep } from './nesting';

/** What the body of an answer says. */
export interface ReadBody {
	/** The JSON value, the text as it came, or the bytes of a file. Undefined where the body was empty. */
	body: unknown;
	/** The body is JSON that ends too early, breaks off inside or is nested beyond reason. */
	isBroken: boolean;
	form?: 'json' | 'text' | 'file';
	/** How many records of a list were read and not kept. */
	leftOut?: number;
}

/** What the venue said. */
export interface Answer extends ReadBody {
	status: number;
	headers: Record<string, unknown>;
}

export const NOTHING: ReadBody = { body: undefined, isBroken: false };

/** A body as it came, read without trusting the content type that the venue declares. */
export function readAnswer(status: number, headers: unknown, body: unknown): Answer {
	return toAnswer(status, headers, readJsonOrText(body));
}

export function toAnswer(status: number, headers: unknown, read: ReadBody): Answer {
	return { status, headers: lowerCased(headers), ...read };
}

export function readJsonOrText(body: unknown): ReadBody {
	if (body === BROKEN) return { body: undefined, isBroken: true };
	const text = Buffer.isBuffer(body) ? body.toString('utf8') : body;
	if (text === null || text === undefined) return NOTHING;
	if (typeof text !== 'string') return { body: text, isBroken: false, form: 'json' };

	const trimmed = text.replace(/^\uFEFF/, '').trim();
	if (trimmed === '') return NOTHING;
	const isStructured = /^[[{]/.test(trimmed);
	if (isStructured && isTextTooDeep(trimmed)) return { body: undefined, isBroken: true };
	try {
		return { body: JSON.parse(trimmed) as unknown, isBroken: false, form: 'json' };
	} catch {
		return { body: trimmed, isBroken: isStructured, form: 'text' };
	}
}

export function lowerCased(headers: unknown): Record<string, unknown> {
	if (typeof headers !== 'object' || headers === null) return {};
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]: [string, unknown]) => [name.toLowerCase(), value]),
	);
}
