import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import {
	type Answer,
	lowerCased,
	type ReadBody,
	readJsonOrText,
	showsValidToken,
	statusKindOf,
	toAnswer,
} from '../answers/answer';
import type { VenueCall } from './call';
import { type Connection, CREDENTIAL_TYPE, type VenueContext } from '../connection';
import { type Fault, faultOf } from '../answers/fault';
import { TokenUnavailable } from '../messages/tokenUnavailable';
import { anyOf } from '../pacing/waiting';
import { discard, readBody, readRefusal } from '../answers/body';
import { bodyReader } from '../answers/bodyReaders';

export interface Timeouts {
	/** Until the response begins. */
	answerMs: number;
	/** Until all of it has arrived, by the monotonic clock. */
	endsAt: number;
}

const LONGEST_SILENCE_MS = 30_000;

export type Outcome = { answer: Answer } | { fault: Fault } | { noToken: TokenUnavailable };

/**
 * One request over the network. n8n renews the token if it is no longer valid. `signed` is called as
 * soon as there is one: the request then leaves.
 */
export async function send(
	connection: Connection,
	call: VenueCall,
	timeouts: Timeouts,
	signed?: () => void,
): Promise<Outcome> {
	const request = requestOf(connection, call, timeouts.answerMs);
	const read: ReadReceived = async ({ status, headers, body }, hangUp) => {
		const { signal } = connection;
		const patience = { silenceMs: LONGEST_SILENCE_MS, endsAt: timeouts.endsAt, signal, hangUp };
		switch (statusKindOf(status)) {
			case 'accepted': {
				const contentType = lowerCased(headers)['content-type'];
				const reader = bodyReader(call, contentType);
				return await readBody(body, patience, connection.responseMemory, reader);
			}
			case 'unauthorized':
				return readJsonOrText(discard(body));
			default:
				return readJsonOrText(await readRefusal(body, patience));
		}
	};
	// With 401 as an exception, n8n renews the token, and every other response keeps its headers.
	const ignoreHttpStatusErrors = { ignore: true as const, except: [401] };
	const first = { ...request, ignoreHttpStatusErrors };
	listeners.set(first, { signed });
	const outcome = await sendOnce(connection, first, read);
	if (!('answer' in outcome) || !outcome.isUnseen401) return outcome;
	// n8n before 2.10 takes the exception for “ignore all”. Sent again without it, n8n renews the token.
	return await sendOnce(connection, request, read);
}

interface Arrived {
	answer: Answer;
	/** The 401 came as an ordinary response, so n8n did not see it. */
	isUnseen401: boolean;
}

interface Received {
	status: number;
	headers: unknown;
	body: unknown;
}

type ReadReceived = (received: Received, hangUp: () => void) => Promise<ReadBody>;

async function sendOnce(
	{ context, signal }: Connection,
	request: IHttpRequestOptions,
	read: ReadReceived,
): Promise<Arrived | Exclude<Outcome, { answer: Answer }>> {
	const line = new AbortController();
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			canceledBy(context, anyOf(line.signal, signal)),
			CREDENTIAL_TYPE,
			request,
		)) as IN8nHttpFullResponse;
		const { statusCode: status, headers, body } = response;
		if (showsValidToken(status)) listeners.get(request)?.latest?.accepted();
		const answer = toAnswer(
			status,
			headers,
			await read({ status, headers, body }, () => line.abort()),
		);
		return { answer, isUnseen401: statusKindOf(answer.status) === 'unauthorized' };
	} catch (thrown) {
		const hangUp = () => line.abort();
		const outcome = await outcomeOf(thrown, async (received) => await read(received, hangUp));
		const status = 'answer' in outcome ? outcome.answer.status : undefined;
		// n8n has renewed the token before, and tells the credential nothing of this one.
		if (status !== undefined && statusKindOf(status) === 'unauthorized')
			listeners.get(request)?.latest?.refused();
		return outcome;
	} finally {
		// n8n does not read the 401 after which it renews the token, so its connection would stay open.
		line.abort();
	}
}

