import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { includeVenue } from '../parameters/includeVenue';
import { wholeBookingsField } from '../parameters/wholeBookings';
import type { RecoveryEvent } from './settings';
import { LIMITS } from '../venueApi/limits';

/** What the editor shows while the user builds the workflow. */
export const panel: Pick<INodeTypeDescription, 'activationMessage' | 'hints'> = {
	activationMessage: 'The venue is now asked regularly for what was not delivered.',
	hints: [
		{
			message:
				'Every 15 minutes is enough, as the venue recommends: set <b>Poll Times</b> to <b>Every X</b>, 15 <b>Minutes</b>.',
			type: 'info',
			location: 'ndv',
			whenToDisplay: 'always',
			displayCondition:
				'={{ ($parameter["pollTimes"]?.item ?? []).some((time) => time.mode === "everyMinute") }}',
		},
	],
};

const EVENT_TEXTS: Record<RecoveryEvent, { name: string; description: string }> = {
	booking: {
		name: 'Booking Changed',
		description: 'When a booking is new or has changed, also if no event of it was ever sent',
	},
	growth: {
		name: 'Failed List Grew',
		description: 'When the venue’s list of failed messages has become longer',
	},
	final: {
		name: 'Message Given Up',
		description: 'When the venue stops trying to deliver a message',
	},
	attempt: {
		name: 'Message Reached Attempt',
		description: 'When a message could not be delivered that many times',
	},
	switchedOff: {
		name: 'Webhook Switched Off',
		description: 'When a webhook is disabled, removed or changed at the venue',
	},
};

const recoveryEventOptions: INodePropertyOptions[] = Object.entries(EVENT_TEXTS)
	.map(([value, option]) => ({ value, ...option }))
	.sort((a, b) => a.name.localeCompare(b.name));

const LABELS_OF_EVENTS = JSON.stringify(
	Object.fromEntries(Object.entries(EVENT_TEXTS).map(([value, { name }]) => [value, name])),
);

/** The text below the node on the canvas: the events, by their names in the list. */
export const chosenEvents = `={{ $parameter["events"].map((event) => (${LABELS_OF_EVENTS})[event] ?? event).join(", ") }}`;

const options: INodeProperties[] = [
	{
		displayName: 'Additional Query Parameters',
		name: 'additionalQuery',
		type: 'json',
		default: '{}',
		description:
			'Further query parameters for the request for bookings, as a JSON object of names and values, such as {"name": "value"}',
	},
	includeVenue,
	{
		displayName: 'Max Items per Run',
		name: 'maxItems',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description:
			'How many items start the workflow at a time. The next polls report the others, in any order. More come at once only if the venue’s list is slow, if messages failed at the same moment, or for a message from before the changes that were reported.',
	},
	{
		displayName: 'Only Own Webhooks',
		name: 'onlyOwnWebhooks',
		type: 'boolean',
		default: true,
		description:
			'Whether to leave out messages to webhooks of other systems than this n8n, and to test addresses. Without the scope Webhook_Get, all messages are reported.',
	},
	{
		displayName: 'Safety Margin (Minutes)',
		name: 'safetyMarginMinutes',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description:
			'How many minutes further back to ask for bookings, in case the clocks of n8n and the venue differ. No version of a booking is reported twice because of it.',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		description: 'Report everything that was given up or changed since then',
		displayOptions: { show: { startWith: ['date'] } },
	},
	{
		displayName: 'Start With',
		name: 'startWith',
		type: 'options',
		options: [
			{
				name: 'All',
				value: 'all',
				description: 'Also what is on the failed list already when the workflow is published',
			},
			{
				name: 'Everything Since a Date',
				value: 'date',
				description: 'Also what was given up since a date and, with Booking Changed, what changed',
			},
			{
				name: 'New',
				value: 'new',
				description: 'Only what happens after publishing',
			},
		],
		default: 'new',
		description:
			'What to report first, when an event is added or the workflow is published again after more than a week',
	},
	{
		displayName: 'Switch On Again',
		name: 'switchOnAgain',
		type: 'boolean',
		default: false,
		description:
			'Whether to switch a webhook on again that the venue switched off, if its workflow is published in this n8n. Unpublish a workflow to keep its webhook off. This needs Webhook Switched Off and the scope Webhook_Update.',
	},
	wholeBookingsField,
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: recoveryEventOptions,
		default: ['final', 'attempt', 'growth'],
	},
	{
		displayName: 'Minimum Attempt',
		name: 'minimumAttempt',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5,
		description: `How many times a message could not be delivered, at least. The venue tries again up to ${LIMITS.deliveries.retries} times. A message that it has given up counts in any case.`,
		displayOptions: { show: { events: ['attempt'] } },
	},
	{
		displayName: 'Growth Threshold',
		name: 'growthThreshold',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description:
			'How many new messages on the failed list start the workflow, counted from the last report or a shorter list since',
		displayOptions: { show: { events: ['growth'] } },
	},
	{
		displayName: 'Recover Bookings',
		name: 'refetchBookings',
		type: 'boolean',
		default: true,
		description:
			'Whether to fetch bookings again when messages about them were given up: every booking that changed since the earliest of them happened, each version once',
		displayOptions: { show: { events: ['final'] } },
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
