import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';

import type { DueTimer } from '../../../venue/timerQueue';
import type { VirtualTime } from '../../core/virtualTime';

/** What arrives at the server. */
export interface Sent {
	method: string;
	host: string;
	/** Includes the query. */
	path: string;
	headers: Record<string, unknown>;
	body: string;
}

/** A connection, as the server sees it. */
export interface Line {
	readonly isClosed: boolean;
	/** Called once when the connection is closed, by either end. */
	whenClosed(listener: () => void): void;
	begin(status: number, headers: Record<string, string>): void;
	send(text: string): void;
	end(): void;
	/** The connection breaks before, during or after the response. */
	breakOff(code: string): void;
}

export interface Network {
	time: VirtualTime;
	connected(sent: Sent, line: Line): void;
}

interface RequestOptions {
	method: string;
	hostname: string;
	path: string;
	headers: Record<string, unknown>;
}

/**
 * Replaces Node.js's `http` under axios. Everything above it is the real thing: axios's timeouts,
 * streams and ways to abort.
 */
export function transportOver(network: () => Network) {
	return {
		request: (options: RequestOptions, answered: (response: Readable) => void) =>
			new OutgoingRequest(options, answered, network()),
	};
}

class OutgoingRequest extends EventEmitter {
	destroyed = false;
	private readonly body: string[] = [];
	private response?: IncomingResponse;
	private closedListeners: Array<() => void> = [];
	private silence?: { ms: number; ring: () => void; timer?: DueTimer };

	constructor(
		private readonly options: RequestOptions,
		private readonly answered: (response: Readable) => void,
		private readonly network: Network,
	) {
		super();
	}

	setTimeout(ms: number, ring: () => void): this {
		this.stopTimer();
		if (ms > 0) this.silence = { ms, ring };
		this.heard();
		return this;
	}

	write(text: string | Buffer): boolean {
		this.body.push(text.toString());
		return true;
	}

	end(text?: string | Buffer): this {
		if (text !== undefined) this.write(text);
		const { method, hostname, path, headers } = this.options;
		this.network.connected(
			{ method, host: hostname, path, headers, body: this.body.join('') },
			this.line(),
		);
		return this;
	}

	destroy(error?: Error): this {
		if (this.destroyed) return this;
		this.close();
		// Breaks off the response for a caller that is still reading it.
		this.response?.breakOff(connectionError('ECONNRESET', 'aborted'));
		if (error && !this.response) this.emit('error', error);
		this.emit('close');
		return this;
	}

	/** The same connection, as the server sees it. */
	private line(): Line {
		const isOpen = () => !this.destroyed;
		return {
			get isClosed() {
				return !isOpen();
			},
			whenClosed: (listener) => this.closedListeners.push(listener),
			begin: (status, headers) => {
				if (!isOpen()) return;
				this.heard();
				this.response = new IncomingResponse(status, headers, () => this.close());
				this.answered(this.response);
			},
			send: (text) => {
				if (!isOpen()) return;
				this.heard();
				this.response?.push(text);
			},
			end: () => {
				if (!isOpen()) return;
				this.response?.finish();
				this.close();
			},
			breakOff: (code) => this.breakOff(code),
		};
	}

	private breakOff(code: string): void {
		if (this.destroyed) return;
		this.close();
		if (this.response) this.response.breakOff(connectionError('ECONNRESET', 'aborted'));
		else this.emit('error', connectionError(code, code === 'ECONNRESET' ? 'socket hang up' : code));
		this.emit('close');
	}

	private close(): void {
		if (this.destroyed) return;
		this.destroyed = true;
		this.stopTimer();
		for (const listener of this.closedListeners.splice(0)) listener();
	}

	private heard(): void {
		this.stopTimer();
		const { silence } = this;
		if (silence) silence.timer = this.network.time.after(silence.ms, silence.ring);
	}

	private stopTimer(): void {
		if (this.silence?.timer) this.network.time.cancel(this.silence.timer);
	}
}

class IncomingResponse extends Readable {
	readonly statusMessage = '';
	private isWhole = false;

	constructor(
		readonly statusCode: number,
		readonly headers: Record<string, string>,
		private readonly whenClosed: () => void,
	) {
		super();
	}

	override _read(): void {}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		this.whenClosed();
		done(error);
	}

	finish(): void {
		this.isWhole = true;
		this.push(null);
	}

	breakOff(error: Error): void {
		if (this.isWhole || this.destroyed) return;
		this.emit('aborted');
		this.destroy(error);
	}
}

function connectionError(code: string, message: string): Error {
	return Object.assign(new Error(message), { code });
}
