import { within } from './waiting';

const MEGABYTE = 2 ** 20;

/**
 * Estimated memory that the responses of one execution or poll may take in total. A process of n8n
 * with a heap of 1 GB survives it.
 */
export const LARGEST_RESPONSE_MEMORY = 640 * MEGABYTE;

/** From here on, all executions of this process wait for the largest of them. */
const CROWDED_BYTES = 512 * MEGABYTE;

/** An execution that takes no more than this never waits. */
const SMALL = 2 * MEGABYTE;

const LONGEST_WAIT_FOR_MEMORY_MS = 30_000;

export type MemoryVerdict = 'taken' | 'tooLarge' | 'crowded';

/** Executions and polls that are reading, or hold what they have read. */
const underWay = new Set<ResponseMemory>();
const waiting = new Set<() => void>();

/**
 * The memory for the responses of one execution or poll. Ten hostile responses together must not
 * take more than one may. The largest never waits, so executions cannot wait for each other.
 */
export class ResponseMemory {
	private taken = 0;
	private users = 0;

	/**
	 * What was read counts until the work is done. So an execution or poll is one work, and not each
	 * of its responses: between two of them it still holds the first.
	 */
	async during<T>(work: () => Promise<T>): Promise<T> {
		this.users++;
		underWay.add(this);
		try {
			return await work();
		} finally {
			if (--this.users === 0) underWay.delete(this);
			letTry();
		}
	}

	/** Counts more of a response. Waits if other executions have to finish first. */
	async take(cost: number, endsAt: number, signal?: AbortSignal): Promise<MemoryVerdict> {
		this.taken += cost;
		if (this.taken > LARGEST_RESPONSE_MEMORY) return 'tooLarge';
		if (!this.hasToWait()) return 'taken';
		const giveUpAt = Math.min(performance.now() + LONGEST_WAIT_FOR_MEMORY_MS, endsAt);
		while (this.hasToWait()) {
			const leftMs = giveUpAt - performance.now();
			if (leftMs <= 0 || signal?.aborted) return 'crowded';
			await untilTry(leftMs, signal);
		}
		return 'taken';
	}

	/** For what was read and is not kept. */
	giveBack(cost: number): void {
		this.taken -= cost;
		letTry();
	}

	private hasToWait(): boolean {
		if (this.taken <= SMALL) return false;
		let all = 0;
		let largest: ResponseMemory | undefined;
		for (const responseMemory of underWay) {
			all += responseMemory.taken;
			if (largest === undefined || responseMemory.taken > largest.taken) largest = responseMemory;
		}
		return all > CROWDED_BYTES && largest !== this;
	}
}

async function untilTry(ms: number, signal?: AbortSignal): Promise<void> {
	let wake = () => {};
	const woken = new Promise<void>((resolve) => (wake = resolve));
	waiting.add(wake);
	try {
		await within(ms, async () => await woken, signal);
	} finally {
		waiting.delete(wake);
	}
}

function letTry(): void {
	for (const wake of waiting) wake();
}
