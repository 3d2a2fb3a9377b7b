import { BROKEN } from './jsonReader';
import { isTextTooDeep } from './nesting';

/** What the venue said, read without trusting the content type that it declares. */
export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	/** The JSON value, else the text as it came. Undefined where the body was empty. */
	body: unknown;
	/** The body is JSON that ends too early, breaks off inside or is nested beyond reason. */
	isBroken: boolean;
}

export function readAnswer(status: number, headers: unknown, body: unknown): Answer {
	return { status, headers: lowerCased(headers), ...readBody(body) };
}

function readBody(body: unknown): Pick<Answer, 'body' | 'isBroken'> {
	if (body === BROKEN) return { body: undefined, isBroken: true };
	const text = Buffer.isBuffer(body) ? body.toString('utf8') : body;
	if (text === null || text === undefined) return { body: undefined, isBroken: false };
	if (typeof text !== 'string') return { body: text, isBroken: false };

	const trimmed = text.replace(/^\uFEFF/, '').trim();
	if (trimmed === '') return { body: undefined, isBroken: false };
	const isStructured = /^[[{]/.test(trimmed);
	if (isStructured && isTextTooDeep(trimmed)) return { body: undefined, isBroken: true };
	try {
		return { body: JSON.parse(trimmed) as unknown, isBroken: false };
	} catch {
		return { body: trimmed, isBroken: isStructured };
	}
}

function lowerCased(headers: unknown): Record<string, unknown> {
	if (typeof headers !== 'object' || headers === null) return {};
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]: [string, unknown]) => [name.toLowerCase(), value]),
	);
}
