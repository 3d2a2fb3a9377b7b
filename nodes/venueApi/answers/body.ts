import type { ResponseMemory, MemoryVerdict } from '../pacing/responseMemory';
import { wait, within } from '../pacing/waiting';
import { type ReadBody, readJsonOrText } from './answer';
import { BodyDecoder } from './bodyDecoder';
import { BROKE_OFF, CROWDED, STALLED, TOO_LARGE } from './fault';
import type { BodyReader } from './bodyReaders';

/** The most that is read of a refusal or a token response. */
const LARGEST_BEGINNING = 64 * 2 ** 10;

const LARGEST_PART = 64 * 2 ** 10;

/** After this much, n8n gets a turn: a million records fit into three megabytes, which arrive at once. */
const COST_IN_A_ROW = 8 * 2 ** 20;

/** How long a body may take: any time while data arrives, but not in silence. */
export interface BodyPatience {
	silenceMs: number;
	/** By the monotonic clock: setting the system clock forward must not end a list. */
	endsAt: number;
	signal?: AbortSignal;
	/** Closes the connection of a body that is no longer wanted or does not arrive. */
	hangUp?: () => void;
}

interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/** Reads a body with `reader`. Stops when a list is long enough, so the venue need not send the rest. */
export async function readBody(
	body: unknown,
	patience: BodyPatience,
	responseMemory: ResponseMemory,
	reader: BodyReader,
): Promise<ReadBody> {
	if (!isStream(body)) return readWhole(body, reader);
	return await responseMemory.during(async () => {
		let taken = 0;
		let pauseAt = COST_IN_A_ROW;
		let isKept = false;
		try {
			for await (const part of partsOf(body, patience)) {
				const isEnough = reader.add(part);
				const cost = reader.cost - taken;
				taken = reader.cost;
				// A negative cost makes room again, for entries of a list that are not kept.
				const verdict = await responseMemory.take(cost, patience.endsAt, patience.signal);
				if (verdict !== 'taken') throw new Unread(CODES[verdict]);
				// Leaving the loop closes the connection.
				if (isEnough) break;
				if (reader.work < pauseAt) continue;
				pauseAt = reader.work + COST_IN_A_ROW;
				await wait(0, patience.signal);
			}
			const read = reader.result();
			isKept = !read.isBroken;
			return read;
		} finally {
			if (!isKept) responseMemory.giveBack(taken);
		}
	});
}

/** n8n has already read this body. */
function readWhole(body: unknown, reader: BodyReader): ReadBody {
	if (typeof body !== 'string' && !(body instanceof Uint8Array)) return readJsonOrText(body);
	reader.add(Buffer.from(body));
	return reader.result();
}

const CODES: Record<Exclude<MemoryVerdict, 'taken'>, string> = {
	tooLarge: TOO_LARGE,
	crowded: CROWDED,
};

/** Reads as much of a body as is used, so the rest need not arrive. */
export async function readBeginning(body: unknown, patience: BodyPatience): Promise<unknown> {
	if (!isStream(body)) return body;
	const decoder = new BodyDecoder();
	let beginning = '';
	for await (const part of partsOf(body, patience)) {
		beginning += decoder.decode(part);
		if (beginning.length > LARGEST_BEGINNING) break;
	}
	return beginning + decoder.end();
}

/**
 * The same of a refusal. What breaks off, cannot be unpacked or trickles in must not hide its status,
 * which says most. The caller closes the connection.
 */
export async function readRefusal(body: unknown, patience: BodyPatience): Promise<unknown> {
	try {
		return await within(patience.silenceMs, async () => await readBeginning(body, patience));
	} catch {
		return undefined;
	}
}

async function* partsOf(body: BodyStream, patience: BodyPatience): AsyncGenerator<Uint8Array> {
	const chunks = body[Symbol.asyncIterator]();
	let isWhole = false;
	try {
		for (;;) {
			const chunk = await nextOf(chunks, patience);
			if (chunk === undefined) throw new Unread(STALLED);
			isWhole = chunk.done === true;
			if (chunk.done) return;
			for (let at = 0; at < chunk.value.length; at += LARGEST_PART) {
				yield chunk.value.subarray(at, at + LARGEST_PART);
			}
		}
	} finally {
		// n8n's stream wraps that of the connection, which a pending read would keep open.
		if (!isWhole) patience.hangUp?.();
		body.destroy();
	}
}

/** Undefined if nothing arrives. Destroying the stream would not end a pending read. */
async function nextOf(
	chunks: AsyncIterator<Uint8Array>,
	{ silenceMs, endsAt, signal }: BodyPatience,
): Promise<IteratorResult<Uint8Array> | undefined> {
	// A body that never lets timers run has to end as well.
	if (performance.now() >= endsAt) return undefined;
	const waitMs = Math.min(silenceMs, endsAt - performance.now());
	const next = async () =>
		await chunks.next().catch(() => {
			throw new Unread(BROKE_OFF);
		});
	return await within(waitMs, next, signal);
}

/** Discards a body, unless n8n has already read it. */
export function discard(body: unknown): unknown {
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
