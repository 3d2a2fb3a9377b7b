import { getBooking } from '../../../venueApi/resources/bookings';
import { bookingOutput, readOutput } from '../../output/output';
import { locator, requiredId } from '../../parameters/id';
import { optionsWith } from '../../parameters/options';
import type { Operation } from '../operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get booking',
		description: 'Get one booking by its unique ID. To look for bookings, use Get Many.',
	},
	fields: [
		{
			...locator({
				displayName: 'Booking',
				name: 'bookingId',
				description: 'The booking to get. By ID takes the unique ID of the booking.',
				searchListMethod: 'searchBookings',
				placeholder: 'e.g. BKG-000042',
				slowLoadNotice: 'The venue has many bookings. If you know the ID, use By ID.',
			}),
			required: true,
		},
		...bookingOutput,
		optionsWith(),
	],
	sample: { uniqueId: 'BKG-000042' },
	itemOrder: 'together',

	async execute({ context, connection, itemIndex }) {
		const id = requiredId(context, 'Booking', context.getNodeParameter('bookingId', itemIndex));
		const shape = readOutput(context, itemIndex);
		return shape([await getBooking(connection, id)]);
	},
};
