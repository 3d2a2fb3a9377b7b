import type { IDataObject } from 'n8n-workflow';

import { ANY_EVENT, isEventName, subscriptionsOf } from '../../venueApi/events';
import { mergeDeep } from '../../venueApi/shapes/merge';
import { isRecord } from '../../venueApi/shapes/records';
import type { Proof } from '../proof';
import type { Settings } from '../settings';
import { readJsonObject, replaced } from './json';

/** Stand for what the credential holds, so that it is not written into the workflow. */
export const PLACEHOLDERS = { username: '<webhookUsername>', password: '<webhookPassword>' };

export type Wanted = IDataObject & { url: string };

/** The webhook configuration that the venue should have on record for this trigger. */
export function wantedConfiguration(
	url: string,
	settings: Settings,
	proof: Proof | undefined,
): { wanted: Wanted } | { reason: string } {
	const additional = readJsonObject(settings.additionalConfiguration);
	if (additional === undefined) {
		return {
			reason:
				'Additional Configuration is not a JSON object. It has to look like {"name": "value"}, with straight double quotes.',
		};
	}
	const reason =
		reasonAgainstEvents(settings) ??
		reasonAgainstTopics(additional, settings) ??
		reasonAgainstProof(additional, settings, proof);
	if (reason !== undefined) return { reason };

	const { authentication, texts } = proofFields(proof);
	return {
		wanted: {
			...replaced(mergeDeep(additional, { ...authentication, ...ownFields(settings) }), texts),
			url,
		},
	};
}

function ownFields({ events, bookingInclude }: Settings): IDataObject {
	const webhooks: Record<string, IDataObject> = subscriptionsOf(events);
	if (webhooks.booking && bookingInclude.length > 0) {
		webhooks.booking.include = Object.fromEntries(bookingInclude.map((name) => [name, true]));
	}
	return { enabled: true, webhooks };
}

function proofFields(proof: Proof | undefined): {
	authentication: IDataObject;
	texts: Record<string, string>;
} {
	if (proof?.kind === 'apiKey') {
		return { authentication: { authentication: { apiKey: proof.apiKey } }, texts: {} };
	}
	const { username, password } =
		proof?.kind === 'basicAuth' ? proof : { username: '', password: '' };
	return {
		authentication: {},
		texts: { [PLACEHOLDERS.username]: username, [PLACEHOLDERS.password]: password },
	};
}

function reasonAgainstEvents({ events, skipOutdated, entityIdPath }: Settings): string | undefined {
	const unknown = events.find((event) => event !== ANY_EVENT && !isEventName(event));
	if (unknown !== undefined) {
		return `“${unknown}” in Trigger On is not an event of the venue. Choose from the list.`;
	}
	if (events.length === 0) return 'Trigger On is empty. Choose at least one event.';
	if (skipOutdated && entityIdPath === '') {
		return 'Skip Outdated Events needs Entity ID Path. Add this option and enter where the ID stands in an event, such as data.uniqueId.';
	}
	return undefined;
}

function reasonAgainstTopics(additional: IDataObject, { events }: Settings): string | undefined {
	const subscriptions = subscriptionsOf(events);
	const topics = isRecord(additional.webhooks) ? Object.keys(additional.webhooks) : [];
	const stray = topics.find((topic) => !Object.hasOwn(subscriptions, topic));
	return stray === undefined
		? undefined
		: `Additional Configuration has settings for “${stray}”, but Trigger On has no event of it. Add such an event or take the settings out.`;
}

function reasonAgainstProof(
	additional: IDataObject,
	{ authentication }: Settings,
	proof: Proof | undefined,
): string | undefined {
	if (authentication === 'apiKey') {
		return proof === undefined
			? 'There is no key that the venue could present. Fill in Client Secret or Webhook API Key in the credential.'
			: undefined;
	}
	if (proof === undefined) {
		return 'Basic authentication needs Webhook Username and Webhook Password. Fill in both in the credential.';
	}
	const text = JSON.stringify(additional);
	const isTold = Object.values(PLACEHOLDERS).every((value) => text.includes(`"${value}"`));
	return isTold
		? undefined
		: `For basic authentication the venue has to be told the user name and the password, and its documentation does not say in which fields. Ask the venue platform’s support, then write these fields into Additional Configuration with the values "${PLACEHOLDERS.username}" and "${PLACEHOLDERS.password}", which stand for those of the credential.`;
}
