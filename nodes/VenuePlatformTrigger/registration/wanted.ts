import type { GenericValue, IDataObject, IHookFunctions } from 'n8n-workflow';

import {
	ANY_EVENT,
	isEventName,
	isSameName,
	subscriptionsOf,
} from '../../venueApi/resources/events';
import {
	mergeDeep,
	sendsBookings,
	withChanges,
} from '../../venueApi/resources/webhookConfiguration';
import { chooseFrom, jsonObjectOf } from '../../parameters/reading';
import { readJsonObject } from '../../parameters/values';
import type { TriggerAuthentication } from '../../venueApi/messages/notFromVenue';
import { isRecord } from '../../venueApi/records';
import { type DeliveryAuth, readDeliveryAuth } from '../sender/deliveryAuth';
import { readTriggerSettings, type TriggerSettings } from '../settings';
import { isFoundByN8n, readWebhookUrl } from './address';
import { NOT_FOUND_BY_N8N, publishingError } from './messages';

/** Stand for the values in the credential, which then need not be written into the workflow. */
export const PLACEHOLDERS = { username: '<webhookUsername>', password: '<webhookPassword>' };

export type Wanted = IDataObject & { url: string };

/** The configuration that the current settings of the node ask for. Throws if it is not possible. */
export async function readWanted(context: IHookFunctions): Promise<Wanted> {
	const address = readWebhookUrl(context.getNodeWebhookUrl('default'));
	if ('reason' in address) throw publishingError(context.getNode(), address.reason);
	if (!isFoundByN8n(context.getNode())) throw publishingError(context.getNode(), NOT_FOUND_BY_N8N);

	const settings = readTriggerSettings(context);
	jsonObjectOf(context, 'Additional Configuration', settings.additionalConfiguration);
	const auth = await readDeliveryAuth(context, settings.authentication);
	const reading = wantedConfiguration(address.url, settings, auth);
	if ('reason' in reading) throw publishingError(context.getNode(), reading.reason);
	return reading.wanted;
}

/** The webhook configuration that the venue should have on record for this trigger. */
export function wantedConfiguration(
	url: string,
	settings: TriggerSettings,
	auth: DeliveryAuth | undefined,
): { wanted: Wanted } | { reason: string } {
	const additional = readJsonObject(settings.additionalConfiguration) ?? {};
	const reason =
		reasonAgainstSwitches(settings) ??
		reasonAgainstEvents(settings) ??
		reasonAgainstTopics(additional, settings) ??
		reasonAgainstAuth(additional, settings, auth);
	if (reason !== undefined) return { reason };

	const configuration = withChanges(withoutVariants(additional), {
		events: settings.events,
		enabled: true,
	});
	const chosen = [detailsIn(configuration, settings.bookingInclude), authenticationOf(auth)];
	const { authentication, ...rest } = chosen.reduce(mergeDeep, configuration);
	const told =
		authentication === undefined ? {} : { authentication: withSecrets(authentication, auth) };
	return { wanted: { ...rest, ...told, url } };
}

/** A venue may read “Url” as “url”, and would then send the key of this trigger to another receiver. */
function withoutVariants(additional: IDataObject): IDataObject {
	const ours = ['url', 'enabled'];
	return Object.fromEntries(
		Object.entries(additional).filter(([name]) => !ours.includes(name.toLowerCase())),
	);
}

/** Only `authentication` gets the password: the venue would show it in any other field. */
function withSecrets(authentication: GenericValue, auth: DeliveryAuth | undefined): GenericValue {
	const { username, password } = auth?.kind === 'basicAuth' ? auth : { username: '', password: '' };
	const texts: Record<string, string> = {
		[PLACEHOLDERS.username]: username,
		[PLACEHOLDERS.password]: password,
	};
	return JSON.parse(JSON.stringify(authentication), (_, value: GenericValue) =>
		typeof value === 'string' && Object.hasOwn(texts, value) ? texts[value] : value,
	) as GenericValue;
}

function detailsIn(configuration: IDataObject, details: string[]): IDataObject {
	if (details.length === 0 || !sendsBookings(configuration)) return {};
	const include = Object.fromEntries(details.map((name) => [name, true]));
	return { webhooks: { booking: { include } } };
}

function authenticationOf(auth: DeliveryAuth | undefined): IDataObject {
	return auth?.kind === 'apiKey' ? { authentication: { apiKey: auth.apiKey } } : {};
}

function reasonAgainstSwitches({ unclear }: TriggerSettings): string | undefined {
	if (unclear.length === 0) return undefined;
	return `“${unclear[0]}” is neither true nor false. Switch it on or off, or let its expression give true or false.`;
}

function reasonAgainstEvents({ events }: TriggerSettings): string | undefined {
	const unknown = events.find((event) => event !== ANY_EVENT && !isEventName(event));
	if (unknown !== undefined) {
		return `“${unknown}” in Trigger On is not an event of the venue. Choose from the list.`;
	}
	return events.length === 0 ? 'Trigger On is empty. Choose at least one event.' : undefined;
}

function reasonAgainstTopics(
	additional: IDataObject,
	{ events }: TriggerSettings,
): string | undefined {
	const subscriptions = subscriptionsOf(events);
	const topics = isRecord(additional.webhooks) ? Object.keys(additional.webhooks) : [];
	const stray = topics.find((topic) => !Object.hasOwn(subscriptions, topic));
	if (stray === undefined) return undefined;
	const meant = Object.keys(subscriptions).find((topic) => isSameName(topic, stray));
	return meant === undefined
		? `Additional Configuration has settings for “${stray}”, but Trigger On has no event of it. Add such an event or take the settings out.`
		: `Additional Configuration has settings for “${stray}”, but the venue writes this topic as “${meant}”. Change the name.`;
}

const AUTHENTICATIONS: TriggerAuthentication[] = ['apiKey', 'basicAuth'];

function reasonAgainstAuth(
	additional: IDataObject,
	{ authentication }: TriggerSettings,
	auth: DeliveryAuth | undefined,
): string | undefined {
	if (!AUTHENTICATIONS.includes(authentication)) {
		return `“Authentication of Deliveries” is not one of its options. ${chooseFrom(AUTHENTICATIONS)}`;
	}
	if (authentication === 'apiKey') {
		return auth === undefined
			? 'There is no key that the venue could present. Fill in Client Secret or Webhook API Key in the credential.'
			: undefined;
	}
	if (auth === undefined) {
		return 'Basic authentication needs Webhook Username and Webhook Password. Fill in both in the credential.';
	}
	const text = JSON.stringify(additional.authentication ?? {});
	const isTold = Object.values(PLACEHOLDERS).every((value) => text.includes(`"${value}"`));
	return isTold
		? undefined
		: `For basic authentication the venue must be given the user name and the password, and its documentation does not name the fields. Ask the venue platform’s support, then write these fields into Additional Configuration, inside “authentication”, with the values "${PLACEHOLDERS.username}" and "${PLACEHOLDERS.password}", which stand for those of the credential.`;
}
