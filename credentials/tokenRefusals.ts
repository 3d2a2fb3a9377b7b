import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';

/**
 * Thrown in place of a request that the venue could only answer with 401. In this form n8n takes
 * it for such an answer: it asks the credential for a token and, with one, sends the request.
 */
export class TokenNeeded extends TokenUnavailable {
	readonly response = { status: 401 };

	constructor() {
		super('There is no access token for this request yet', 'Run this again.', {
			retryAt: new Date(),
			isTransient: true,
		});
	}
}

/** A token that works elsewhere: n8n would only send the same request a second time. */
export class RefusedHere extends TokenUnavailable {
	constructor() {
		super(
			'The venue does not accept the access token of these credentials for this request',
			'The token was checked and is accepted elsewhere: ask the venue owner whether these credentials may use this part of the API.',
		);
	}
}