/** n8n aborts a request only by the signal of its execution. */
function canceledBy(context: VenueContext, signal: AbortSignal): VenueContext {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as VenueContext;
}

function requestOf({ baseUrl }: Connection, call: VenueCall, timeout: number): IHttpRequestOptions {
	const hasBody = call.body !== undefined;
	const isJson = call.format === undefined || call.format === 'json';
	return {
		method: call.method,
		url: `${baseUrl}${call.path}`,
		headers: {
			...(isJson ? {} : WITH_ITS_END),
			...call.headers,
			Accept: 'application/json',
			...(hasBody ? { 'Content-Type': 'application/json' } : {}),
		},
		...(call.query ? { qs: call.query, arrayFormat: 'repeat' } : {}),
		...(hasBody ? { body: JSON.stringify(call.body) } : {}),
		timeout,
		...STREAMED,
	};
}

/**
 * If the end of a compressed body is missing, n8n passes on what comes before it as if that were
 * all. JSON shows its end itself.
 */
export const WITH_ITS_END = { 'Accept-Encoding': 'identity' };

/** Otherwise n8n would read everything, however large, and follow redirects, before it passes it on. */
const STREAMED = {
	encoding: 'stream',
	disableFollowRedirect: true,
	returnFullResponse: true,
} as const satisfies Partial<IHttpRequestOptions>;

/** A request without our token. The caller reads the response and ends it by the signal. */
export async function requestUnsigned(
	{ helpers }: IHttpRequestHelper,
	request: IHttpRequestOptions & { abortSignal: AbortSignal },
): Promise<IN8nHttpFullResponse> {
	const streamed = { ...request, ...STREAMED, ignoreHttpStatusErrors: true };
	return (await helpers.httpRequest(streamed)) as IN8nHttpFullResponse;
}

/** n8n's wrapper around what axios threw. Older versions keep only the code and the body. */
interface ThrownByN8n {
	/** The code of a response whose body broke off while it was read. */
	code?: string;
	httpCode?: string | null;
	message?: string;
	/** The message that was thrown, if n8n found a code in it and replaced it. */
	messages?: string[];
	cause?: { code?: string; response?: { status?: number; headers?: unknown; data?: unknown } };
	context?: { data?: unknown };
}

async function outcomeOf(
	thrown: unknown,
	read: (received: Received) => Promise<ReadBody>,
): Promise<Arrived | Exclude<Outcome, { answer: Answer }>> {
	const { code, httpCode, message = '', messages = [], cause, context } = thrown as ThrownByN8n;
	const noToken = TokenUnavailable.withOneOf([message, ...messages]);
	if (noToken) return { noToken };

	const status = Number(cause?.response?.status ?? httpCode ?? NaN);
	// A body that breaks off comes with the status of the good response that it began as.
	if (Number.isInteger(status) && statusKindOf(status) !== 'accepted') {
		const headers = cause?.response?.headers;
		const body = cause?.response?.data ?? context?.data;
		const refusal = await read({ status, headers, body });
		return { answer: toAnswer(status, headers, refusal), isUnseen401: false };
	}
	return { fault: faultOf(cause?.code ?? code ?? httpCode ?? '', message) };
}

/** Learns what the venue said to the token of a request. */
interface TokenListener {
	accepted(): void;
	/** With a 401 at the end of a call, which may have another reason than the token. */
	refused(): void;
}

/**
 * By request. n8n gives the credential a request and sends what it returns, or gives it that to sign
 * again. The sender only has the first one, so all of them share an entry.
 */
const listeners = new WeakMap<object, { signed?: () => void; latest?: TokenListener }>();

/** For `authenticate` of the credential: of several signings of a request, the last one counts. */
export function onTokenUsed(request: object, signed: object, latest: TokenListener): void {
	const entry = listeners.get(request) ?? {};
	entry.latest = latest;
	entry.signed?.();
	listeners.set(request, entry).set(signed, entry);
}
