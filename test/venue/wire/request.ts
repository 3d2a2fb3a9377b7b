import type { IncomingMessage } from 'node:http';
import { parseJson, type Json } from '../json';

const LARGEST_BODY_BYTES = 16 * 1024 * 1024;

export interface ApiRequest {
	readonly method: string;
	/** As it stood in the request line, still encoded, below the base path. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingMessage['headers'];
	readonly ip: string;
	readonly text: string;
	/** What the text says if it is JSON and was declared as JSON. */
	readonly json: Json | undefined;
}

export function splitTarget(target: string): { path: string; query: URLSearchParams } {
	const mark = target.indexOf('?');
	if (mark === -1) return { path: target, query: new URLSearchParams() };
	return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

export async function readText(message: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of message as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > LARGEST_BODY_BYTES) throw new RangeError('The request body is too large');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

export function declaredJson(message: IncomingMessage, text: string): Json | undefined {
	const [mediaType] = (message.headers['content-type'] ?? '').split(';');
	return mediaType.trim().toLowerCase() === 'application/json' ? parseJson(text) : undefined;
}
