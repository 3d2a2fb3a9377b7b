import { EventEmitter } from 'node:events';

/** The outcome of a delivery, as the venue sees it. */
export type Result = number | 'refused' | 'reset' | 'timed out';

interface Watcher {
	/** n8n or the node has written its response. */
	answered(status: number, body: unknown): void;
	/** The connection is closed, with this result for the sender. */
	ended(result: Result): void;
	/** Runs something later, in the process that responds. */
	later(ms: number, ring: () => void): void;
}

/** The connection to a sender: the parts of Node's response that n8n and the trigger use. */
export class Line extends EventEmitter {
	statusCode = 200;
	headersSent = false;
	writableEnded = false;
	closed = false;

	constructor(private readonly watcher: Watcher) {
		super();
	}

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	json(body: unknown): this {
		if (this.writableEnded) return this;
		this.writableEnded = true;
		this.headersSent = true;
		this.watcher.answered(this.statusCode, body);
		// If the connection is closed, Node emits no event for the end of the response.
		this.watcher.later(1, () => {
			if (this.closed) return;
			this.emit('finish');
			this.close(this.statusCode);
		});
		return this;
	}

	close(result: Result): void {
		if (this.closed) return;
		this.closed = true;
		this.watcher.ended(result);
		this.emit('close');
	}

	/** The process is gone, so its listeners are not called. */
	cut(): void {
		this.removeAllListeners();
		this.close('reset');
	}
}
