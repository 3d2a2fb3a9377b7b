import { BROKEN } from './jsonReader';
import { isTextTooDeep } from './jsonText';
import { LONGEST_COOLDOWN_MS } from '../limits';
import { booleanIn, isRecord, textOf, trimmed, type VenueRecord } from '../records';

/** What the body of a response contains. */
export interface ReadBody {
	/** The JSON value, the text as it came, or the bytes of a file. Undefined if the body was empty. */
	body: unknown;
	/** Whether the JSON ends too early, is malformed or is nested too deep. */
	isBroken: boolean;
	form?: 'json' | 'text' | 'file';
	/** How many records of a list were read and not kept. */
	leftOut?: number;
}

/** A response of the venue. */
export interface Answer extends ReadBody {
	status: number;
	headers: Record<string, unknown>;
}

export const NOTHING: ReadBody = { body: undefined, isBroken: false };

/** Reads a body as it came, without trusting the content type that the venue declares. */
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

/** A web page, such as that of a proxy or of maintenance. */
export function isPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!--|!doctype|html|head|body|\?xml)/i.test(body);
}

const SUCCESS = /^(is_?)?(success(ful)?|succeeded|ok)$/i;
const FAILURE = /^errors?$/i;
const FAILED = /^(fail(ed|ure)?|error)$/i;

/** Whether an object with a good status says that it did not work. Its list then shows nothing. */
export function saysThatItFailed(body: unknown): boolean {
	if (!isRecord(body)) return false;
	if (statusToldIn(body) !== undefined) return true;
	return Object.entries(body).some(([name, value]) => {
		if (SUCCESS.test(name)) return booleanIn(value) === false;
		if (/^status$/i.test(name)) return FAILED.test(trimmed(value));
		if (!FAILURE.test(name)) return false;
		if (typeof value === 'string') return value.trim() !== '';
		return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
	});
}

const STATUS = /^(http_?)?status(_?code)?$/i;

/** Its value may also be the code of a gift card. */
const CODE = /^code$/i;
const BESIDE_CODE = /^(message|detail|timestamp|path)$|^(trace|request|correlation)/i;

function statusToldIn(body: VenueRecord): number | undefined {
	const told = Object.entries(body).find(([name, value]) => {
		if (!STATUS.test(name) && !CODE.test(name)) return false;
		if (!/^[45]\d\d$/.test(textOf(value))) return false;
		return STATUS.test(name) || holdsOnlyWords(body);
	});
	return told && Number(told[1]);
}

function holdsOnlyWords(body: VenueRecord): boolean {
	return Object.entries(body).every(([name, value]) => {
		if (value === null || CODE.test(name) || BESIDE_CODE.test(name)) return true;
		return typeof value === 'object' && Object.keys(value).length === 0;
	});
}

/** Some services, or gateways in front of them, answer a refusal with 200 and its status in the body. */
export function asTold(answer: Answer): Answer {
	const { body, status } = answer;
	const isTold = statusKindOf(status) === 'accepted' && onlySaysThatItFailed(body);
	return isTold ? { ...answer, status: statusToldIn(body as VenueRecord) ?? status } : answer;
}

const ID = /^(id|Id|ID)$|[a-z]I[dD]$|_id$/;
const ID_OF_ANSWER = /^(trace|request|correlation|error)/i;

/** Such an object, and nothing in it is a record or a list. */
export function onlySaysThatItFailed(body: unknown): boolean {
	if (!isRecord(body) || !saysThatItFailed(body)) return false;
	return Object.entries(body).every(([name, value]) => {
		if (FAILURE.test(name) || value === null) return true;
		if (typeof value === 'object') return Object.keys(value).length === 0;
		return !ID.test(name) || ID_OF_ANSWER.test(name);
	});
}

export function lowerCased(headers: unknown): Record<string, unknown> {
	if (typeof headers !== 'object' || headers === null) return {};
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]: [string, unknown]) => [name.toLowerCase(), value]),
	);
}

export type StatusKind =
	| 'accepted'
	| 'redirected'
	| 'invalid'
	| 'unauthorized'
	| 'forbidden'
	| 'notFound'
	| 'ruledOut'
	| 'rateLimited'
	| 'maintenance'
	| 'gateway'
	| 'unexpected';

const STATUS_KINDS: Record<number, StatusKind> = {
	400: 'invalid',
	401: 'unauthorized',
	402: 'forbidden',
	403: 'forbidden',
	404: 'notFound',
	408: 'gateway',
	409: 'ruledOut',
	410: 'notFound',
	422: 'invalid',
	429: 'rateLimited',
	502: 'gateway',
	503: 'maintenance',
	504: 'gateway',
};

export function statusKindOf(status: number): StatusKind {
	if (status >= 200 && status < 300) return 'accepted';
	if (status >= 300 && status < 400) return 'redirected';
	// A content network, such as Cloudflare, did not reach the venue.
	if (status >= 520 && status <= 530) return 'gateway';
	return STATUS_KINDS[status] ?? 'unexpected';
}

/** A 403 shows that the token is valid: the venue answers any other with 401. */
export function showsValidToken(status: number): boolean {
	return ['accepted', 'forbidden'].includes(statusKindOf(status));
}

export function isNoContent(status: number): boolean {
	return status === 204;
}

/** What was asked for is still being prepared. */
export function isUnfinished(status: number): boolean {
	return status === 202;
}

/** A whole JSON value, unlike a body that is missing: nothing was found. */
export function isNull({ body, form }: Answer): boolean {
	return form === 'json' && body === null;
}

/**
 * What was asked for is not accepted or not there. The same client may ask for something else. Some
 * services say so with the status of a success.
 */
export function isRefusal(status: number): boolean {
	const isAboutRequest = ['invalid', 'notFound', 'ruledOut', 'unexpected'];
	if (statusKindOf(status) === 'accepted') return true;
	return status >= 400 && status < 500 && isAboutRequest.includes(statusKindOf(status));
}

export function isServersOwn(status: number): boolean {
	return status >= 500;
}

const HTTP_DATE = /^[A-Za-z]{3,9},? /;

/**
 * How long the venue asks to wait, in milliseconds, from seconds or an HTTP date. A date is
 * compared with the venue's own clock if the response has a Date. Capped at the venue's longest
 * cooldown; undefined without a usable header.
 */
export function readRetryAfter(headers: Record<string, unknown>): number | undefined {
	const text = headerText(headers['retry-after']);
	if (text === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) return capped(Math.ceil(Number(text) * 1000));

	const date = dateIn(text);
	const venueNow = dateIn(headerText(headers.date) ?? '') ?? Date.now();
	return date === undefined ? undefined : capped(date - venueNow);
}

function headerText(header: unknown): string | undefined {
	const value: unknown = Array.isArray(header) ? header[0] : header;
	const text = typeof value === 'number' ? String(value) : value;
	return typeof text === 'string' ? text.trim() : undefined;
}

function dateIn(text: string): number | undefined {
	const date = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : date;
}

function capped(ms: number): number {
	return Math.min(Math.max(ms, 0), LONGEST_COOLDOWN_MS);
}
