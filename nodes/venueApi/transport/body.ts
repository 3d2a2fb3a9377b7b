import { ListReader } from '../shapes/listReader';

/** A list that may be long, and how much of it is wanted. */
export interface LongList {
	atMost: number;
	/** What the list may be called in an answer, beside the usual names. */
	name: string;
}

interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(reason?: Error): void;
}

/** The body of a list, as far as it is wanted: then the venue need not send the rest. */
export async function readListBody(
	body: unknown,
	{ atMost, name }: LongList,
	timeoutMs: number,
): Promise<unknown> {
	if (!isStream(body)) return body;
	const reader = new ListReader(atMost, name);
	for await (const text of textOf(body, timeoutMs)) {
		// Leaving the loop closes the connection.
		if (reader.add(text)) break;
	}
	return reader.result();
}

/** Any other body, whole. */
export async function readTextBody(body: unknown, timeoutMs: number): Promise<unknown> {
	if (!isStream(body)) return body;
	const texts: string[] = [];
	for await (const text of textOf(body, timeoutMs)) texts.push(text);
	return texts.join('');
}

async function* textOf(body: BodyStream, timeoutMs: number): AsyncGenerator<string> {
	// The timeout of a request ends where its body begins.
	const isOver = AbortSignal.timeout(timeoutMs);
	isOver.addEventListener('abort', () => body.destroy(new TooSlow()));
	const decoder = new TextDecoder();
	for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
}

/** The body that n8n left on what it threw. One that was not read is no loss, and is let go. */
export function readyBody(body: unknown): unknown {
	if (!isStream(body)) return body;
	body.destroy();
	return undefined;
}

class TooSlow extends Error {
	readonly code = 'ECONNABORTED';
}

function isStream(body: unknown): body is BodyStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
