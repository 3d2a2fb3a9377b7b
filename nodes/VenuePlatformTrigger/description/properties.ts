import type { INodeProperties } from 'n8n-workflow';

import { BOOKING_DETAILS } from '../../venueApi/resources/webhookConfiguration';
import { PLACEHOLDERS } from '../registration/wanted';
import { eventOptions } from './events';

const options: INodeProperties[] = [
	{
		displayName: 'Additional Configuration',
		name: 'additionalConfiguration',
		type: 'json',
		default: '{}',
		description: `Further settings of the venue’s webhook configuration, as a JSON object that is merged in, such as {"name": "value"}: filters, other details to include, a signature (which your workflow checks itself, with Include Headers and Raw Body). "${PLACEHOLDERS.username}" and "${PLACEHOLDERS.password}" stand for the values of the credential.`,
		hint: 'Ask the venue platform’s support for the names of these settings',
	},
	{
		displayName: 'Booking Details to Include',
		name: 'bookingInclude',
		type: 'multiOptions',
		options: Object.entries(BOOKING_DETAILS).map(([value, name]) => ({ name, value })),
		default: [],
		description: 'What the venue adds to the data of booking events',
	},
	{
		displayName: 'Entity ID Path',
		name: 'entityIdPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.uniqueId',
		description:
			'Where the ID of the booking, ticket and so on stands in an event, in dot notation. Used to skip outdated events.',
		hint: 'Look at the output of one event to find it',
	},
	{
		displayName: 'Include Headers and Raw Body',
		name: 'includeRequest',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the headers of the delivery, as “headers”, and its body as it was sent, as “rawBody”: with these a Crypto node checks a signature. The key by which the venue is recognized is left out.',
	},
	{
		displayName: 'Include Venue',
		name: 'includeVenue',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the name of the credential to each item, as “venue”. With several venues, name each credential after its venue.',
	},
	{
		displayName: 'Skip Outdated Events',
		name: 'skipOutdated',
		type: 'boolean',
		default: false,
		description:
			'Whether to drop an event that is older than one that has already started the workflow for the same booking, ticket and so on. Needs Entity ID Path.',
	},
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventOptions,
		default: [],
	},
	{
		displayName: 'Authentication of Deliveries',
		name: 'authentication',
		type: 'options',
		options: [
			{
				name: 'API Key',
				value: 'apiKey',
				description:
					'The venue presents a key that is made for this trigger, or the Webhook API Key of the credential',
			},
			{
				name: 'Basic Auth',
				value: 'basicAuth',
				description:
					'The venue presents the Webhook Username and the Webhook Password of the credential',
			},
		],
		default: 'apiKey',
		description: 'How the venue proves that an event comes from it. Anything else is turned away.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	},
];
