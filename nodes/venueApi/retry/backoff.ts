const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;

/** How often a call is repeated when the venue gave no time: an outage must not be amplified. */
export const MAX_BLIND_RETRIES = 4;

/** Our own timing: exponential with full jitter, so that waiting executions do not return as one. */
export function backoff(retry: number, random: () => number = Math.random): number {
	return random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retry);
}
