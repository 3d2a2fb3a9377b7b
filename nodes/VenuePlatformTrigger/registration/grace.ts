import { wait } from '../../venueApi/retry/wait';

/** n8n takes less than a second from one version of a workflow to the next, and at most 8 between two attempts. */
export const GRACE_MS = 10_000;

/** What is going to be done for an address unless a version of the workflow listens there by then. */
const pending = new Map<string, symbol>();

/** Does the work when the grace is over, unless it is called off or begins anew. */
export async function afterGrace(url: string, work: () => Promise<void>): Promise<void> {
	const own = Symbol(url);
	pending.set(url, own);
	await wait(GRACE_MS);
	if (pending.get(url) !== own) return;
	pending.delete(url);
	await work();
}

export function endGrace(url: string): void {
	pending.delete(url);
}
