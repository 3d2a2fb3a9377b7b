import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { readChoice } from '../../../parameters/reading';
import type { Connection } from '../../../venueApi/connection';
import type { VenueRecord } from '../../../venueApi/records';
import { completeBookings, isRefused, listBookings } from '../../../venueApi/resources/bookings';
import { EVENT_NAMES, type Topic } from '../../../venueApi/resources/events';
import { changedAt } from '../../lists/bookingLabel';
import { recentSince } from '../../lists/searchBookings';
import { hint } from '../../../n8n/hint';
import { optionsWith } from '../../parameters/options';
import type { Operation } from '../operation';
import { eventOptions } from './fields';
import { madeUpData } from './madeUpEvents';

const MOST_IF_NONE_RECENT = 100;

const FROM_BOOKING =
	'A sample with the newest booking of the venue. If a real event has the booking in data.booking, map from there.';
const MADE_UP =
	'A made-up sample: the venue’s own events may have other fields. Compare it with the first real event.';

export const getSampleEvent: Operation = {
	option: {
		name: 'Get Sample Event',
		value: 'getSampleEvent',
		action: 'Get sample event',
		description:
			'See what an event looks like before the first one arrives, to map its fields. Reads only.',
	},
	fields: [
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			required: true,
			options: eventOptions,
			default: 'Booking.Created',
			description: 'The event to see. Of a booking, it has the newest booking of the venue.',
		},
		optionsWith(),
	],
	sample: {
		id: 'sample',
		sendDate: '2026-11-21T12:00:00Z',
		type: 'Booking',
		eventDate: '2026-11-21T12:00:00Z',
		eventType: 'Created',
		data: {},
		sample: FROM_BOOKING,
	},

	async execute({ context, connection, itemIndex }) {
		const given = context.getNodeParameter('event', itemIndex);
		const event = readChoice(context, 'Event', given, EVENT_NAMES);
		const [type, eventType] = event.split('.') as [Topic, string];
		const booking = type === 'Booking' ? await newestBooking(connection) : undefined;
		const sample = booking ? FROM_BOOKING : MADE_UP;
		hint(context, sample, 'info');
		const sendDate = DateTime.utc().toISO();
		const data = booking ?? madeUpData(type, sendDate);
		// The envelope as the trigger emits it, and what this is.
		const envelope = { id: 'sample', sendDate, type, eventDate: sendDate, eventType, data };
		return [{ ...envelope, sample } as IDataObject];
	},
};

/** As a whole, as an event has it. */
async function newestBooking(connection: Connection): Promise<VenueRecord | undefined> {
	const modifiedFromDate = recentSince();
	// For one of them it does not matter whether the list is whole.
	const tellCut = () => undefined;
	const recent = await listIfAccepted(connection, { modifiedFromDate }, { tellCut });
	const bookings =
		recent.length > 0
			? recent
			: await listIfAccepted(connection, {}, { atMost: MOST_IF_NONE_RECENT, tellCut });
	const newest = [...bookings].sort((one, other) => changedAt(other) - changedAt(one)).slice(0, 1);
	const [whole] = await completeBookings(connection, newest, 'always');
	return whole;
}

/** Some venues list bookings only by what a user looks for. A sample is made up then. */
async function listIfAccepted(...call: Parameters<typeof listBookings>): Promise<VenueRecord[]> {
	const listing = listBookings(...call);
	return await listing.catch(async (thrown: unknown) => (isRefused(thrown) ? [] : await listing));
}
