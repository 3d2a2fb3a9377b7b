import { type INode, NodeApiError } from 'n8n-workflow';

import { inOneMessage } from '../../venueApi/messages/inOneMessage';
import { TokenUnavailable } from '../../venueApi/messages/tokenUnavailable';

/** The words that n8n's scheduler reads on what a poll throws, to know when to come again. */
type Cause =
	| 'rate-limited'
	| 'temporarily-unavailable'
	| 'credential-invalid'
	| 'configuration-invalid';

/** Why a call to the venue brought nothing. */
export interface PollFailure {
	text: string;
	/** What is to be said once. */
	reason: string;
	httpCode?: string;
	cause: Cause;
	retryAfterMs?: number;
	/** It is over by itself sooner or later, and nobody has to do anything. */
	isTransient: boolean;
}

const COMES_AGAIN =
	'n8n asks again at the next poll. Nothing is lost meanwhile, and this is said once for as long as it lasts.';

const TRANSIENT: Cause[] = ['rate-limited', 'temporarily-unavailable'];

export function failureOf(thrown: unknown): PollFailure {
	const { httpCode, context, message, description } = thrown as Partial<NodeApiError>;
	const noToken = TokenUnavailable.withMessage(`${message}. ${description}`);
	const cause =
		thrown instanceof NodeApiError ? causeOf(httpCode, noToken) : 'configuration-invalid';
	const retryAt = Date.parse(String(context?.retryAt ?? ''));
	const isTransient = TRANSIENT.includes(cause);
	return {
		text: inOneMessage(isTransient ? { message, description: COMES_AGAIN } : thrown),
		// Why there is no token may be said in other words each time.
		reason: isTransient || noToken ? cause : String(message),
		...(httpCode ? { httpCode } : {}),
		cause,
		...(retryAt > Date.now() ? { retryAfterMs: retryAt - Date.now() } : {}),
		isTransient,
	};
}

function causeOf(httpCode: string | null | undefined, noToken?: TokenUnavailable): Cause {
	if (noToken) return noToken.isTransient ? 'rate-limited' : 'credential-invalid';
	const status = Number(httpCode ?? 0);
	if (status === 0 || status >= 500) return 'temporarily-unavailable';
	if (status === 429) return 'rate-limited';
	return status === 401 || status === 403 ? 'credential-invalid' : 'configuration-invalid';
}

export function asError(node: INode, { text, httpCode, cause, retryAfterMs }: PollFailure) {
	const error = new NodeApiError(node, { message: text }, { message: text, httpCode });
	// n8n swaps a message that contains an error code, even inside a word, for a text of its own.
	error.message = text;
	return Object.assign(error, { failure: { cause, ...(retryAfterMs ? { retryAfterMs } : {}) } });
}
