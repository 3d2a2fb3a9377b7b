/** A request as it arrives at a venue. */
export interface Request {
	method: string;
	path: string;
	query: URLSearchParams;
	token?: string;
	body: Record<string, unknown>;
}

export type Answer = { breaksOff: string } | Response;

export interface Response {
	status: number;
	headers: Record<string, string>;
	body: string;
	/** Until it begins, and until all of it is there. */
	afterMs: number;
	bodyMs: number;
	/** The venue says that it has more. */
	isPart?: boolean;
}

export function answerOf(
	status: number,
	body = '',
	headers: Record<string, string> = {},
): Response {
	return { status, headers, body, afterMs: 0, bodyMs: 0 };
}

export function json(content: unknown, status = 200): Response {
	return answerOf(status, JSON.stringify(content), { 'content-type': 'application/json' });
}

export const tooManyRequests = (seconds: number) =>
	answerOf(429, 'Too many requests', { 'retry-after': String(seconds) });

export const maintenance = (seconds: number) =>
	answerOf(503, 'The venue is down for maintenance', { 'retry-after': String(seconds) });
