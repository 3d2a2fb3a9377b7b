import { isRecord } from '../records';

const SHOWN = {
	apiKey: 'API key in a header such as x-api-key',
	basicAuth: 'user name and password',
};

export type TriggerAuthentication = keyof typeof SHOWN;

/**
 * What a trigger answers a sender that is not the venue. The recovery trigger recognizes it: where
 * it comes from, the trigger is published.
 */
export function notFromVenue(authentication: TriggerAuthentication): string {
	return `This delivery does not show the ${SHOWN[authentication]} that this trigger has given to the venue. Unpublish the workflow in n8n, then publish it.`;
}

/** How the trigger that gave this answer knows the venue. Undefined if no trigger gave it. */
export function authenticationIn(answer: unknown): TriggerAuthentication | undefined {
	if (!isRecord(answer)) return undefined;
	const kinds = Object.keys(SHOWN) as TriggerAuthentication[];
	return kinds.find((kind) => answer.message === notFromVenue(kind));
}
