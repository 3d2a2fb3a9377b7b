import type { IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';
import { z } from 'zod';

import { type Answer, readAnswer } from '../nodes/venueApi/answer';
import { explainFault } from '../nodes/venueApi/errors/explanations';
import { faultOf } from '../nodes/venueApi/errors/faults';
import { isServersOwn, kindOf, TOKEN_COOLDOWN_MS } from '../nodes/venueApi/errors/kinds';
import { inOneLine, sayingsOf } from '../nodes/venueApi/errors/sayings';
import { veil } from '../nodes/venueApi/errors/veil';
import { readRetryAfter } from '../nodes/venueApi/retry/retryAfter';
import type { Account } from './account';
import type { Token } from './token';

const TIMEOUT_MS = 30_000;
const USUAL_LIFETIME_SECONDS = 86_400;
const LONGEST_LIFETIME_SECONDS = 366 * 86_400;

/** Why there is no token. */
export interface Refused {
	/** `account`: this id and secret. `address`: everybody at this internet address. `passing`: nobody. */
	concerns: 'account' | 'address' | 'passing';
	what: string;
	advice: string;
	retryAfterMs?: number;
}

export type ExchangeResult = { token: Token } | { refused: Refused };

const tokenResponse = z.object({
	access_token: z.string().trim().min(1),
	expires_in: z.coerce.number().finite().positive().catch(USUAL_LIFETIME_SECONDS),
});

/** One `POST /token`. Repeating it is for the guard to decide. */
export async function exchangeForToken(
	{ helpers }: IHttpRequestHelper,
	account: Account,
): Promise<ExchangeResult> {
	const askedAt = Date.now();
	try {
		const response = (await helpers.httpRequest({
			method: 'POST',
			url: `${account.baseUrl}/token`,
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			body: JSON.stringify({
				client_id: account.clientId,
				client_secret: account.clientSecret,
			}),
			encoding: 'text',
			timeout: TIMEOUT_MS,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		})) as IN8nHttpFullResponse;
		const answer = readAnswer(response.statusCode, response.headers, response.body);
		return readToken(answer, askedAt) ?? { refused: readRefusal(answer, account) };
	} catch (thrown) {
		const { code = '', message = '' } = thrown as { code?: string; message?: string };
		const { host } = new URL(account.baseUrl);
		const { message: what, description } = explainFault(faultOf(code, message), host, false);
		return { refused: { concerns: 'passing', what, advice: description } };
	}
}

function readToken(answer: Answer, askedAt: number): { token: Token } | undefined {
	if (kindOf(answer.status) !== 'accepted') return undefined;
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

function readRefusal(answer: Answer, account: Account): Refused {
	const said = veil(inOneLine(sayingsOf(answer.body)), [account.clientSecret]);
	switch (kindOf(answer.status)) {
		case 'rateLimited':
			return tooManySignIns(answer);
		case 'invalid':
		case 'unauthorized':
		case 'forbidden':
			return wrongAccount(said);
		default:
			return isServersOwn(answer.status) ? passing(said) : wrongAddress();
	}
}

function tooManySignIns(answer: Answer): Refused {
	const asked = readRetryAfter(answer.headers['retry-after'], Date.now()) ?? 0;
	return {
		concerns: 'address',
		what: 'The venue takes no more sign-ins from this internet address for now',
		advice:
			'Too many access tokens were requested, by this n8n or by another system that uses the same address.',
		// The other limits come with a shorter Retry-After than the cooldown of this one.
		retryAfterMs: Math.max(TOKEN_COOLDOWN_MS, asked),
	};
}

function wrongAccount(said: string): Refused {
	return {
		concerns: 'account',
		what: `The venue did not accept this Client ID and Client Secret${said ? ` (${said})` : ''}`,
		advice:
			'Copy both again from the venue management console. If they are right, check Base URL: credentials of the playground do not work in production, and the other way round.',
	};
}

function wrongAddress(): Refused {
	return {
		concerns: 'account',
		what: 'There is no venue platform at this Base URL',
		advice: 'Compare Base URL with the address of the API that the venue was given.',
	};
}

function passing(said: string): Refused {
	return {
		concerns: 'passing',
		what: `The venue cannot sign in anybody at the moment${said ? ` (${said})` : ''}`,
		advice: 'Nothing is wrong with this credential. Try again in a few minutes.',
	};
}
