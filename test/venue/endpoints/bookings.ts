import { z } from 'zod';
import type { Booking } from '../account/bookingSamples';
import type { Profile } from '../profiles';
import type { Endpoint } from './endpoint';
import { answerList } from './lists';

// Bookings never change in place, so their text is made once: tests list 100,000 of them
// repeatedly.
const texts = {
	uniqueId: new WeakMap<Booking, string>(),
	id: new WeakMap<Booking, string>(),
};

function bookingText(booking: Booking, idField: Profile['bookingIdField']): string {
	const known = texts[idField].get(booking);
	if (known !== undefined) return known;
	const { uniqueId, ...rest } = booking;
	const text = JSON.stringify({ [idField]: uniqueId, ...rest });
	texts[idField].set(booking, text);
	return text;
}

const timestamp = z.string().datetime({ offset: true }).or(z.string().date());

function inOrder(bookings: Booking[], order: Profile['bookingOrder']): Booking[] {
	if (order === 'asMade') return bookings;
	const sign = order === 'oldestFirst' ? 1 : -1;
	return [...bookings].sort((a, b) => sign * a.modifiedDate.localeCompare(b.modifiedDate));
}

const listBookings: Endpoint = {
	method: 'GET',
	path: '/bookings',
	scope: 'Booking_Get',
	surface: 'rest',
	answer(call) {
		const { request, account, answers, profile } = call;
		const since = request.query.get('modifiedFromDate');
		if (since !== null && !timestamp.safeParse(since).success) {
			return answers.badRequest({
				field: 'modifiedFromDate',
				message: `The value '${since}' is not valid for modifiedFromDate.`,
			});
		}
		const { bookings } = account;
		const asked = since === null ? bookings.all() : bookings.changedSince(Date.parse(since));
		const elements = inOrder(asked, profile.bookingOrder).map((booking) =>
			bookingText(booking, profile.bookingIdField),
		);
		return answerList(call, 'bookings', elements);
	},
};

const getBooking: Endpoint = {
	method: 'GET',
	path: '/bookings/{uniqueId}',
	scope: 'Booking_Get',
	surface: 'rest',
	answer({ parameters, account, answers, profile }) {
		const booking = account.bookings.find(parameters.uniqueId);
		if (!booking) return answers.notFound();
		return answers.jsonText(bookingText(booking, profile.bookingIdField));
	},
};

export const bookingEndpoints = [listBookings, getBooking];
