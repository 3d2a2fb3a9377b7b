import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BOOKING_DETAILS } from '../../../venueApi/resources/webhookConfiguration';
import { EVENT_NAMES, inWords } from '../../../venueApi/resources/events';

export const eventOptions: INodePropertyOptions[] = EVENT_NAMES.map((event) => ({
	name: inWords(event),
	value: event,
})).sort((a, b) => a.name.localeCompare(b.name));

export const additionalConfiguration: INodeProperties = {
	displayName: 'Additional Configuration',
	name: 'additionalConfiguration',
	type: 'json',
	default: '{}',
	description:
		'Anything else that the venue understands, such as filters, other details to include, basic authentication or a signature, as a JSON object such as {"webhooks": {"booking": {"include": {"tickets": true}}}}. It is merged into the configuration level by level and wins over the other fields.',
};

export const apiKey: INodeProperties = {
	displayName: 'API Key',
	name: 'apiKey',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: 'Secret that the venue presents with each delivery, in a header such as x-api-key',
};

export const bookingInclude: INodeProperties = {
	displayName: 'Booking Details to Include',
	name: 'bookingInclude',
	type: 'multiOptions',
	options: Object.entries(BOOKING_DETAILS).map(([value, name]) => ({ name, value })),
	default: [],
	description: 'Details to send with each booking. Those not chosen are not sent.',
};

export const enabled: INodeProperties = {
	displayName: 'Enabled',
	name: 'enabled',
	type: 'boolean',
	default: true,
	description: 'Whether the venue sends events to this webhook',
};

export const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: eventOptions,
	default: [],
	description:
		'All events to send to this webhook. An expression may give a list such as ["Booking.Created", "Ticket.Updated"].',
};

export const url: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/venue-events',
	description: 'Address that receives the events. It has to start with https://.',
};
