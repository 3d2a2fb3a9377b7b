export type StatusKind =
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

const STATUS_KINDS: Record<number, StatusKind> = {
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
export function statusKindOf(status: number): StatusKind {
	if (status >= 200 && status < 300) return 'accepted';
	if (status >= 300 && status < 400) return 'redirected';
	return STATUS_KINDS[status] ?? 'unexpected';
}

/** Who may not do something has shown a valid token: the venue answers 401 to any other. */
export function showsValidToken(status: number): boolean {
	return ['accepted', 'forbidden'].includes(statusKindOf(status));
}

/** The venue says by it that there is nothing. */
export function isNoContent(status: number): boolean {
	return status === 204;
}

export function isServersOwn(status: number): boolean {
	return status >= 500;
}
