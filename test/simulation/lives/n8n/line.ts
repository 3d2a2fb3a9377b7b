import { EventEmitter } from 'node:events';

/** What became of a delivery, as the venue sees it. */
export type Result = number | 'refused' | 'reset' | 'timed out';

interface Watcher {
	/** n8n or the node has written its answer. */
	answered(status: number, body: unknown): void;
	/** The line is closed: with this result for the sender. */
	ended(result: Result): void;
	/** Later, in the process that answers. */
	later(ms: number, ring: () => void): void;
}

/** The line to a sender: the parts of Node's response that n8n and the trigger use. */
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
		// Where nobody listens any more, Node tells of the end by no event.
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

	/** The process is gone, and nobody is left to hear of it. */
	cut(): void {
		this.removeAllListeners();
		this.close('reset');
	}
}
