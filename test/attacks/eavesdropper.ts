import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import type { Duplex } from 'node:stream';

import { selfSigned } from './certificate';

/** A proxy that reads what passes unencrypted, and what is encrypted for itself. */
export class Eavesdropper {
	readonly heard: IncomingHttpHeaders[] = [];

	private readonly sockets = new Set<Duplex>();

	private constructor(
		private readonly proxy: Server,
		private readonly venue: Server,
	) {}

	static async open(): Promise<Eavesdropper> {
		const take = ({ headers }: IncomingMessage) => void own.heard.push(headers);
		const proxy = createServer((request, response) => {
			take(request);
			response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
		});
		// Pretends to be the venue, with an untrusted certificate.
		const venue = createSecureServer(selfSigned(), (request, response) => {
			take(request);
			response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
		});
		const own = new Eavesdropper(proxy, venue);
		for (const server of [proxy, venue]) {
			server.on('connection', (socket: Duplex) => own.sockets.add(socket));
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		}
		proxy.on('connect', (_request, socket: Duplex) => {
			const line = connect((venue.address() as AddressInfo).port, '127.0.0.1', () => {
				socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
				socket.pipe(line).pipe(socket);
			});
			for (const end of [line, socket]) end.on('error', () => socket.destroy());
		});
		return own;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		for (const server of [this.proxy, this.venue]) {
			await new Promise((resolve) => server.close(resolve));
		}
	}
}
