interface Waiter {
	isUrgent?: boolean;
	notAfter: number;
	signal?: AbortSignal;
}

export interface WaitingCall<Options, Result> {
	readonly options: Options;
	readonly isWaiting: boolean;
	end(result: Result): void;
}

/** The line of calls that wait: the urgent ones first, otherwise in the order in which they came. */
export class Waiting<Options extends Waiter, Result> {
	private readonly calls: Array<WaitingCall<Options, Result>> = [];
	private alarm = new AbortController();

	/** Ends with what the call is told, or with this when the execution is canceled. */
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
			const behind = options.isUrgent
				? this.calls.findIndex((other) => !other.options.isUrgent)
				: -1;
			this.calls.splice(behind < 0 ? this.calls.length : behind, 0, call);
		});
	}

	first(): WaitingCall<Options, Result> | undefined {
		return this.calls[0];
	}

	all(): Array<WaitingCall<Options, Result>> {
		return [...this.calls];
	}

	/** After how long the first of those whom somebody waits for is to be told. */
	patienceMs(now: number): number {
		const urgent = this.calls.filter(({ options }) => options.isUrgent);
		return Math.min(...urgent.map(({ options }) => options.notAfter - now + 1));
	}

	/** Something has changed that the first one may have waited for. */
	wake(): void {
		this.alarm.abort();
	}

	async untilWoken(sleep: (signal: AbortSignal) => Promise<void>): Promise<void> {
		this.alarm = new AbortController();
		await sleep(this.alarm.signal);
	}
}
