import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readChoice } from './reading';
import type { WholeBookings } from '../venueApi/resources/bookings';

const CHOICES: Array<{ name: string; value: WholeBookings; description: string }> = [
	{
		name: 'Always',
		value: 'always',
		description: 'Fetch each booking by its ID: one request for each',
	},
	{
		name: 'Automatic',
		value: 'automatic',
		description:
			'Fetch each by its ID if the venue’s list leaves fields out. One look-up shows that.',
	},
	{ name: 'Never', value: 'never', description: 'Return the bookings as the list has them' },
];

export const wholeBookingsField: INodeProperties = {
	displayName: 'Whole Bookings',
	name: 'wholeBookings',
	type: 'options',
	options: CHOICES,
	default: 'automatic',
	description:
		'Whether to fetch bookings by their ID, because a list may leave out fields such as payments',
};

export function readWholeBookings(
	context: Pick<IExecuteFunctions, 'getNode'>,
	value: unknown = 'automatic',
): WholeBookings {
	const choices = CHOICES.map((known) => known.value);
	return readChoice(context, 'Whole Bookings', value, choices);
}
