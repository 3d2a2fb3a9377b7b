import { localTime } from '../dates';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { PRODUCTS, type Booking } from './bookingSamples';
import { PARENT_PRODUCT, productIdOf, type LiveBooking } from './liveBookings';

interface Report {
	/** What an export of the same rows is called. */
	exportType?: string;
	/** The date that decides on which day a row is. Without it, the report has no days. */
	dateField?: string;
	/** Some reports come as a bare list. */
	form: 'envelope' | 'array';
	/** The page size that cannot be changed. */
	pageSize?: number;
	rowsOf?: (live: LiveBooking, booking: Booking) => JsonObject[];
}

/** IDs are text here, and numbers elsewhere. */
const text = (id: Json | undefined): Json => (id === null || id === undefined ? null : String(id));

const bookingItems = (live: LiveBooking, booking: Booking): JsonObject[] =>
	live.items.map(({ bookingItemId, productId, quantity, bookingDate, ...item }) => ({
		bookingReference: live.bookingReference,
		bookingUniqueId: live.uniqueId,
		bookingName: live.name,
		bookingItemId: text(bookingItemId),
		bookingCustomerId: text(live.customerId),
		bookingStatus: live.status,
		bookingDate,
		sessionStart: item.sessionStartTime,
		bookingNotes: live.comments,
		productId: text(productId),
		quantity,
		cost: item.cost,
		bookingTotal: live.total,
		bookingCreatedDate: live.createdDate,
		bookingModifiedDate: booking.modifiedDate,
	}));

const tickets = (live: LiveBooking, booking: Booking): JsonObject[] =>
	live.items.flatMap((item) =>
		item.tickets.map(({ ticketId }) => ({
			bookingReference: live.bookingReference,
			bookingItemId: text(item.bookingItemId),
			ticketId,
			customerId: text(live.customerId),
			productId: text(item.productId),
			bookingDate: item.bookingDate,
			modifiedDate: booking.modifiedDate,
		})),
	);

const payments = (live: LiveBooking): JsonObject[] =>
	(Array.isArray(live.payments) ? live.payments : []).filter(isJsonObject).map((payment) => ({
		bookingPaymentId: text(payment.bookingPaymentId),
		bookingReference: live.bookingReference,
		total: payment.amount,
		paymentMethod: payment.method,
		createdDate: live.createdDate,
	}));

const revenue = (live: LiveBooking): JsonObject[] =>
	payments(live).map(({ bookingPaymentId, total, paymentMethod, createdDate }) => ({
		recordDate: createdDate,
		entryType: 'Transaction',
		bookingReference: live.bookingReference,
		bookingPaymentId,
		transactionValue: total,
		fundsReceived: total,
		netRevenue: total,
		paymentType: paymentMethod,
		customerId: text(live.customerId),
	}));

export const REPORTS: Readonly<Record<string, Report>> = {
	'/data/bookingitems': {
		exportType: 'BookingItems',
		dateField: 'bookingModifiedDate',
		form: 'envelope',
		rowsOf: bookingItems,
	},
	'/data/tickets': {
		exportType: 'Tickets',
		dateField: 'modifiedDate',
		form: 'envelope',
		rowsOf: tickets,
	},
	'/data/customers': { exportType: 'Customers', dateField: 'modifiedDate', form: 'envelope' },
	'/data/giftcards': { exportType: 'Giftcards', dateField: 'modifiedDate', form: 'array' },
	'/data/bookingpayments': {
		exportType: 'Payments',
		dateField: 'createdDate',
		form: 'envelope',
		rowsOf: payments,
	},
	'/data/attendances': { exportType: 'Attendance', dateField: 'checkInDateTime', form: 'array' },
	'/data/signedwaivers': {
		exportType: 'SignedWaivers',
		dateField: 'modifiedDate',
		form: 'envelope',
	},
	'/data/bookingsignedwaivers': {
		exportType: 'BookingSignedWaivers',
		dateField: 'modifiedDate',
		form: 'envelope',
	},
	'/data/products': { form: 'envelope' },
	'/reporting/revenue-entries': {
		exportType: 'RevenueEntries',
		dateField: 'recordDate',
		form: 'envelope',
		pageSize: 100,
		rowsOf: revenue,
	},
};

/** Exports for which the simulated venue has no rows of its own. */
const OTHER_EXPORTS = [
	'MembershipRedemptions',
	'MembershipStatuses',
	'MembershipCredits',
	'PosTillReconciliations',
];

export function isExportType(name: Json | undefined): name is string {
	return (
		OTHER_EXPORTS.includes(String(name)) ||
		Object.values(REPORTS).some(({ exportType }) => exportType === name)
	);
}

interface DatedRow {
	day: string;
	row: JsonObject;
}

/** The rows of a venue's reports: what follows from its bookings, and what a test has added. */
export class Reports {
	readonly #timeZone: string;
	readonly #bookings: () => Booking[];
	readonly #liveOf: (booking: Booking) => LiveBooking;
	readonly #added = new Map<string, DatedRow[]>();
	// Bookings never change in place, so their rows are made once: tests read thousands by the day.
	readonly #made = new Map<string, WeakMap<Booking, DatedRow[]>>();

	constructor(
		timeZone: string,
		bookings: () => Booking[],
		liveOf: (booking: Booking) => LiveBooking,
	) {
		this.#timeZone = timeZone;
		this.#bookings = bookings;
		this.#liveOf = liveOf;
	}

	/** Rows that stand on the day of their date, in the order in which they were added. */
	add(path: string, rows: readonly JsonObject[]): void {
		if (!(path in REPORTS)) throw new Error(`There is no report ${path}`);
		const added = this.#added.get(path) ?? [];
		for (const row of rows) added.push(this.#dated(path, row));
		this.#added.set(path, added);
	}

	/** The rows from a day of the venue up to another, without the latter. */
	between(path: string, from: string, until: string): JsonObject[] {
		const { dateField } = REPORTS[path];
		return this.#rows(path)
			.filter(({ day }) => dateField === undefined || (day >= from && day < until))
			.map(({ row }) => row);
	}

	forExport(exportType: string, from: string, until: string): JsonObject[] {
		const path = Object.keys(REPORTS).find((one) => REPORTS[one].exportType === exportType);
		return path === undefined ? [] : this.between(path, from, until);
	}

	#rows(path: string): DatedRow[] {
		const added = this.#added.get(path) ?? [];
		if (path === '/data/products') return [...PRODUCT_ROWS, ...added];
		const { rowsOf } = REPORTS[path];
		if (!rowsOf) return added;
		let made = this.#made.get(path);
		if (!made) this.#made.set(path, (made = new WeakMap()));
		const rows: DatedRow[] = [];
		for (const booking of this.#bookings()) {
			let own = made.get(booking);
			if (!own) {
				own = rowsOf(this.#liveOf(booking), booking).map((row) => this.#dated(path, row));
				made.set(booking, own);
			}
			rows.push(...own);
		}
		return [...rows, ...added];
	}

	#dated(path: string, row: JsonObject): DatedRow {
		const { dateField } = REPORTS[path];
		return { day: dateField === undefined ? '' : this.#dayOf(String(row[dateField])), row };
	}

	#dayOf(date: string): string {
		if (/^\d{4}-\d\d-\d\d$/.test(date)) return date;
		return localTime(Date.parse(date), this.#timeZone).toISODate() ?? '';
	}
}

const PRODUCT_ROWS: DatedRow[] = PRODUCTS.map((name) => ({
	day: '',
	row: {
		productId: text(productIdOf(name)),
		parentProductId: text(PARENT_PRODUCT),
		name,
		productStatus: 'Published',
	},
}));
