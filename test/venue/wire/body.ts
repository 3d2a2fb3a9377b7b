import type { IncomingMessage } from 'node:http';

const LARGEST_BODY_BYTES = 16 * 1024 * 1024;

export async function readText(message: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of message as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > LARGEST_BODY_BYTES) throw new RangeError('The request body is too large');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}
