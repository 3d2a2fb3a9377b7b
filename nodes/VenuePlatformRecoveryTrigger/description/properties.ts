import type { INodeProperties } from 'n8n-workflow';

import { LIMITS } from '../../venueApi/limits';
import { eventOptions } from './events';

const options: INodeProperties[] = [
	{
		displayName: 'Additional Query',
		name: 'additionalQuery',
		type: 'json',
		default: '{}',
		description:
			'Further query parameters with which bookings are asked for, as a JSON object of names and values, such as {"name": "value"}',
	},
	{
		displayName: 'Include Venue',
		name: 'includeVenue',
		type: 'boolean',
		default: false,
		description: 'Whether to add the name of the credential to each item, as “venue”',
	},
	{
		displayName: 'Max Items per Run',
		name: 'maxItems',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description:
			'How many items start the workflow at a time. The next polls report the others, the oldest change first. There are more only where more changes happened at one time.',
	},
	{
		displayName: 'Safety Margin (Minutes)',
		name: 'safetyMarginMinutes',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description:
			'How many minutes further back bookings are asked for, in case the clocks of n8n and the venue differ. No version of a booking is reported twice for it.',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		description: 'Everything is reported that was given up or changed since then',
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
				description: 'Only what happens from the moment of publishing on',
			},
		],
		default: 'new',
		description:
			'What to report first. This counts when the workflow is published with this node for the first time: later, nothing is reported again for it.',
	},
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventOptions,
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
			'By how many messages the failed list has to be longer than at the last report, or than it was at a poll since',
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
