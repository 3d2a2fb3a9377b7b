import * as workflow from 'n8n-workflow';

/** Ends when the time is over or the execution is canceled, whichever comes first. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	await within(ms, async () => await new Promise<never>(() => {}), signal);
}

/**
 * The result of the work, or undefined as soon as the time is over or the execution is canceled. Then,
 * and when the work is done, its signal is aborted.
 */
export async function within<T>(
	ms: number,
	work: (ended: AbortSignal) => Promise<T>,
	signal?: AbortSignal,
): Promise<T | undefined> {
	// In n8n 1 and 2.0, `sleepWithAbort` never stops listening to the signal that it is given.
	const end = new AbortController();
	const overAfter = async () => await sleep(ms, end.signal).then(() => undefined);
	const inTime = async () => await Promise.race([work(end.signal), overAfter()]);
	try {
		return await untilCanceled(inTime, signal);
	} finally {
		end.abort();
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

/** Aborted as soon as one of these is. */
export function anyOf(...signals: Array<AbortSignal | undefined>): AbortSignal {
	return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** In n8n 1 and 2.0, only `sleepWithAbort` ends its timer when it is canceled. */
async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	const cancelable = 'sleepWithAbort' in workflow ? workflow.sleepWithAbort : workflow.sleep;
	await (cancelable as typeof workflow.sleep)(ms, signal);
}
