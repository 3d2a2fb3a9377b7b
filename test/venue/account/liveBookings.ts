import { dateText, localTime, type DateForm } from '../dates';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { PRODUCTS, type Booking } from './bookingSamples';

/** A booking in the form of the live service. */
export interface LiveBooking extends JsonObject {
	uniqueId: string;
	bookingReference: string;
	createdDate: string;
	status: string;
	name: Json;
	/** Whose contact data are at GET /guests. A booking at the desk has none. */
	customerId: Json;
	total: Json;
	items: LiveItem[];
}

interface LiveItem extends JsonObject {
	productId: number;
	quantity: number;
	bookingDate: string;
	sessionStartTime: string;
	tickets: JsonObject[];
}

const FIRST_REFERENCE = 1_000_000;
const FIRST_CUSTOMER = 5000;
/** All products are variations of this one. */
export const PARENT_PRODUCT = 300;
const AT_THE_DESK = 4;
const DAYS_AHEAD = 7;
const SESSION_HOURS = 1;

/** Names of the venue's own form for those of the live one. */
const STATUSES: Record<string, string> = { Confirmed: 'Paid' };
/** A row has other statuses than the booking. */
const ROW_STATUSES: Record<string, string> = { Paid: 'PaidFull', PartiallyPaid: 'PaidPart' };
const NOT_LISTED = ['Cancelled', 'Draft', 'Deleted'];

export function productIdOf(name: Json | undefined): number {
	return PARENT_PRODUCT + 1 + Math.max(0, PRODUCTS.indexOf(String(name)));
}

function liveStatus({ status }: Booking): string {
	return STATUSES[String(status)] ?? String(status ?? 'Paid');
}

export function isCurrent(booking: Booking): boolean {
	return !NOT_LISTED.includes(liveStatus(booking));
}

/** What the sample has is translated; what a test has added under other names stays. */
export function liveBooking(booking: Booking, timeZone: string, dates: DateForm): LiveBooking {
	const { uniqueId, modifiedDate, reference, createdDate, customer, product, ...rest } = booking;
	const { guests, tickets, payments, externalId, total, ...others } = rest;
	delete others.currency;
	const number = Number(/\d+/.exec(String(reference ?? uniqueId))?.[0] ?? 0);
	const bookingReference = String(FIRST_REFERENCE + number);
	const created = String(createdDate ?? modifiedDate);
	const session = localTime(Date.parse(created), timeZone).plus({ days: DAYS_AHEAD });
	const amount = typeof total === 'number' ? total : 0;
	const quantity = typeof guests === 'number' ? guests : 1;
	const paid = Array.isArray(payments) ? payments : [];
	return {
		bookingReference,
		externalId: externalId ?? null,
		uniqueId,
		createdDate: dateText(created, dates),
		channel: number % AT_THE_DESK === 0 ? 'Venue' : 'Online',
		name: isJsonObject(customer) ? customer.name : null,
		customerId: number % AT_THE_DESK === 0 ? null : FIRST_CUSTOMER + number,
		companyId: null,
		comments: null,
		total: amount,
		remainder: 0,
		fees: 0,
		discount: 0,
		items: [
			{
				bookingItemId: number * 10 + 1,
				productId: productIdOf(product),
				quantity,
				bookingDate: session.toFormat('yyyy-MM-dd'),
				sessionStartTime: session.toFormat('HH:mm'),
				sessionEndTime: session.plus({ hours: SESSION_HOURS }).toFormat('HH:mm'),
				cost: amount,
				tickets: (Array.isArray(tickets) ? tickets : []).map((ticket, index) => ({
					ticketId: `${bookingReference}-${index + 1}`,
					redeemed: isJsonObject(ticket) && ticket.redeemed === true,
					signedWaiverId: null,
				})),
			},
		],
		payments: paid.map((payment, index) => ({
			bookingPaymentId: number * 10 + index,
			...(isJsonObject(payment) && { method: payment.method, amount: payment.amount }),
		})),
		metadata: {},
		...others,
		status: liveStatus(booking),
	};
}

function withoutTickets(item: LiveBooking['items'][number]): JsonObject {
	const shown: JsonObject = { ...item };
	delete shown.tickets;
	return shown;
}

/** A row of the list is shorter than the booking, so some changes do not show in it. */
export function liveRow(booking: LiveBooking): JsonObject {
	const { bookingReference, uniqueId, createdDate, name, customerId, total, items } = booking;
	const status = ROW_STATUSES[booking.status] ?? booking.status;
	const shown = items.map(withoutTickets);
	return { bookingReference, uniqueId, createdDate, status, name, customerId, total, items: shown };
}

const INCLUDED_ON_REQUEST = ['externalId', 'payments', 'metadata'];

/** 2.3: an event has these details only if the subscription includes them. */
export function liveEventData(booking: LiveBooking, include: JsonObject): JsonObject {
	const { items, ...rest } = booking;
	const shown = Object.entries(rest).filter(
		([name]) => !INCLUDED_ON_REQUEST.includes(name) || include[name] === true,
	);
	const withTickets = include.tickets === true;
	return {
		...Object.fromEntries(shown),
		items: withTickets ? items : items.map(withoutTickets),
	};
}
