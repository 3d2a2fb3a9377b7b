import type { IDataObject, IHookFunctions, INode, IWebhookFunctions } from 'n8n-workflow';

import { choicesIn } from '../parameters/values';
import type { TriggerAuthentication } from '../venueApi/messages/notFromVenue';
import { booleanIn, textOf } from '../venueApi/records';

export interface TriggerSettings {
	events: string[];
	authentication: TriggerAuthentication;
	bookingInclude: string[];
	/** A JSON object, as text or as an expression gave it. */
	additionalConfiguration: unknown;
	skipOutdated: boolean;
	entityIdPath: string;
	includeVenue: boolean;
	/** Whether to add the headers, without our key, and the raw body. */
	includeRequest: boolean;
	/** Switches whose expression gives neither true nor false. They count as off for a delivery. */
	unclear: string[];
}

const SWITCHES = {
	skipOutdated: 'Skip Outdated Events',
	includeVenue: 'Include Venue',
	includeRequest: 'Include Headers and Raw Body',
};

export function readTriggerSettings(context: IHookFunctions | IWebhookFunctions): TriggerSettings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const isOn = (name: keyof typeof SWITCHES) => booleanIn(options[name] ?? false);
	const names = Object.keys(SWITCHES) as Array<keyof typeof SWITCHES>;
	return {
		events: choicesIn(context.getNodeParameter('events', [])),
		authentication: textOf(
			context.getNodeParameter('authentication', 'apiKey'),
		).trim() as TriggerAuthentication,
		bookingInclude: choicesIn(options.bookingInclude),
		additionalConfiguration: options.additionalConfiguration,
		skipOutdated: isOn('skipOutdated') ?? false,
		entityIdPath: textOf(options.entityIdPath).trim(),
		includeVenue: isOn('includeVenue') ?? false,
		includeRequest: isOn('includeRequest') ?? false,
		unclear: names.filter((name) => isOn(name) === undefined).map((name) => SWITCHES[name]),
	};
}

/** Stays the same when the node is renamed, the workflow is published again or n8n restarts. */
export function identityOf({ webhookId, id }: INode): string {
	return webhookId ?? id;
}
