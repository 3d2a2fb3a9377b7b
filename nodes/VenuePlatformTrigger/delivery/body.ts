import { isRecord } from '../../venueApi/shapes/records';

interface ReceivedRequest {
	body?: unknown;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/**
 * n8n parses a body where the content type says JSON, and leaves one that it does not know unread.
 * The document promises no type.
 */
export async function readBody(request: ReceivedRequest): Promise<unknown> {
	const { body } = request;
	const isParsed = isRecord(body) ? Object.keys(body).length > 0 : Array.isArray(body);
	if (isParsed) return body;
	try {
		if (!request.rawBody) await request.readRawBody?.();
		const { rawBody } = request;
		return rawBody?.length ? (JSON.parse(rawBody.toString('utf8')) as unknown) : body;
	} catch {
		return undefined;
	}
}
