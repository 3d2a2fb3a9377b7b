import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { type Answer, readAnswer } from '../shapes/answer';
import { tokenAccepted } from './acceptedTokens';
import type { VenueCall } from './call';
import { type Connection, CREDENTIAL_TYPE, type VenueContext } from '../connection';
import { type Fault, faultOf } from '../shapes/fault';
import { showsValidToken, statusKindOf } from '../shapes/statusKind';
import { TokenUnavailable } from '../messages/tokenUnavailable';
import { type BodyPatience, letGo, readBeginning, readBody } from './body';

export interface Timeouts {
	/** Until the answer begins. */
	answerMs: number;
	body: BodyPatience;
}

export type Outcome = { answer: Answer } | { fault: Fault } | { noToken: TokenUnavailable };

/** One request over the network, with n8n's renewal of a token that is no longer valid. */
export async function send(
	connection: Connection,
	call: VenueCall,
	timeouts: Timeouts,
): Promise<Outcome> {
	const request = requestOf(connection, call, timeouts.answerMs);
	const read: BodyReader = async (status, body, hangUp) => {
		const patience = { ...timeouts.body, hangUp };
		switch (statusKindOf(status)) {
			case 'accepted':
				return await readBody(body, patience, connection.intake, call.list);
			case 'unauthorized':
				return letGo(body);
			default:
				return await readBeginning(body, patience);
		}
	};
	// With the 401 excepted n8n renews the token, and every other answer keeps its headers.
	const ignoreHttpStatusErrors = { ignore: true as const, except: [401] };
	const outcome = await sendOnce(connection, { ...request, ignoreHttpStatusErrors }, read);
	if (!('answer' in outcome) || !outcome.isUnseen401) return outcome;
	// n8n before 2.10 takes the exception for "ignore all": once more, so that it does renew.
	return await sendOnce(connection, request, read);
}

interface Sent {
	answer: Answer;
	/** The 401 came as an ordinary answer, so that n8n did not see it. */
	isUnseen401: boolean;
}

type BodyReader = (status: number, body: unknown, hangUp: () => void) => Promise<unknown>;

async function sendOnce(
	{ context, signal }: Connection,
	request: IHttpRequestOptions,
	read: BodyReader,
): Promise<Sent | Exclude<Outcome, { answer: Answer }>> {
	const line = new AbortController();
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			canceledBy(context, AbortSignal.any([line.signal, ...(signal ? [signal] : [])])),
			CREDENTIAL_TYPE,
			request,
		)) as IN8nHttpFullResponse;
		const { statusCode, headers } = response;
		if (showsValidToken(statusCode)) tokenAccepted(request);
		const body = await read(statusCode, response.body, () => line.abort());
		const answer = readAnswer(statusCode, headers, body);
		return { answer, isUnseen401: statusKindOf(answer.status) === 'unauthorized' };
	} catch (thrown) {
		return await outcomeOf(thrown, async (status, body) => {
			return await read(status, body, () => line.abort());
		});
	} finally {
		// n8n does not read the 401 after which it renews the token: its connection would stay open.
		line.abort();
	}
}

/** n8n ends a request by the signal of its execution, and by no other. */
function canceledBy(context: VenueContext, signal: AbortSignal): VenueContext {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as VenueContext;
}

function requestOf({ baseUrl }: Connection, call: VenueCall, timeout: number): IHttpRequestOptions {
	const hasBody = call.body !== undefined;
	return {
		method: call.method,
		url: `${baseUrl}${call.path}`,
		headers: {
			Accept: 'application/json',
			...(hasBody ? { 'Content-Type': 'application/json' } : {}),
		},
		...(call.query ? { qs: call.query } : {}),
		...(hasBody ? { body: JSON.stringify(call.body) } : {}),
		timeout,
		// n8n would take in whatever comes before it hands it over.
		encoding: 'stream',
		disableFollowRedirect: true,
		returnFullResponse: true,
	};
}

/** n8n's own wrapper around what axios threw. Older versions keep the code and the body only. */
interface ThrownByN8n {
	/** Of what broke off while its body was read. */
	code?: string;
	httpCode?: string | null;
	message?: string;
	cause?: { code?: string; response?: { status?: number; headers?: unknown; data?: unknown } };
	context?: { data?: unknown };
}

async function outcomeOf(
	thrown: unknown,
	read: (status: number, body: unknown) => Promise<unknown>,
): Promise<Sent | Exclude<Outcome, { answer: Answer }>> {
	const { code, httpCode, message = '', cause, context } = thrown as ThrownByN8n;
	const noToken = TokenUnavailable.withMessage(message);
	if (noToken) return { noToken };

	const status = Number(cause?.response?.status ?? httpCode ?? NaN);
	// A body that breaks off comes with the status of the good answer that it began as.
	if (Number.isInteger(status) && statusKindOf(status) !== 'accepted') {
		const data = cause?.response?.data ?? context?.data;
		const body = await read(status, data).catch(() => undefined);
		return { answer: readAnswer(status, cause?.response?.headers, body), isUnseen401: false };
	}
	return { fault: faultOf(cause?.code ?? code ?? httpCode ?? '', message) };
}
