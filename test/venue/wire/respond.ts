import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './answer';
import type { Fault, FaultOf } from './faults';

/** Faults that spoil an answer which the service has already worked out. */
export function corrupt(answer: Answer, faults: readonly Fault[]): Answer {
	return faults.reduce(corruptBy, answer);
}

function corruptBy(answer: Answer, fault: Fault): Answer {
	switch (fault.kind) {
		case 'emptyBody':
			return { ...answer, body: '' };
		case 'endless':
			return { ...answer, body: endless(fault) };
		case 'truncatedJson':
			return { ...answer, body: half(wholeBody(answer)) };
		case 'wrongContentType':
			return {
				...answer,
				headers: { ...answer.headers, 'content-type': fault.contentType ?? 'text/html' },
			};
		default:
			return answer;
	}
}

function* endless({ begins = '', goesOn }: FaultOf<'endless'>): Generator<string> {
	yield begins;
	for (;;) yield goesOn;
}

export async function send(response: ServerResponse, answer: Answer): Promise<void> {
	const { status, headers, body } = answer;
	if (typeof body === 'string') {
		response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
		response.end(body);
		return;
	}
	response.writeHead(status, headers);
	// A client that leaves early is no concern of the service.
	await pipeline(body, response).catch(() => response.destroy());
}

export function wholeBody({ body }: Answer): string {
	return typeof body === 'string' ? body : [...body].join('');
}

const half = (text: string) => text.slice(0, Math.ceil(text.length / 2));
