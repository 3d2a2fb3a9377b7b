import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { includeVenue } from '../parameters/includeVenue';
import { PLACEHOLDERS } from './registration/wanted';
import { ANY_EVENT, EVENT_NAMES, inWords, WORD_BOUNDARY } from '../venueApi/resources/events';
import { BOOKING_DETAILS } from '../venueApi/resources/webhookConfiguration';

/** What the editor shows while the user builds the workflow and before there is an event. */
export const panel: Pick<
	INodeTypeDescription,
	'eventTriggerDescription' | 'activationMessage' | 'triggerPanel' | 'hints'
> = {
	eventTriggerDescription: 'Now make one of the chosen events happen at the venue',
	activationMessage: 'The venue now sends its events to this workflow.',
	triggerPanel: {
		header: 'Get events from the venue',
		executionsHelp: {
			inactive:
				'<b>While you build</b>, click the button above: the venue is told to send events here for two minutes, and the first one is shown. Then create or change something at the venue.<br /><br /><b>When you are done</b>, publish the workflow. The venue is then told to send every event, and each one starts the workflow once. You find these runs under <a data-key="executions">Executions</a>.',
			active:
				'<b>The workflow is published</b>: each event of the venue starts it once. You find these runs under <a data-key="executions">Executions</a>.<br /><br /><b>To look at an event here</b>, click the button above and create or change something at the venue. The published workflow gets its events all the same.',
		},
		activationHint: {
			inactive:
				'Publish the workflow so that the venue sends its events all the time. There is nothing to set up at the venue.',
			active: 'Published: the venue sends its events all the time.',
		},
	},
	hints: [
		{
			message: `The venue must be given the user name and password, and its documentation does not name the fields. Ask the venue platform’s support for the names, then write them into the option Additional Configuration, with <code>"${PLACEHOLDERS.username.replace('<', '&lt;').replace('>', '&gt;')}"</code> and <code>"${PLACEHOLDERS.password.replace('<', '&lt;').replace('>', '&gt;')}"</code> as values.`,
			type: 'info',
			location: 'ndv',
			whenToDisplay: 'always',
			displayCondition: '={{ $parameter["authentication"] === "basicAuth" }}',
		},
	],
};

function asOption(event: string): INodePropertyOptions {
	const [topic, kind] = event.split('.').map(inWords);
	return {
		name: inWords(event),
		value: event,
		description: `When a ${topic.toLowerCase()} is ${kind.toLowerCase()}`,
	};
}

export const eventOptionsWithAny: INodePropertyOptions[] = [
	{
		name: 'Any Event',
		value: ANY_EVENT,
		description: 'All events of this list, and events that it does not know yet',
	},
	...EVENT_NAMES.map(asOption).sort((a, b) => a.name.localeCompare(b.name)),
];

/** The subtitle on the canvas: the events by their names in the list. */
export const chosenEvents = `={{ $parameter["events"].join(", ").replaceAll(".", " ").replaceAll(${WORD_BOUNDARY}, " ").replace("*", "Any Event") }}`;

const options: INodeProperties[] = [
	{
		displayName: 'Additional Configuration',
		name: 'additionalConfiguration',
		type: 'json',
		default: '{}',
		description:
			'Further settings of the venue’s webhook configuration, as a JSON object that is merged in, such as {"name": "value"}: filters, other details to include, a signature (which your workflow checks itself, with Include Headers and Raw Body). For Basic Auth, the panel says how to insert the values of the credential.',
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
			'Where Skip Outdated Events finds the ID of the booking, ticket and so on, in dot notation. If empty, the node finds it by itself: leave it empty with events of several topics.',
		hint: 'If this is empty, each item shows the path that the node found, as “entityIdPath”',
	},
	{
		displayName: 'Include Headers and Raw Body',
		name: 'includeRequest',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the headers of the delivery, as “headers”, and its body as it was sent, as “rawBody”: with these a Crypto node checks a signature. Keys and passwords in the headers are masked.',
	},
	includeVenue,
	{
		displayName: 'Skip Outdated Events',
		name: 'skipOutdated',
		type: 'boolean',
		default: false,
		description:
			'Whether to drop an event that is older than one that has already started the workflow for the same booking, ticket and so on',
	},
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventOptionsWithAny,
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
		description: 'How the venue proves that an event comes from it. Anything else is rejected.',
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
