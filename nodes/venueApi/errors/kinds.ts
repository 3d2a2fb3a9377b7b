export type Kind =
	| 'accepted'
	| 'redirected'
	| 'invalid'
	| 'unauthorized'
	| 'forbidden'
	| 'notFound'
	| 'ruledOut'
	| 'rateLimited'
	| 'maintenance'
	| 'gateway'
	| 'unexpected';

const KINDS: Record<number, Kind> = {
	400: 'invalid',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	409: 'ruledOut',
	429: 'rateLimited',
	502: 'gateway',
	503: 'maintenance',
	504: 'gateway',
};

/** What a status of the venue means. */
export function kindOf(status: number): Kind {
	if (status >= 200 && status < 300) return 'accepted';
	if (status >= 300 && status < 400) return 'redirected';
	return KINDS[status] ?? 'unexpected';
}

export function isServersOwn(status: number): boolean {
	return status >= 500;
}

/** The pause after too many requests, where the answer itself names none. */
export const COOLDOWN_MS = 60_000;

/** The pause after too many token requests. */
export const TOKEN_COOLDOWN_MS = 5 * 60_000;
