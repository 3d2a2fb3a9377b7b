const FIRST_BACKOFF_MS = 1_500;
const LONGEST_BACKOFF_MS = 30_000;

/** How often a call is repeated when the venue gave no time: an outage must not be amplified. */
export const MAX_BLIND_RETRIES = 4;

/**
 * Our own timing: exponential with equal jitter. The random half keeps waiting executions from
 * returning as one, the other half makes the repeats outlast a gateway that restarts in ten seconds.
 */
export function backoff(retry: number, random: () => number = Math.random): number {
	const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retry);
	return (longest * (1 + random())) / 2;
}
