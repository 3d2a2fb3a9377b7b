import type { IHttpRequestHelper } from 'n8n-workflow';

import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';
import { showsValidToken, statusKindOf } from '../nodes/venueApi/shapes/statusKind';
import type { Account } from './account';
import { RecentMap } from './recentMap';
import { callVenue } from './tokenCall';

/** An ordinary request, where a new token would be one of the few that the venue grants. */
export const TOKEN_CHECK_PATH = '/webhooks';

const MOST_KEPT = 100;

export type Verdict =
	| { token: 'accepted' }
	| { token: 'invalid' }
	/** The venue is too busy or not there. */
	| { token: 'unknown'; unreachable?: TokenUnavailable };

export async function checkToken(
	helper: IHttpRequestHelper,
	account: Account,
	tokenValue: string,
): Promise<Verdict> {
	const result = await callVenue(helper, account, {
		method: 'GET',
		path: TOKEN_CHECK_PATH,
		headers: { Authorization: `Bearer ${tokenValue}` },
	});
	if ('unreachable' in result) {
		const { message, description } = result.unreachable;
		const unreachable = new TokenUnavailable(message, description, { isTransient: true });
		return { token: 'unknown', unreachable };
	}
	const { status } = result.answer;
	if (showsValidToken(status)) return { token: 'accepted' };
	return { token: statusKindOf(status) === 'unauthorized' ? 'invalid' : 'unknown' };
}

interface Check {
	startedAt: number;
	verdict: Promise<Verdict>;
}

/** One request for all who doubt a token at the same time. */
export class TokenChecks {
	private readonly checks = new RecentMap<Check>(MOST_KEPT);

	/** Of a check that was started at `since` or later: an older one may have been overtaken. */
	async verdict(
		tokenValue: string,
		since: number,
		check: () => Promise<Verdict>,
	): Promise<Verdict> {
		const now = Date.now();
		const latest = this.checks.get(tokenValue);
		if (latest && latest.startedAt >= since && latest.startedAt <= now) return await latest.verdict;
		const verdict = check();
		this.checks.set(tokenValue, { startedAt: now, verdict });
		return await verdict;
	}
}
