import { wait } from '../retry/wait';
import { STALLED, TOO_LARGE } from '../shapes/fault';
import { ListReader } from '../shapes/listReader';

/** A list that may be long, and how much of it is wanted. */
export interface LongList {
	atMost: number;
	/** What the list may be called in an answer, beside the usual names. */
	name: string;
}

/** Far more than any venue has to say, and little enough for n8n to hold. */
const LARGEST_LIST = 256 * 2 ** 20;
const LARGEST_TEXT = 128 * 2 ** 20;

/** More of a refusal, or of a token, nobody reads. */
const LARGEST_BEGINNING = 64 * 2 ** 10;

/** How long a body may take: any time as long as it comes, but not in silence. */
export interface BodyPatience {
	silenceMs: number;
	/** By the processor's own clock, since one that is set forward must not end a list. */
	endsAt: number;
	signal?: AbortSignal;
	/** Closes the connection under a body that is not wanted any more, or does not come. */
	hangUp?: () => void;
}

interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/** The body of a list, as far as it is wanted: then the venue need not send the rest. */
export async function readListBody(
	body: unknown,
	{ atMost, name }: LongList,
	patience: BodyPatience,
): Promise<unknown> {
	if (!isStream(body)) return body;
	const reader = new ListReader(atMost, name);
	for await (const text of textOf(body, patience, LARGEST_LIST)) {
		// Leaving the loop closes the connection.
		if (reader.add(text)) break;
	}
	return reader.result();
}

/** Any other body, whole. */
export async function readTextBody(
	body: unknown,
	patience: BodyPatience,
	mostBytes = LARGEST_TEXT,
): Promise<unknown> {
	if (!isStream(body)) return body;
	const texts: string[] = [];
	for await (const text of textOf(body, patience, mostBytes)) texts.push(text);
	return texts.join('');
}

/** As much of a body as anybody reads: the rest need not come. */
export async function readBeginning(body: unknown, patience: BodyPatience): Promise<unknown> {
	if (!isStream(body)) return body;
	let beginning = '';
	for await (const text of textOf(body, patience, Infinity)) {
		beginning += text;
		if (beginning.length > LARGEST_BEGINNING) break;
	}
	return beginning;
}

async function* textOf(
	body: BodyStream,
	patience: BodyPatience,
	mostBytes: number,
): AsyncGenerator<string> {
	const chunks = body[Symbol.asyncIterator]();
	const decoder = new TextDecoder();
	let bytes = 0;
	let isWhole = false;
	try {
		for (;;) {
			const chunk = await nextOf(chunks, patience);
			if (chunk === undefined) throw new Unread(STALLED);
			isWhole = chunk.done === true;
			if (chunk.done) return;
			bytes += chunk.value.length;
			if (bytes > mostBytes) throw new Unread(TOO_LARGE);
			yield decoder.decode(chunk.value, { stream: true });
		}
	} finally {
		// What n8n hands over is a stream around the connection's, which a pending read keeps open.
		if (!isWhole) patience.hangUp?.();
		body.destroy();
	}
}

/** Undefined when nothing comes. Destroying the stream would not end a read that is under way. */
async function nextOf(
	chunks: AsyncIterator<Uint8Array>,
	{ silenceMs, endsAt, signal }: BodyPatience,
): Promise<IteratorResult<Uint8Array> | undefined> {
	// A body that never lets the timers run must end as well.
	if (performance.now() >= endsAt || signal?.aborted) return undefined;
	const settled = new AbortController();
	const settle = () => settled.abort();
	signal?.addEventListener('abort', settle, { once: true });
	const waitMs = Math.min(silenceMs, endsAt - performance.now());
	try {
		return await Promise.race([chunks.next(), silence(waitMs, settled.signal)]);
	} finally {
		settle();
		signal?.removeEventListener('abort', settle);
	}
}

async function silence(ms: number, settled: AbortSignal): Promise<undefined> {
	await wait(ms, settled);
}

/** The body that n8n left on what it threw. One that was not read is no loss, and is let go. */
export function readyBody(body: unknown): unknown {
	if (!isStream(body)) return body;
	body.destroy();
	return undefined;
}

class Unread extends Error {
	constructor(readonly code: string) {
		super(code);
	}
}

function isStream(body: unknown): body is BodyStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
