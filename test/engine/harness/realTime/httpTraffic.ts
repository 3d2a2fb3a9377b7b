import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/** The HTTP requests of this process that are under way, and whether they make progress. */
export class HttpTraffic {
	private readonly requests = new Set<ClientRequest>();

	private steps = 0;

	constructor() {
		subscribe('http.client.request.start', this.onStart);
	}

	stopWatching(): void {
		unsubscribe('http.client.request.start', this.onStart);
	}

	get isUnderWay(): boolean {
		return this.requests.size > 0;
	}

	/** Changes with each request that begins or ends, and with each byte in between. */
	progress(): number {
		let moved = this.steps;
		for (const { socket } of this.requests) {
			moved += (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0);
		}
		return moved;
	}

	private readonly onStart = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		this.steps++;
		this.requests.add(request);
		request.once('close', () => {
			this.steps++;
			this.requests.delete(request);
		});
	};
}
