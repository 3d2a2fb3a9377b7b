import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { jsonParse } from 'n8n-workflow';

const LARGEST_BODY = 16 * 1024 * 1024;

/** An answer that n8n sends itself, before or instead of the node. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly hint?: string,
	) {
		super(message);
	}
}

/** The parts of an Express request that n8n adds or that trigger nodes use. */
export interface WebhookRequest extends IncomingMessage {
	headers: IncomingHttpHeaders;
	originalUrl: string;
	path: string;
	query: Record<string, string>;
	params: Record<string, string>;
	contentType?: string;
	encoding: BufferEncoding;
	body: unknown;
	/** Before it is called there is no `rawBody`, whatever n8n's types say. */
	readRawBody: () => Promise<void>;
	get: (header: string) => string | string[] | undefined;
	header: (header: string) => string | string[] | undefined;
}

export interface WebhookResponse extends ServerResponse {
	locals: Record<string, unknown>;
	status: (code: number) => WebhookResponse;
	set: (header: string, value: string) => WebhookResponse;
	type: (contentType: string) => WebhookResponse;
	json: (body: unknown) => WebhookResponse;
	send: (body?: unknown) => WebhookResponse;
	sendStatus: (code: number) => WebhookResponse;
}

export function asExpressRequest(request: IncomingMessage): WebhookRequest {
	const originalUrl = request.url ?? '/';
	const url = new URL(originalUrl, 'http://localhost');
	const [contentType, ...parameters] = (request.headers['content-type'] ?? '').split(';');
	const charset = parameters.map((parameter) => /charset="?([^"]+)/i.exec(parameter)?.[1]);
	const header = (name: string) => request.headers[name.toLowerCase()];
	const asExpress: WebhookRequest = Object.assign(request, {
		originalUrl,
		path: url.pathname,
		query: Object.fromEntries(url.searchParams),
		params: {},
		contentType: contentType.trim().toLowerCase() || undefined,
		encoding: (charset.find(Boolean)?.toLowerCase() ?? 'utf-8') as BufferEncoding,
		body: {},
		readRawBody: async () => {
			asExpress.rawBody ??= await bytesOf(request);
		},
		get: header,
		header,
	});
	return asExpress;
}

export function asExpressResponse(plain: ServerResponse): WebhookResponse {
	const response = Object.assign(plain, {
		locals: {},
		status: (code: number) => {
			response.statusCode = code;
			return response;
		},
		set: (header: string, value: string) => {
			response.setHeader(header, value);
			return response;
		},
		type: (contentType: string) => response.set('content-type', contentType),
		json: (body: unknown) => {
			if (!response.hasHeader('content-type')) response.type('application/json; charset=utf-8');
			response.end(JSON.stringify(body));
			return response;
		},
		send: (body?: unknown) => {
			if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body)) {
				return response.json(body);
			}
			if (!response.hasHeader('content-type')) response.type('text/html; charset=utf-8');
			response.end(body);
			return response;
		},
		sendStatus: (code: number) => response.status(code).send(String(code)),
	}) as WebhookResponse;
	return response;
}

const PARSABLE = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];

/**
 * Keeps the raw bytes, and parses only JSON, text and forms. For a node of a version later than 1,
 * other bodies are not even read.
 */
export async function readBody(request: WebhookRequest, nodeVersion: number): Promise<void> {
	const isParsable = PARSABLE.some((type) => request.contentType?.startsWith(type));
	if (nodeVersion > 1 && !isParsable) return;
	await request.readRawBody();
	const { rawBody } = request;
	if (rawBody.length === 0) return;
	const text = () => rawBody.toString(request.encoding);
	try {
		if (request.contentType === 'application/json') {
			request.body = jsonParse(text().replace(/^\uFEFF/, ''));
		} else if (request.contentType === 'application/x-www-form-urlencoded') {
			request.body = Object.fromEntries(new URLSearchParams(text()));
		} else if (request.contentType === 'text/plain') {
			request.body = text();
		}
	} catch (error) {
		throw new Refusal(422, 'Failed to parse request body', (error as Error).message);
	}
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
	return await new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		request.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size <= LARGEST_BODY) chunks.push(chunk);
		});
		request.on('end', () => {
			if (size > LARGEST_BODY) reject(new Error('request entity too large'));
			else resolve(Buffer.concat(chunks));
		});
		request.on('error', reject);
	});
}
