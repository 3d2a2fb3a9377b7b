export interface DueTimer {
	at: number;
	/** Timers of the same moment ring in the order in which they were set. */
	order: number;
	ring: () => unknown;
	isSet: boolean;
}

/** A heap of timers, with the next one on top. */
export class TimerQueue {
	private readonly heap: DueTimer[] = [];
	private orders = 0;
	private set = 0;

	/** How many timers are still set. */
	get size(): number {
		return this.set;
	}

	get nextAt(): number {
		return this.first()?.at ?? Infinity;
	}

	add(at: number, ring: () => unknown): DueTimer {
		const timer = { at, order: this.orders++, ring, isSet: true };
		this.set++;
		this.heap.push(timer);
		this.rise(this.heap.length - 1);
		return timer;
	}

	cancel(timer: DueTimer): void {
		if (timer.isSet) this.set--;
		timer.isSet = false;
	}

	next(): DueTimer | undefined {
		const next = this.first();
		if (next === undefined) return undefined;
		this.cancel(next);
		this.removeFirst();
		return next;
	}

	private first(): DueTimer | undefined {
		while (this.heap.length > 0 && !this.heap[0].isSet) this.removeFirst();
		return this.heap[0];
	}

	private removeFirst(): void {
		const last = this.heap.pop()!;
		if (this.heap.length === 0) return;
		this.heap[0] = last;
		this.sink();
	}

	private rise(from: number): void {
		let at = from;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if (!isBefore(this.heap[at], this.heap[parent])) return;
			this.swap(at, parent);
			at = parent;
		}
	}

	private sink(): void {
		let at = 0;
		for (;;) {
			const left = 2 * at + 1;
			const right = left + 1;
			let first = at;
			if (left < this.heap.length && isBefore(this.heap[left], this.heap[first])) first = left;
			if (right < this.heap.length && isBefore(this.heap[right], this.heap[first])) first = right;
			if (first === at) return;
			this.swap(at, first);
			at = first;
		}
	}

	private swap(one: number, other: number): void {
		[this.heap[one], this.heap[other]] = [this.heap[other], this.heap[one]];
	}
}

function isBefore(one: DueTimer, other: DueTimer): boolean {
	return one.at === other.at ? one.order < other.order : one.at < other.at;
}
