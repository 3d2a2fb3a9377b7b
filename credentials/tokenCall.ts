import type { IHttpRequestHelper, IHttpRequestMethods } from 'n8n-workflow';

import type { Explanation } from '../nodes/venueApi/messages/explanations';
import { explainFault } from '../nodes/venueApi/messages/faults';
import { wait } from '../nodes/venueApi/pacing/waiting';
import { type Answer, readAnswer, statusKindOf } from '../nodes/venueApi/answers/answer';
import { faultOf } from '../nodes/venueApi/answers/fault';
import { readBeginning, readRefusal } from '../nodes/venueApi/answers/body';
import { requestUnsigned } from '../nodes/venueApi/transport/wire';
import type { Account } from './account';

export const SIGN_IN_PATIENCE_MS = 30_000;

interface TokenCall {
	method: IHttpRequestMethods;
	path: string;
	headers?: Record<string, string>;
	body?: unknown;
}

/** A request that the credential makes itself, so n8n does not sign it. */
export async function callVenue(
	helper: IHttpRequestHelper,
	{ baseUrl }: Account,
	{ method, path, headers, body }: TokenCall,
): Promise<{ answer: Answer } | { unreachable: Explanation }> {
	// n8n's timeout only measures silence, so a response that trickles in would never time out.
	const ended = new AbortController();
	const line = new AbortController();
	void wait(SIGN_IN_PATIENCE_MS, ended.signal).then(() => line.abort());
	try {
		const response = await requestUnsigned(helper, {
			method,
			url: `${baseUrl}${path}`,
			headers: { Accept: 'application/json', ...headers },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			timeout: SIGN_IN_PATIENCE_MS,
			abortSignal: line.signal,
		});
		const isGood = statusKindOf(response.statusCode) === 'accepted';
		const read = isGood ? readBeginning : readRefusal;
		const beginning = await read(response.body, {
			silenceMs: SIGN_IN_PATIENCE_MS,
			endsAt: Infinity,
			signal: line.signal,
			hangUp: () => line.abort(),
		});
		return { answer: readAnswer(response.statusCode, response.headers, beginning) };
	} catch (thrown) {
		const { code = '', message = '' } = thrown as { code?: string; message?: string };
		const fault = faultOf(line.signal.aborted ? 'ETIMEDOUT' : code, message);
		// The guard sets a pause before the next sign-in, so for n8n this is a limit.
		const explained = explainFault(fault, new URL(baseUrl).host, false);
		return { unreachable: { cause: 'rate-limited', ...explained } };
	} finally {
		ended.abort();
	}
}
