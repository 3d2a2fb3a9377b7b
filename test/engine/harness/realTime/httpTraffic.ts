import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, ServerResponse } from 'node:http';

/** The HTTP requests of this process that are under way, and whether they make progress. */
export class HttpTraffic {
	private readonly requests = new Set<ClientRequest>();

	private readonly responses = new Set<ServerResponse>();

	private steps = 0;

	constructor() {
		subscribe('http.client.request.start', this.onRequest);
		subscribe('http.server.request.start', this.onArrival);
	}

	stopWatching(): void {
		unsubscribe('http.client.request.start', this.onRequest);
		unsubscribe('http.server.request.start', this.onArrival);
	}

	get isUnderWay(): boolean {
		return this.requests.size > 0;
	}

	/** No server of this process has what was sent, or no client has the whole answer. */
	get isOnTheWire(): boolean {
		return this.requests.size > this.responses.size;
	}

	/** Changes with each request that begins, arrives or ends, and with each byte in between. */
	progress(): number {
		let moved = this.steps;
		for (const { socket } of this.requests) {
			moved += (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0);
		}
		return moved;
	}

	private readonly onRequest = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		this.follow(this.requests, request);
	};

	private readonly onArrival = (message: unknown) => {
		const { response } = message as { response: ServerResponse };
		this.follow(this.responses, response);
	};

	private follow<T extends ClientRequest | ServerResponse>(underWay: Set<T>, one: T) {
		this.steps++;
		underWay.add(one);
		one.once('close', () => {
			this.steps++;
			underWay.delete(one);
		});
	}
}
