import { sleep } from 'n8n-workflow';

/** The execution was canceled while it waited. */
export class WaitCanceled extends Error {}

/** Sleeps until the time is over or the execution is canceled, whichever comes first. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	await untilCanceled(async () => await sleep(ms, signal), signal);
}

/** The result of the work, or a rejection as soon as the execution is canceled. */
export async function untilCanceled<T>(
	work: () => Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T> {
	if (signal === undefined) return await work();
	if (signal.aborted) throw new WaitCanceled();

	let stop = () => {};
	const canceled = new Promise<never>((_, reject) => {
		stop = () => reject(new WaitCanceled());
	});
	signal.addEventListener('abort', stop, { once: true });
	try {
		return await Promise.race([canceled, work()]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
