import * as workflow from 'n8n-workflow';

/** Ends when the time is over or the execution is canceled, whichever comes first. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	// In n8n 1 and 2.0, `sleepWithAbort` never stops listening to the signal that it is given.
	const ended = new AbortController();
	try {
		await untilCanceled(async () => await sleep(ms, ended.signal), signal);
	} finally {
		ended.abort();
	}
}

/** The result of the work, or undefined as soon as the execution is canceled. */
export async function untilCanceled<T>(
	work: () => Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T | undefined> {
	if (signal === undefined) return await work();
	if (signal.aborted) return undefined;

	let stop = () => {};
	const canceled = new Promise<undefined>((resolve) => {
		stop = () => resolve(undefined);
	});
	signal.addEventListener('abort', stop, { once: true });
	try {
		return await Promise.race([canceled, work()]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/** In n8n 1 and 2.0, only `sleepWithAbort` ends its timer when it is canceled. */
async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	const cancelable = 'sleepWithAbort' in workflow ? workflow.sleepWithAbort : workflow.sleep;
	await (cancelable as typeof workflow.sleep)(ms, signal);
}

interface Waiter {
	/** A call that is sent again keeps its place. */
	queuedAt: number;
	/** A user or n8n is waiting: the call goes before the others and is not sent after this time. */
	deadline?: number;
	signal?: AbortSignal;
}

export interface WaitingCall<Options, Result> {
	readonly options: Options;
	readonly isWaiting: boolean;
	end(result: Result): void;
}

/** The calls that wait: those that a user waits for first, then in the order in which they came. */
export class Queue<Options extends Waiter, Result> {
	private readonly calls: Array<WaitingCall<Options, Result>> = [];

	/** Resolves to what `end` is given, or to `ifCanceled` as soon as the execution is canceled. */
	async add(options: Options, ifCanceled: Result): Promise<Result> {
		return await new Promise((resolve) => {
			const cancel = () => call.end(ifCanceled);
			const call = {
				options,
				isWaiting: true,
				end: (result: Result) => {
					if (!call.isWaiting) return;
					call.isWaiting = false;
					this.calls.splice(this.calls.indexOf(call), 1);
					options.signal?.removeEventListener('abort', cancel);
					resolve(result);
				},
			};
			options.signal?.addEventListener('abort', cancel, { once: true });
			const behind = this.calls.findIndex((other) => isServedBefore(options, other.options));
			this.calls.splice(behind < 0 ? this.calls.length : behind, 0, call);
		});
	}

	first(): WaitingCall<Options, Result> | undefined {
		return this.calls[0];
	}

	all(): Array<WaitingCall<Options, Result>> {
		return [...this.calls];
	}

	/** When the first deadline is over. */
	nextDeadline(): number {
		return Math.min(...this.calls.map(({ options }) => (options.deadline ?? Infinity) + 1));
	}
}

function isServedBefore(one: Waiter, other: Waiter): boolean {
	const isUrgent = one.deadline !== undefined;
	const isSame = isUrgent === (other.deadline !== undefined);
	return isSame ? one.queuedAt < other.queuedAt : isUrgent;
}
