import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock';
import { splitTarget } from '../endpoints/request';
import { LoopbackServer } from './server';

/** Where a venue puts the files of its exports. */
export interface FileShelf {
	/** Resolves to the address from which the file can be fetched until then. */
	put(path: string, text: string, until: number): Promise<string>;
}

interface StoredFile {
	text: string;
	until: number;
	signature: string;
}

/** A request to the file host, with everything that came along. */
export interface FileRequest {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly status: number;
}

/**
 * The file store beside the service, at an address of its own. The signature in an address is the
 * only key to a file: like the usual stores, it refuses a request that has another one as well.
 */
export class FileHost implements FileShelf {
	readonly #clock: Clock;
	readonly #files = new Map<string, StoredFile>();
	readonly #server = new LoopbackServer(async (message, response) => {
		await Promise.resolve();
		this.#answer(message, response);
	});
	#opening: Promise<string> | undefined;
	/** In the order of arrival. */
	readonly requests: FileRequest[] = [];

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	async put(path: string, text: string, until: number): Promise<string> {
		this.#opening ??= this.#server.listen(0);
		const origin = await this.#opening;
		// An event that comes twice names the same file, and both addresses work.
		const signature = this.#files.get(path)?.signature ?? randomBytes(16).toString('hex');
		this.#files.set(path, { text, until, signature });
		const expires = Math.floor((until - this.#clock.now()) / 1000);
		return `${origin}${path}?X-Expires=${expires}&X-Signature=${signature}`;
	}

	async close(): Promise<void> {
		if (this.#opening) await this.#server.close();
	}

	#answer({ method = 'GET', url = '/', headers }: IncomingMessage, response: ServerResponse): void {
		const { path, query } = splitTarget(url);
		const file = this.#files.get(path);
		const status = this.#statusFor(method, headers, file, query.get('X-Signature'));
		this.requests.push({ method, path, headers, status });
		if (file && status === 200) {
			response.writeHead(200, { 'content-type': 'application/json' }).end(file.text);
			return;
		}
		const isExpired = file !== undefined && this.#clock.now() >= file.until;
		const words = isExpired ? 'Request has expired' : 'Access denied';
		const body = `<?xml version="1.0"?><Error><Message>${words}</Message></Error>`;
		response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
	}

	#statusFor(
		method: string,
		headers: IncomingHttpHeaders,
		file: StoredFile | undefined,
		signature: string | null,
	): number {
		if (headers.authorization !== undefined) return 400;
		if (method !== 'GET' || !file || signature !== file.signature) return 403;
		return this.#clock.now() < file.until ? 200 : 403;
	}
}
