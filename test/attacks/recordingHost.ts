import {
	createServer,
	request as send,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type RequestListener,
	type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';

import type { Certificate } from './certificate';

interface Received {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
}

interface Options {
	/** Where all other requests are forwarded: the simulated venue behind its gateway. */
	behind?: string;
	certificate?: Certificate;
}

/**
 * A host on loopback that records all requests. It redirects as its address says:
 * `/redirect/302?to=…`. It answers what is below `/files` itself, and forwards everything else.
 */
export class RecordingHost {
	readonly received: Received[] = [];

	private readonly sockets = new Set<Socket>();

	private constructor(
		private readonly server: Server,
		private readonly scheme: string,
	) {
		server.on('connection', (socket) => {
			this.sockets.add(socket);
			socket.once('close', () => this.sockets.delete(socket));
		});
	}

	static async open({ behind, certificate }: Options = {}): Promise<RecordingHost> {
		const listener: RequestListener = (request, response) => host.answer(request, response, behind);
		const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
		const host = new RecordingHost(server, certificate ? 'https' : 'http');
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return host;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	url(name = '127.0.0.1'): string {
		return `${this.scheme}://${name}:${this.port}`;
	}

	/** The address here that redirects there. */
	redirect(status: number, to: string): string {
		return `${this.url()}/redirect/${status}?to=${encodeURIComponent(to)}`;
	}

	/** Whether a request contained one of these. */
	hasSeen(...secrets: string[]): boolean {
		const text = JSON.stringify(this.received);
		return secrets.some((secret) => text.includes(secret));
	}

	get authorized(): Received[] {
		return this.received.filter(({ headers }) => headers.authorization !== undefined);
	}

	forget(): void {
		this.received.length = 0;
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private answer(request: IncomingMessage, response: ServerResponse, behind?: string): void {
		const { method = '', url: path = '', headers } = request;
		this.received.push({ method, path, headers });
		const { pathname, searchParams } = new URL(path, this.url());
		const [, status] = /^\/redirect\/(\d+)$/.exec(pathname) ?? [];
		if (status) {
			response.writeHead(Number(status), { location: searchParams.get('to') ?? '' }).end();
		} else if (pathname.startsWith('/files') || !behind) {
			response.writeHead(200, { 'content-type': 'application/json' });
			const next = searchParams.get('next') ?? undefined;
			response.end(JSON.stringify({ file: pathname, next }));
		} else {
			const ahead = send(`${behind}${path}`, { method, headers }, (answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			});
			ahead.on('error', () => response.destroy());
			request.pipe(ahead);
		}
	}
}
