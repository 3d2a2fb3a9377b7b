import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { MASK } from '../../../venueApi/messages/redact';
import {
	BOOKING_DETAILS,
	sendsBookings,
	type WebhookChanges,
} from '../../../venueApi/resources/webhookConfiguration';
import { chooseFrom, jsonObjectOf, readSwitch, requiredJson } from '../../../parameters/reading';
import { choicesIn } from '../../../parameters/values';
import { textOf, trimmed } from '../../../venueApi/records';
import { EVENT_NAMES, isEventName } from '../../../venueApi/resources/events';

/**
 * Reads the fields that were added, also if their expressions give nothing. Throws if the venue would
 * not accept one, and names it by its label.
 */
export function readChanges(context: IExecuteFunctions, fields: IDataObject): WebhookChanges {
	const { url, enabled, events, bookingInclude, apiKey, additionalConfiguration } = fields;
	const label = 'Additional Configuration';
	const given =
		'additionalConfiguration' in fields
			? requiredJson(context, label, additionalConfiguration)
			: {};
	const additional = jsonObjectOf(context, label, given);
	for (const [name, value] of Object.entries(additional ?? {})) {
		if (name.toLowerCase() === 'url') readUrl(context, value);
	}
	return {
		...('url' in fields ? { url: readUrl(context, url) } : {}),
		...('enabled' in fields ? { enabled: readSwitch(context, 'Enabled', enabled) } : {}),
		...('events' in fields ? { events: readEvents(context, 'Events', events) } : {}),
		...('bookingInclude' in fields ? { bookingInclude: readDetails(context, bookingInclude) } : {}),
		...('apiKey' in fields ? { apiKey: readKey(context, apiKey) } : {}),
		additional: withoutMask(context, label, additional),
	};
}

/** Takes the finished configuration, because its booking events may come from several fields. */
export function requireBookings(
	context: IExecuteFunctions,
	{ bookingInclude }: WebhookChanges,
	configuration: IDataObject,
): void {
	if (bookingInclude === undefined || sendsBookings(configuration)) return;
	throw new NodeOperationError(
		context.getNode(),
		'“Booking Details to Include” is of no use, since no booking event is sent to this webhook',
		{ description: 'Choose a booking event in Events, or remove Booking Details to Include.' },
	);
}

export function readUrl(context: IExecuteFunctions, value: unknown): string {
	const text = trimmed(value);
	// `URL` drops line breaks, but the venue would be sent them.
	const url = !/\s/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	const flaw =
		(text === '' && 'is empty') ||
		(url === undefined && 'is not a complete web address') ||
		(url?.protocol !== 'https:' && 'does not start with https://') ||
		(url?.username || url?.password ? 'holds a user name or a password' : undefined);
	if (!flaw) return text;
	throw new NodeOperationError(context.getNode(), `“URL” ${flaw}`, {
		description:
			'Enter the address that receives the events, such as https://example.com/venue-events. The venue sends to https:// addresses only.',
	});
}

function readDetails(context: IExecuteFunctions, value: unknown): string[] {
	const details = choicesIn(value);
	// An expression that gives nothing must not take all details away.
	const isGiven = details.length > 0 || (Array.isArray(value) && value.length === 0);
	if (isGiven && details.every((detail) => Object.hasOwn(BOOKING_DETAILS, detail))) return details;
	throw new NodeOperationError(
		context.getNode(),
		'“Booking Details to Include” holds something other than its options',
		{
			description: `Choose from ${Object.keys(BOOKING_DETAILS).join(', ')}. Other details go into Additional Configuration.`,
		},
	);
}

/** The node's output masks each secret. If it is put in again, the mask would become the secret. */
function withoutMask<T>(context: IExecuteFunctions, label: string, value: T): T {
	if (!JSON.stringify(value).includes(MASK)) return value;
	throw new NodeOperationError(context.getNode(), `“${label}” holds ${MASK} instead of a secret`, {
		description:
			'This node does not show the secrets of a webhook. Enter the secret itself, or leave it out to keep what the venue has.',
	});
}

/** A field without a key would leave the webhook without one, or with the former one. */
function readKey(context: IExecuteFunctions, value: unknown): string {
	const key = textOf(value).trim();
	if (typeof value !== 'object' && key !== '') return withoutMask(context, 'API Key', key);
	throw new NodeOperationError(context.getNode(), '“API Key” has no key', {
		description: 'Enter the key, or remove API Key from the node.',
	});
}

function readEvents(context: IExecuteFunctions, label: string, value: unknown): string[] {
	const events = choicesIn(value);
	const unknown = events.filter((event) => !isEventName(event));
	if (events.length > 0 && unknown.length === 0) return events;

	const message =
		events.length === 0
			? `“${label}” is empty`
			: `“${label}” holds something that is not an event of the venue`;
	throw new NodeOperationError(context.getNode(), message, {
		description: chooseFrom(EVENT_NAMES, unknown),
	});
}
