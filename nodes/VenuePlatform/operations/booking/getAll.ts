import type { IDataObject } from 'n8n-workflow';

import { listBookings } from '../../../venueApi/resources/bookings';
import { outputFields, readOutput } from '../../output/output';
import { explainIfEmpty } from '../../parameters/emptyList';
import { jsonObjectOf } from '../../parameters/json';
import { limitOf, returnAllOrLimit } from '../../parameters/limit';
import { optionsWith } from '../../parameters/options';
import { readTime } from '../../parameters/time';
import type { Operation } from '../operation';

interface Filters {
	modifiedFromDate?: unknown;
	additionalQuery?: unknown;
}

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many bookings',
		description: 'Get the bookings of the venue, or those that changed since a time. Reads only.',
	},
	fields: [
		...returnAllOrLimit,
		...outputFields('raw'),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Additional Query Parameters',
					name: 'additionalQuery',
					type: 'json',
					default: '{}',
					description:
						'Other query parameters that the venue understands, as a JSON object of names and values',
				},
				{
					displayName: 'Modified From Date',
					name: 'modifiedFromDate',
					type: 'dateTime',
					default: '',
					description:
						'Only bookings that changed at or after this time. It is the time of the change, not of the visit.',
				},
			],
		},
		optionsWith(),
	],

	async execute({ context, connection, itemIndex }) {
		const filters = context.getNodeParameter('filters', itemIndex, {}) as Filters;
		const query: IDataObject = {
			...jsonObjectOf(context, 'Additional Query Parameters', filters.additionalQuery),
		};
		const since = readTime(context, 'Modified From Date', filters.modifiedFromDate);
		if (since) query.modifiedFromDate = since;
		const present = readOutput(context, itemIndex);

		const bookings = await listBookings(connection, query, limitOf(context, itemIndex));
		explainIfEmpty(context, bookings, 'The venue has no bookings that match these filters.');
		return present(bookings);
	},
};
