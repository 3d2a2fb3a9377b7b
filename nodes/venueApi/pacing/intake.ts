import { wait } from './waiting';

const MEGABYTE = 2 ** 20;

/**
 * What the answers of one execution or poll may take of n8n's memory in all, by estimate: what one
 * of n8n's processes with a heap of 1 GB survives.
 */
export const LARGEST_INTAKE = 640 * MEGABYTE;

/** From here on all executions of this process have to wait for the largest of them. */
const CROWDED = 512 * MEGABYTE;

/** So much does not have to wait for anything. */
const SMALL = 2 * MEGABYTE;

const LONGEST_WAIT_MS = 30_000;

export type Verdict = 'taken' | 'tooLarge' | 'crowded';

/** Those that read something, or hold what they have read. */
const underWay = new Set<Intake>();
const waiting = new Set<() => void>();

/**
 * The memory for the answers of one execution or poll. Ten hostile answers at the same time must not
 * do together what one may not. The largest never waits, so that they cannot wait for each other.
 */
export class Intake {
	private taken = 0;
	private users = 0;

	/** Counts what is taken until the work is done, in which it lies in n8n's memory. */
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

	/** More of an answer has been read. Waits where others have to be done first. */
	async take(cost: number, endsAt: number, signal?: AbortSignal): Promise<Verdict> {
		this.taken += cost;
		if (this.taken > LARGEST_INTAKE) return 'tooLarge';
		if (!this.hasToWait()) return 'taken';
		const giveUpAt = Math.min(performance.now() + LONGEST_WAIT_MS, endsAt);
		while (this.hasToWait()) {
			const leftMs = giveUpAt - performance.now();
			if (leftMs <= 0 || signal?.aborted) return 'crowded';
			await untilTry(leftMs, signal);
		}
		return 'taken';
	}

	/** What was read is not kept. */
	giveBack(cost: number): void {
		this.taken -= cost;
		letTry();
	}

	private hasToWait(): boolean {
		if (this.taken <= SMALL) return false;
		let all = 0;
		let largest: Intake | undefined;
		for (const intake of underWay) {
			all += intake.taken;
			if (largest === undefined || intake.taken > largest.taken) largest = intake;
		}
		return all > CROWDED && largest !== this;
	}
}

async function untilTry(ms: number, signal?: AbortSignal): Promise<void> {
	const woken = new AbortController();
	const wake = () => woken.abort();
	waiting.add(wake);
	signal?.addEventListener('abort', wake, { once: true });
	try {
		await wait(ms, woken.signal);
	} finally {
		waiting.delete(wake);
		signal?.removeEventListener('abort', wake);
	}
}

function letTry(): void {
	for (const wake of waiting) wake();
}
