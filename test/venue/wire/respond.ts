import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { wholeBody, type Answer } from '../endpoints/answers';
import type { Fault, FaultOf } from './faults';

const PIECE = 64 * 2 ** 10;

/** Faults that change a response that the service has already prepared. */
export function corrupt(answer: Answer, faults: readonly Fault[]): Answer {
	return faults.reduce(corruptBy, answer);
}

function corruptBy(answer: Answer, fault: Fault): Answer {
	switch (fault.kind) {
		case 'endless':
			return { ...answer, body: endless(fault) };
		case 'long':
			return { ...answer, body: long(fault), isCompressed: fault.isCompressed };
		case 'truncatedJson':
			return { ...answer, body: half(wholeBody(answer)) };
		default:
			return answer;
	}
}

function* endless({ begins = '', goesOn }: FaultOf<'endless'>): Generator<string> {
	yield begins;
	for (;;) yield goesOn;
}

/** In pieces that a connection accepts at once. */
function* long({ begins = '', repeats, times, ends = '' }: FaultOf<'long'>): Generator<string> {
	yield begins;
	yield* typeof repeats === 'string' ? alike(repeats, times) : drawn(repeats, times);
	yield ends;
}

function* alike(text: string, times: number): Generator<string> {
	const each = Math.ceil(PIECE / text.length);
	const piece = text.repeat(each);
	for (let left = times; left > 0; left -= each) yield left < each ? text.repeat(left) : piece;
}

function* drawn(textOf: (index: number) => string, times: number): Generator<string> {
	let piece = '';
	for (let index = 0; index < times; index++) {
		piece += textOf(index);
		if (piece.length < PIECE) continue;
		yield piece;
		piece = '';
	}
	yield piece;
}

export async function send(
	response: ServerResponse,
	answer: Answer,
	isHead = false,
): Promise<void> {
	const { status, headers, body, isCompressed } = answer;
	if (typeof body === 'string' || body instanceof Uint8Array) {
		response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
		response.end(body);
		return;
	}
	const encoding = isCompressed ? { 'content-encoding': 'gzip' } : {};
	response.writeHead(status, { ...headers, ...encoding });
	if (isHead) return void response.end();
	// A client that leaves early is not an error of the service.
	const sending = isCompressed ? pipeline(body, createGzip(), response) : pipeline(body, response);
	await sending.catch(() => response.destroy());
}

const half = (text: string) => text.slice(0, Math.ceil(text.length / 2));
