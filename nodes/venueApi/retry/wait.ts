import { sleep } from 'n8n-workflow';

/** The execution was cancelled while it waited. */
export class WaitCancelled extends Error {}

/** Sleeps until the time is over or the execution is cancelled, whichever comes first. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	await untilCancelled(async () => await sleep(ms, signal), signal);
}

/** The result of the work, or a rejection as soon as the execution is cancelled. */
export async function untilCancelled<T>(
	work: () => Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T> {
	if (signal === undefined) return await work();
	if (signal.aborted) throw new WaitCancelled();

	let stop = () => {};
	const cancelled = new Promise<never>((_, reject) => {
		stop = () => reject(new WaitCancelled());
	});
	signal.addEventListener('abort', stop, { once: true });
	try {
		return await Promise.race([cancelled, work()]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
