import type { IHttpRequestHelper } from 'n8n-workflow';

import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';
import { statusKindOf } from '../nodes/venueApi/shapes/statusKind';
import type { Account } from './account';
import type { Token } from './token';
import { callVenue } from './tokenCall';

/** Any answer but 401 shows that the token is accepted, a missing scope included. */
export const TOKEN_CHECK_PATH = '/webhooks';

/**
 * Whether the venue still accepts a token. The credential dialog is tested on every opening: this
 * costs an ordinary request, where a new token would be one of the few that the venue grants.
 */
export async function isStillAccepted(
	helper: IHttpRequestHelper,
	account: Account,
	token: Token,
): Promise<boolean> {
	const result = await callVenue(helper, account, {
		method: 'GET',
		path: TOKEN_CHECK_PATH,
		headers: { Authorization: `Bearer ${token.value}` },
	});
	if ('answer' in result) return statusKindOf(result.answer.status) !== 'unauthorized';
	const { message, description } = result.unreachable;
	throw new TokenUnavailable(message, description, { isPassing: true });
}
