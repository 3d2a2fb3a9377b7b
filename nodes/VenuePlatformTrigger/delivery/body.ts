import { isRecord } from '../../venueApi/shapes/records';

interface ReceivedRequest {
	body?: unknown;
	rawBody?: Buffer;
}

/** n8n parses a body only where the content type says JSON, and the document promises no type. */
export function bodyOf({ body, rawBody }: ReceivedRequest): unknown {
	const isParsed = isRecord(body) ? Object.keys(body).length > 0 : Array.isArray(body);
	if (isParsed || !rawBody?.length) return body;
	try {
		return JSON.parse(rawBody.toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}
