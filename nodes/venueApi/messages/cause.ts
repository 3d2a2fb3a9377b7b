/** n8n's words for why something does not work. Its scheduler reads them to decide when to poll again. */
export type Cause =
	| 'rate-limited'
	| 'temporarily-unavailable'
	| 'credential-invalid'
	| 'configuration-invalid';

/** Otherwise, a user has to do something. */
export function endsByItself(cause: Cause): boolean {
	return cause === 'rate-limited' || cause === 'temporarily-unavailable';
}

/** What an explanation says, or else what the venue's status says. */
export function causeOf(explained: { cause?: Cause; httpCode?: string | null }): Cause {
	if (explained.cause) return explained.cause;
	const status = Number(explained.httpCode ?? 0);
	if (status === 0 || status >= 500) return 'temporarily-unavailable';
	if (status === 429) return 'rate-limited';
	return status === 401 || status === 403 ? 'credential-invalid' : 'configuration-invalid';
}
