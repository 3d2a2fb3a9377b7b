import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { LIMITS } from '../nodes/venueApi/limits';
import { neverShow } from '../nodes/venueApi/messages/redact';
import { onTokenUsed } from '../nodes/venueApi/transport/wire';
import { type Account, readAccount, refusalOf, signedHeaders } from './account';
import {
	readStoredToken,
	RefusedHere,
	type Token,
	TOKEN_PROPERTIES,
	TokenNeeded,
	toStoredFields,
} from './token';
import { SIGN_IN_PATIENCE_MS } from './tokenCall';
import { exchangeForToken } from './tokenExchange';
import { TokenGuard } from './tokenGuard';
import { BETWEEN_CHECKS_MS, TOKEN_CHECK_PATH, TokenChecks, type TokenVerdict } from './tokenCheck';

const guard = new TokenGuard();
const checks = new TokenChecks();

/** Marks the request of the dialog's test. It is removed before the request is sent. */
const TEST_HEADER = 'x-credential-test';

/** The token of a signed request, and what an unsuccessful response would mean. */
interface Signed {
	tokenValue: string;
	at: number;
	isSurely401: boolean;
	mayHaveTakenEffect: boolean;
}

/** What `authenticate` did last with a set of credentials. */
type Signing =
	/** It did not sign the request, which could have exposed the token. */
	| { was: 'notSigned' }
	/** It had no token to sign with. n8n treats what it threw as a 401. */
	| { was: 'noToken' }
	/** If n8n comes back, the venue answered with 401 or, in its older requests, any other refusal. */
	| { was: 'signed'; signed: Signed };

type Use = Signing & { isTest: boolean };

/** n8n passes the same object again after an unsuccessful response, and another one for each request. */
const uses = new WeakMap<ICredentialDataDecryptedObject, Use>();

export class VenuePlatformApi implements ICredentialType {
	name = 'venuePlatformApi';

	displayName = 'Venue Platform API';

	icon = {
		light: 'file:../icons/venuePlatform.svg',
		dark: 'file:../icons/venuePlatform.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/venue-platform/n8n-nodes-venue-platform#credential';

	properties: INodeProperties[] = [
		...TOKEN_PROPERTIES,
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.venue-platform.example',
			description:
				'Address of the API that the venue was given. The playground and production have separate addresses, each with its own Client ID and Secret.',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			required: true,
			default: '',
			description:
				'From the venue management console. One set of credentials belongs to one venue.',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'From the venue management console, together with the Client ID',
		},
		{
			displayName: 'Webhook API Key',
			name: 'webhookApiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Key that the venue presents with each event. Leave it empty to have one made for each trigger.',
		},
		{
			displayName: 'Webhook Username',
			name: 'webhookUsername',
			type: 'string',
			default: '',
			description: 'Only for triggers that use basic authentication',
		},
		{
			displayName: 'Webhook Password',
			name: 'webhookPassword',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Only for triggers that use basic authentication',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LIMITS.restApi.perMinute },
			default: LIMITS.restApi.perMinute,
			description: `How many requests n8n may send. The venue allows ${LIMITS.restApi.perMinute} a minute to one internet address: lower this if other systems share it.`,
		},
	];

