import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

export type Authentication = 'apiKey' | 'basicAuth';

/** What the user has set in the node. */
export interface Settings {
	events: string[];
	authentication: Authentication;
	bookingInclude: string[];
	/** A JSON object, as text or as an expression gave it. */
	additionalConfiguration: unknown;
	skipOutdated: boolean;
	entityIdPath: string;
	includeVenue: boolean;
	/** The headers, without our key, and the body as it came. */
	includeRequest: boolean;
}

export function readSettings(context: IHookFunctions | IWebhookFunctions): Settings {
	const options = context.getNodeParameter('options', {}) as Partial<Settings>;
	return {
		events: asTexts(context.getNodeParameter('events', [])),
		authentication: context.getNodeParameter('authentication', 'apiKey') as Authentication,
		bookingInclude: asTexts(options.bookingInclude),
		additionalConfiguration: options.additionalConfiguration,
		skipOutdated: isOn(options.skipOutdated),
		entityIdPath: String(options.entityIdPath ?? '').trim(),
		includeVenue: isOn(options.includeVenue),
		includeRequest: isOn(options.includeRequest),
	};
}

/** An expression may give it as text. */
function isOn(value: unknown): boolean {
	return String(value) === 'true';
}

/** An expression may give one event instead of a list. */
function asTexts(value: unknown): string[] {
	return [value].flat().filter((entry): entry is string => typeof entry === 'string');
}
