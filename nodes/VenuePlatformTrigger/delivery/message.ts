import type { IDataObject } from 'n8n-workflow';

import { isTooDeep } from '../../venueApi/answers/jsonText';
import { isRecord, spelledAs } from '../../venueApi/records';
import { withNamesForNumbers } from '../../venueApi/resources/events';

/**
 * What the venue delivers: `id`, `sendDate`, `type`, `eventDate`, `eventType` and `data`. Any of
 * them may be missing or have another form, because a genuine message is never refused for it.
 */
export type Message = IDataObject;

const MESSAGE_FIELDS = ['id', 'sendDate', 'type', 'eventDate', 'eventType', 'data'];

export interface ReceivedRequest {
	body?: unknown;
	contentType?: string;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/** Undefined if the body is not a JSON object. */
export async function readMessage(
	request: ReceivedRequest,
	events: readonly string[],
): Promise<Message | undefined> {
	const body = await readMessageBody(request);
	if (!isRecord(body)) return undefined;
	return withoutDeepFields(withNamesForNumbers(spelledAs(MESSAGE_FIELDS, body), events), request);
}

/**
 * n8n parses a body if the content type says JSON, and leaves a body of an unknown type unread. The
 * API document promises no content type.
 */
async function readMessageBody(request: ReceivedRequest): Promise<unknown> {
	const { body, contentType = '' } = request;
	const isParsed = contentType === 'application/json' && isRecord(body);
	if (isParsed && Object.keys(body).length > 0) return body;
	try {
		// n8n has already consumed a form with files, and there is no JSON in it.
		if (!request.rawBody && !contentType.startsWith('multipart/')) await request.readRawBody?.();
		return JSON.parse(bodyText(request).replace(/^\uFEFF/, '')) as unknown;
	} catch {
		return undefined;
	}
}

/** n8n fails to copy what is nested too deeply. Such a field is only in the raw body, as text. */
function withoutDeepFields(message: Message, request: ReceivedRequest): Message {
	const shallow = Object.entries(message).filter(([, value]) => !isTooDeep(value));
	if (shallow.length === Object.keys(message).length) return message;
	return { ...Object.fromEntries(shallow), rawBody: bodyText(request) };
}

function bodyText({ rawBody }: ReceivedRequest): string {
	return rawBody?.toString('utf8') ?? '';
}