	/**
	 * n8n calls this before a request, if it has stored no token or a user tests the credential, and
	 * again when a request could not be signed or was answered with a 401. It stores the fields that this
	 * returns, and signs the request with them. `{}` means that there is nothing new: before a request,
	 * n8n signs with the token that it has; after one, it ends with the response that it got.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<Record<string, string>> {
		const account = readAccount(credentials);
		const use = uses.get(credentials);
		// Before a request, only `authenticate` can tell whether a token is needed, and whether for a test.
		if (use === undefined || use.was === 'notSigned') return {};
		if (use.was === 'signed' && !(await mayBeRenewed(this, account, use.signed))) return {};

		const stored = readStoredToken(credentials, account.fingerprint);
		const exchange = async () => await exchangeForToken(this, account);
		const obtain = async () => await guard.of(account).obtain(stored, exchange, use);
		const token = use.isTest ? await tokenThatIsLetIn(this, account, obtain) : await obtain();
		return toStoredFields(token, account.fingerprint);
	}

	// Not a method: n8n looks only at own properties to offer the credential in its HTTP Request node.
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const account = readAccount(credentials);
		const { [TEST_HEADER]: testHeader, ...headers } = requestOptions.headers ?? {};
		const isTest = testHeader !== undefined;
		// The second time, `preAuthentication` has asked the venue about the token in between.
		const isUnchecked = isTest && !uses.has(credentials);
		const refusal = refusalOf(requestOptions, account);
		uses.set(credentials, { isTest, was: refusal ? 'notSigned' : 'noToken' });
		if (refusal) throw refusal;

		// Parallel executions load the credential before a renewal is stored.
		const token = guard.of(account).adopt(readStoredToken(credentials, account.fingerprint));
		if (!token || isUnchecked) throw new TokenNeeded();

		neverShow(token.value, account.clientId, account.clientSecret);
		// Only n8n's older request helper also renews the token after statuses other than 401.
		const isSurely401 = !('uri' in requestOptions);
		const mayHaveTakenEffect =
			!isSurely401 && !/^(get|head)$/i.test(requestOptions.method ?? 'GET');
		const signed = { tokenValue: token.value, at: Date.now(), isSurely401, mayHaveTakenEffect };
		uses.set(credentials, { isTest, was: 'signed', signed });
		const signedRequest = {
			...requestOptions,
			headers: signedHeaders(headers, token.value),
			// For newer versions of n8n, in which the user may have asked for the opposite.
			sendCredentialsOnCrossOriginRedirect: false,
		};
		onTokenUsed(requestOptions, signedRequest, {
			accepted: () => guard.of(account).prove(token.value),
			refused: () => guard.of(account).suspect(token.value),
		});
		return signedRequest;
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: TOKEN_CHECK_PATH,
			// n8n reads a body whole, without our limits. A response to HEAD has none.
			method: 'HEAD',
			timeout: SIGN_IN_PATIENCE_MS,
			headers: { Accept: 'application/json', [TEST_HEADER]: 'yes' },
			disableFollowRedirect: true,
			// The status does not matter here: `tokenThatIsLetIn` has already read the venue's response.
			ignoreHttpStatusErrors: true,
		},
	};
}

/** Asks the venue about a token and reports the result to the guard. */
async function verdictOn(
	helper: IHttpRequestHelper,
	account: Account,
	tokenValue: string,
	since: number,
): Promise<TokenVerdict> {
	const verdict = await checks.verdict(helper, account, tokenValue, since);
	if (verdict.token === 'invalid') guard.of(account).invalidate(tokenValue);
	else if (verdict.token === 'accepted') guard.of(account).prove(tokenValue);
	return verdict;
}

/**
 * False if the venue objected to something other than the token, so n8n shows its response. Also
 * false if the venue may have done what was asked: with a new token, n8n would ask for it again.
 */
async function mayBeRenewed(
	helper: IHttpRequestHelper,
	account: Account,
	{ tokenValue, at, isSurely401, mayHaveTakenEffect }: Signed,
): Promise<boolean> {
	if (guard.of(account).isInvalid(tokenValue)) return !mayHaveTakenEffect;
	// After a 401, only a later check shows whether the token has ended since.
	const since = isSurely401 ? at : at - BETWEEN_CHECKS_MS;
	const verdict = await verdictOn(helper, account, tokenValue, since);
	if (verdict.token === 'accepted' && isSurely401) throw new RefusedHere();
	if (verdict.token === 'unknown' && isSurely401) throw verdict.reason;
	return verdict.token === 'invalid' && !mayHaveTakenEffect;
}

/**
 * For the dialog's test, in which n8n does not show the body of a response. The loop ends: either a
 * token is accepted or the guard throws.
 */
async function tokenThatIsLetIn(
	helper: IHttpRequestHelper,
	account: Account,
	obtain: () => Promise<Token>,
): Promise<Token> {
	for (;;) {
		const token = await obtain();
		// The venue may have given an earlier token again, which an earlier check has ended.
		const since = Math.max(Date.now() - BETWEEN_CHECKS_MS, token.obtainedAt);
		const verdict = await verdictOn(helper, account, token.value, since);
		if (verdict.token === 'invalid') continue;
		if (verdict.token === 'accepted' && verdict.keptOut) throw verdict.keptOut;
		if (verdict.token === 'unknown' && !verdict.isReachable) throw verdict.reason;
		return token;
	}
}
