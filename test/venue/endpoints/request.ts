import type { IncomingHttpHeaders } from 'node:http';
import { parseJson, type Json } from '../json';

export interface ApiRequest {
	readonly method: string;
	/** As in the request line, still encoded, without the base path. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingHttpHeaders;
	readonly ip: string;
	readonly text: string;
	/** The parsed text if it is JSON and declared as JSON. */
	readonly json: Json | undefined;
}

export function splitTarget(target: string): { path: string; query: URLSearchParams } {
	const mark = target.indexOf('?');
	if (mark === -1) return { path: target, query: new URLSearchParams() };
	return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

export function declaredJson(headers: IncomingHttpHeaders, text: string): Json | undefined {
	const [mediaType] = (headers['content-type'] ?? '').split(';');
	return mediaType.trim().toLowerCase() === 'application/json' ? parseJson(text) : undefined;
}
