import type { IHttpRequestHelper } from 'n8n-workflow';
import { z } from 'zod';

import { LIMITS } from '../nodes/venueApi/limits';
import { redact } from '../nodes/venueApi/messages/redact';
import { inOneLine, serverMessagesIn } from '../nodes/venueApi/messages/serverMessages';
import {
	type Answer,
	asTold,
	isPage,
	isServersOwn,
	readRetryAfter,
	saysThatItFailed,
	statusKindOf,
} from '../nodes/venueApi/answers/answer';
import type { Account } from './account';
import type { Explanation } from '../nodes/venueApi/messages/explanations';
import type { Token } from './token';
import { callVenue } from './tokenCall';

const LONGEST_LIFETIME_SECONDS = 366 * 86_400;

/** Why no token was obtained. */
export interface ExchangeFailure extends Explanation {
	/** `account`: this ID and secret. `address`: every caller at this internet address. `venue`: all of its callers. */
	concerns: 'account' | 'address' | 'venue';
	retryAfterMs?: number;
}

export type ExchangeResult = { token: Token } | { failure: ExchangeFailure };

const tokenResponse = z.object({
	// The token has to fit into a header.
	access_token: z
		.string()
		.trim()
		.regex(/^[\x21-\x7e]{1,8000}$/),
	expires_in: z.coerce
		.number()
		.finite()
		.positive()
		.catch(LIMITS.token.usualLifetimeMs / 1000),
});

/** Sends one `POST /token`. The guard decides about retries. */
export async function exchangeForToken(
	helper: IHttpRequestHelper,
	account: Account,
): Promise<ExchangeResult> {
	const askedAt = Date.now();
	const result = await callVenue(helper, account, {
		method: 'POST',
		path: '/token',
		headers: { 'Content-Type': 'application/json' },
		body: { client_id: account.clientId, client_secret: account.clientSecret },
	});
	if ('answer' in result) {
		const { answer } = result;
		return readToken(answer, askedAt) ?? { failure: readFailure(asTold(answer), account) };
	}
	return { failure: { ...result.unreachable, concerns: 'venue' } };
}

function readToken(answer: Answer, askedAt: number): { token: Token } | undefined {
	if (statusKindOf(answer.status) !== 'accepted') return undefined;
	const { success, data } = tokenResponse.safeParse(answer.body);
	if (!success) return undefined;

	const lifetime = Math.min(data.expires_in, LONGEST_LIFETIME_SECONDS);
	return {
		token: {
			value: data.access_token,
			obtainedAt: askedAt,
			expiresAt: askedAt + lifetime * 1000,
		},
	};
}

function readFailure(answer: Answer, account: Account): ExchangeFailure {
	const isGood = statusKindOf(answer.status) === 'accepted';
	const isRefused = isGood && saysThatItFailed(answer.body);
	// A successful response that broke off may contain the beginning of a token.
	const words = isGood && !isRefused ? '' : inOneLine(serverMessagesIn(answer.body));
	const said = redact(words, account.secrets);
	if (isRefused) return wrongAccount(said);
	switch (statusKindOf(answer.status)) {
		case 'rateLimited':
			return tooManySignIns(answer);
		case 'invalid':
		case 'unauthorized':
			return wrongAccount(said);
		case 'forbidden':
			return WRONG_ACCOUNT.test(said) && !SHUT_OUT.test(said) ? wrongAccount(said) : shutOut(said);
		case 'gateway':
			return passing(answer, said);
		default:
			return isServersOwn(answer.status) || answer.isBroken
				? passing(answer, said)
				: wrongAddress(answer);
	}
}

function tooManySignIns(answer: Answer): ExchangeFailure {
	const asked = readRetryAfter(answer.headers) ?? 0;
	return {
		concerns: 'address',
		message: 'The venue takes no more sign-ins from this internet address for now',
		description:
			'Too many access tokens were requested, by this n8n or by another system that uses the same address.',
		// Responses for the other limits have a shorter Retry-After than the cooldown of this one.
		retryAfterMs: Math.max(LIMITS.token.cooldownMs, asked),
	};
}

function wrongAccount(said: string): ExchangeFailure {
	return {
		concerns: 'account',
		message: `The venue did not accept this Client ID and Client Secret${said ? ` (${said})` : ''}`,
		description:
			'Copy both again from the venue management console. If they are right, check Base URL: credentials of the playground do not work in production, and the other way round.',
	};
}

/** The venue knows these credentials, so copying them again does not help. */
const SHUT_OUT = /disabled|suspended|blocked|locked|decommissioned|closed|not enabled/i;

const WRONG_ACCOUNT = /client|credential|secret|password|key/i;

export const MAY_BE_SHUT_OUT =
	'They may be disabled, the venue may be closed down, or it may not be open for the API. Ask the venue owner to look at these credentials in the venue management console.';

function shutOut(said: string): ExchangeFailure {
	return {
		concerns: 'account',
		message: `The venue does not let these credentials sign in${said ? ` (${said})` : ''}`,
		description: SHUT_OUT.test(said)
			? 'Ask the venue owner to look at these credentials in the venue management console. A venue may suspend credentials for which too many access tokens were requested, for example by another system that uses them.'
			: `${MAY_BE_SHUT_OUT} If they are new, copy Client ID and Client Secret again and check Base URL.`,
	};
}

function wrongAddress({ status, body }: Answer): ExchangeFailure {
	// Some services show a page, or lead to one, while they are down.
	const mayBeDown = isPage(body) || statusKindOf(status) === 'redirected';
	const otherwise = mayBeDown
		? ' If it is right, the venue may be down for maintenance: try again in a few minutes.'
		: '';
	return {
		concerns: 'account',
		message: 'There is no venue platform at this Base URL',
		description: `Compare Base URL with the address of the API that the venue was given.${otherwise}`,
		// The gateway of a venue that is being updated may answer this, and a retry guesses no secret.
		retryAfterMs: LIMITS.token.cooldownMs,
	};
}

function passing({ headers }: Answer, said: string): ExchangeFailure {
	const retryAfterMs = readRetryAfter(headers);
	const soon = retryAfterMs === undefined ? ' Try again in a few minutes.' : '';
	return {
		concerns: 'venue',
		cause: 'rate-limited',
		message: `The venue’s sign-in does not work at the moment${said ? ` (${said})` : ''}`,
		description: `Nothing is wrong with this credential.${soon}`,
		retryAfterMs,
	};
}
