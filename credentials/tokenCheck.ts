import type { IHttpRequestHelper } from 'n8n-workflow';

import { namesScope } from '../nodes/venueApi/messages/explanations';
import { redact } from '../nodes/venueApi/messages/redact';
import { inOneLine, serverMessagesIn } from '../nodes/venueApi/messages/serverMessages';
import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';
import { asTime } from '../nodes/venueApi/messages/waits';
import {
	type Answer,
	readRetryAfter,
	showsValidToken,
	statusKindOf,
} from '../nodes/venueApi/answers/answer';
import type { Account } from './account';
import { wait } from '../nodes/venueApi/pacing/waiting';
import { RecentMap } from '../nodes/venueApi/recentMap';
import { callVenue } from './tokenCall';
import { MAY_BE_SHUT_OUT } from './tokenExchange';

/** An ordinary request: a new token would be one of the few that the venue grants. */
export const TOKEN_CHECK_PATH = '/webhooks';

const MOST_CHECKS = 1000;

export type TokenVerdict =
	/** `keptOut`: the token is valid, but the venue refuses these credentials. */
	| { token: 'accepted'; keptOut?: TokenUnavailable }
	| { token: 'invalid' }
	/** The venue is too busy or unreachable. `reason` says when to ask again. */
	| { token: 'unknown'; isReachable: boolean; reason: TokenUnavailable };

async function checkToken(
	helper: IHttpRequestHelper,
	account: Account,
	tokenValue: string,
): Promise<TokenVerdict> {
	const result = await callVenue(helper, account, {
		method: 'GET',
		path: TOKEN_CHECK_PATH,
		headers: { Authorization: `Bearer ${tokenValue}` },
	});
	if ('unreachable' in result) {
		const retryAt = new Date(Date.now() + BETWEEN_CHECKS_MS);
		const reason = new TokenUnavailable({ ...result.unreachable, retryAt });
		return { token: 'unknown', isReachable: false, reason };
	}
	const { status, body } = result.answer;
	const said = redact(inOneLine(serverMessagesIn(body)), [...account.secrets, tokenValue]);
	const words = said ? ` (${said})` : '';
	if (showsValidToken(status)) {
		return { token: 'accepted', keptOut: readKeptOut(result.answer, words) };
	}
	if (statusKindOf(status) === 'unauthorized') return { token: 'invalid' };
	return { token: 'unknown', isReachable: true, reason: notChecked(result.answer, words) };
}

/** After a 401 that may have another reason than the token. */
function notChecked({ headers }: Answer, words: string): TokenUnavailable {
	const pauseMs = Math.max(readRetryAfter(headers) ?? 0, BETWEEN_CHECKS_MS);
	const retryAt = new Date(Date.now() + pauseMs);
	return new TokenUnavailable({
		message: `The venue did not accept the access token, and does not say at the moment whether it is still valid${words}`,
		description: `Try again after ${asTime(retryAt)}. If it stays like this, open the credential and test it.`,
		retryAt,
		cause: 'rate-limited',
		mayStay: true,
	});
}

/** A 403 for a missing scope does not fail the check: calls that need other scopes still work. */
function readKeptOut({ status, body }: Answer, words: string): TokenUnavailable | undefined {
	if (statusKindOf(status) !== 'forbidden' || namesScope(body)) return undefined;
	return new TokenUnavailable({
		message: `The venue signs these credentials in and then refuses them${words}`,
		description: `${MAY_BE_SHUT_OUT}${words ? '' : ' The venue gives no reason, so it may also be that only the scope “Webhook_Get” is missing. Everything that does not need this scope then works all the same.'}`,
	});
}

interface Check {
	startedAt: number;
	verdict: Promise<TokenVerdict>;
	isUnderWay: boolean;
}

/** An endpoint may keep answering 401 to a good token. So there are at most six checks a minute. */
export const BETWEEN_CHECKS_MS = 10_000;

/** Concurrent checks of a token share one request. */
export class TokenChecks {
	private readonly checks = new RecentMap<Check>(MOST_CHECKS);

	/**
	 * Uses the latest check only if it starts at `since` or later. An older result may be outdated, but a
	 * token that ended before has not come back.
	 */
	async verdict(
		helper: IHttpRequestHelper,
		account: Account,
		tokenValue: string,
		since: number,
	): Promise<TokenVerdict> {
		const now = Date.now();
		// Servers may issue equal tokens to several accounts.
		const key = `${account.fingerprint} ${tokenValue}`;
		const latest = this.latest(key, now);
		if (latest && latest.startedAt >= since) return await latest.verdict;
		if (latest?.isUnderWay) {
			const earlier = await latest.verdict;
			if (earlier.token === 'invalid') return earlier;
			return await this.verdict(helper, account, tokenValue, since);
		}
		const pauseMs = latest ? latest.startedAt + BETWEEN_CHECKS_MS - now : 0;
		const ask = async () => {
			if (pauseMs > 0) await wait(pauseMs);
			return await checkToken(helper, account, tokenValue).finally(
				() => (check.isUnderWay = false),
			);
		};
		const startedAt = now + Math.max(0, pauseMs);
		const check: Check = { startedAt, isUnderWay: true, verdict: Promise.resolve().then(ask) };
		this.checks.set(key, check);
		return await check.verdict;
	}

	/** It may still be waiting for its turn. After the clock was set back, it says nothing. */
	private latest(key: string, now: number): Check | undefined {
		const check = this.checks.get(key);
		return check && check.startedAt <= now + BETWEEN_CHECKS_MS ? check : undefined;
	}
}
