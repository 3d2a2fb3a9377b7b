import { ListPrefix } from './shapes/listPrefix';

/** The part of a list that is wanted. */
export interface WantedPart {
	atMost: number;
	/** What the list may be called in an answer, beside the usual names. */
	name: string;
}

interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(reason?: Error): void;
}

/** The body of a list as text, as far as it is wanted: then the venue need not send the rest. */
export async function readListBody(
	body: unknown,
	wanted: WantedPart,
	timeoutMs: number,
): Promise<unknown> {
	if (!isStream(body)) return body;
	// The timeout of a request ends where its body begins.
	const isOver = AbortSignal.timeout(timeoutMs);
	isOver.addEventListener('abort', () => body.destroy(new TooSlow()));

	const prefix = new ListPrefix(wanted.atMost, wanted.name);
	const decoder = new TextDecoder();
	for await (const chunk of body) {
		const first = prefix.add(decoder.decode(chunk, { stream: true }));
		// Leaving the loop closes the connection.
		if (first !== undefined) return first;
	}
	return prefix.rest();
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
