import { z } from 'zod';
import { CRITERIA, listedBookings, type Criteria } from '../account/bookingSearch';
import type { Booking } from '../account/bookingSamples';
import { liveRow } from '../account/liveBookings';
import type { JsonObject } from '../json';
import type { Profile } from '../profile';
import type { FieldError } from './answers';
import type { Call, Endpoint } from './endpoint';
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

function wholeText(booking: Booking, { account, profile }: Call): string {
	const { bookingIdField, bookings } = profile;
	if (bookings.record === 'own') return bookingText(booking, bookingIdField);
	return JSON.stringify(account.liveBooking(booking));
}

const OWN_ROW = ['reference', 'status', 'createdDate', 'modifiedDate', 'customer', 'total'];

function rowText(booking: Booking, call: Call): string {
	const { bookingIdField, bookings } = call.profile;
	if (bookings.rows === 'whole') return wholeText(booking, call);
	if (bookings.record === 'live') return JSON.stringify(liveRow(call.account.liveBooking(booking)));
	const row: JsonObject = { [bookingIdField]: booking.uniqueId };
	for (const name of OWN_ROW) if (name in booking) row[name] = booking[name];
	return JSON.stringify(row);
}

const timestamp = z.string().datetime({ offset: true }).or(z.string().date());
const SHORTEST_KEYWORD = 3;

function criteriaError(criteria: Criteria, { requiresCriterion }: Profile['bookings']) {
	const { modifiedFromDate, keywords } = criteria;
	const notValid = (field: keyof Criteria): FieldError => {
		return { field, message: `The value '${criteria[field]}' is not valid for ${field}.` };
	};
	if (modifiedFromDate !== undefined && !timestamp.safeParse(modifiedFromDate).success) {
		return notValid('modifiedFromDate');
	}
	if (!requiresCriterion) return undefined;
	if (keywords !== undefined && keywords.length < SHORTEST_KEYWORD) return notValid('keywords');
	if (criteria.date !== undefined && !z.string().date().safeParse(criteria.date).success) {
		return notValid('date');
	}
	if (Object.values(criteria).every((value) => value === undefined)) {
		return { field: 'query', message: `A search needs at least one of ${CRITERIA.join(', ')}.` };
	}
	return undefined;
}

const listBookings: Endpoint = {
	method: 'GET',
	path: '/bookings',
	scope: 'Booking_Get',
	surface: 'rest',
	answer(call) {
		const { request, account, answers, profile } = call;
		const criteria: Criteria = {};
		for (const name of [...CRITERIA, 'modifiedFromDate'] as const) {
			criteria[name] = request.query.get(name) ?? undefined;
		}
		const error = criteriaError(criteria, profile.bookings);
		if (error) return answers.badRequest(error);
		const rows = listedBookings(account, criteria, profile).map((one) => rowText(one, call));
		return answerList(call, 'bookings', rows, profile.bookings.list);
	},
};

const getBooking: Endpoint = {
	method: 'GET',
	path: '/bookings/{uniqueId}',
	scope: 'Booking_Get',
	surface: 'rest',
	answer(call) {
		const { parameters, account, answers, profile } = call;
		const { uniqueId } = parameters;
		const isLive = profile.bookings.record === 'live';
		const booking =
			account.bookings.find(uniqueId) ??
			(isLive ? account.bookingWithReference(uniqueId) : undefined);
		return booking ? answers.jsonText(wholeText(booking, call)) : answers.notFound();
	},
};

export const bookingEndpoints = [listBookings, getBooking];
