import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './answer';
import type { Fault } from './faults';

/** Faults that corrupt an answer which the service has already worked out. */
export function corrupt(answer: Answer, fault: Fault | undefined): Answer {
	switch (fault?.kind) {
		case 'emptyBody':
			return { ...answer, body: '' };
		case 'truncatedJson':
			return { ...answer, body: half(whole(answer.body)) };
		case 'wrongContentType':
			return {
				...answer,
				headers: { ...answer.headers, 'content-type': fault.contentType ?? 'text/html' },
			};
		default:
			return answer;
	}
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

/** Promises the whole body, sends half of it and cuts the connection. */
export function sendTruncated(response: ServerResponse, answer: Answer): void {
	const body = whole(answer.body);
	response.writeHead(answer.status, {
		...answer.headers,
		'content-length': Buffer.byteLength(body) + 1,
	});
	response.write(half(body), () => response.destroy());
}

const whole = (body: Answer['body']) => (typeof body === 'string' ? body : [...body].join(''));

const half = (text: string) => text.slice(0, Math.ceil(text.length / 2));
