import type { IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';

import { explainFault } from '../nodes/venueApi/errors/explanations';
import { type Fault, faultOf } from '../nodes/venueApi/errors/faults';
import { kindOf } from '../nodes/venueApi/errors/kinds';
import { TokenUnavailable } from '../nodes/venueApi/errors/tokenUnavailable';
import type { Account } from './account';
import type { Token } from './token';

const TIMEOUT_MS = 30_000;

/** Any answer but 401 proves the token, a missing scope included. */
export const PROOF_PATH = '/webhooks';

/**
 * Whether the venue still accepts a token. The credential dialog is tested on every opening: this
 * costs an ordinary request, where a new token would be one of the few that the venue grants.
 */
export async function isStillAccepted(
	helper: IHttpRequestHelper,
	{ baseUrl }: Account,
	token: Token,
): Promise<boolean> {
	const proof = await present(helper, baseUrl, token);
	if ('fault' in proof) {
		const why = explainFault(proof.fault, new URL(baseUrl).host, false);
		throw new TokenUnavailable(why.message, why.description, { isPassing: true });
	}
	return kindOf(proof.status) !== 'unauthorized';
}

async function present(
	{ helpers }: IHttpRequestHelper,
	baseUrl: string,
	token: Token,
): Promise<{ status: number } | { fault: Fault }> {
	try {
		const { statusCode } = (await helpers.httpRequest({
			method: 'GET',
			url: `${baseUrl}${PROOF_PATH}`,
			headers: { Accept: 'application/json', Authorization: `Bearer ${token.value}` },
			encoding: 'text',
			timeout: TIMEOUT_MS,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		})) as IN8nHttpFullResponse;
		return { status: statusCode };
	} catch (thrown) {
		const { code = '', message = '' } = thrown as { code?: string; message?: string };
		return { fault: faultOf(code, message) };
	}
}
