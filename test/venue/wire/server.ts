import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { inspect } from 'node:util';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const KEEP_ALIVE_MS = 60_000;

/** An HTTP server on the loopback interface that leaves nothing behind when it is closed. */
export class LoopbackServer {
	readonly #server: Server;
	readonly #sockets = new Set<Socket>();

	constructor(listener: RequestListener) {
		this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
			listener(request, response).catch((reason: unknown) => answerWithStack(response, reason));
		});
		this.#server.on('connection', (socket) => {
			this.#sockets.add(socket);
			socket.once('close', () => this.#sockets.delete(socket));
		});
	}

	listen(port: number): Promise<string> {
		return new Promise((resolve, reject) => {
			this.#server.once('error', reject);
			this.#server.listen(port, '127.0.0.1', () => {
				this.#server.off('error', reject);
				resolve(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
			});
		});
	}

	close(): Promise<void> {
		return new Promise((resolve) => {
			this.#server.close(() => resolve());
			for (const socket of this.#sockets) socket.destroy();
		});
	}
}

/** A bug of the simulation is visible at once, instead of leaving the client waiting. */
function answerWithStack(response: ServerResponse, reason: unknown): void {
	if (response.headersSent) response.destroy();
	else response.writeHead(500, { 'content-type': 'text/plain' }).end(inspect(reason));
}
