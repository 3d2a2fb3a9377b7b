import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import type { Booking } from './bookingSamples';
import type { LiveBooking } from './liveBookings';

type Kind = 'guests' | 'signedWaivers' | 'giftCards';

/** What else a live service has: some of it follows from the bookings, the rest a test has put. */
export class LiveRecords {
	readonly #bookings: () => Booking[];
	readonly #liveOf: (booking: Booking) => LiveBooking;
	readonly #put: Record<Kind, Map<string, JsonObject>> = {
		guests: new Map(),
		signedWaivers: new Map(),
		giftCards: new Map(),
	};
	readonly capacityBlocks: JsonObject[] = [];

	constructor(bookings: () => Booking[], liveOf: (booking: Booking) => LiveBooking) {
		this.#bookings = bookings;
		this.#liveOf = liveOf;
	}

	put(kind: Kind, id: string | number, record: JsonObject): void {
		this.#put[kind].set(String(id), record);
	}

	find(kind: Kind, id: string): JsonObject | undefined {
		return this.#put[kind].get(id) ?? (kind === 'guests' ? this.#guest(id) : undefined);
	}

	/** The booking that a ticket belongs to. */
	ofTicket(ticketId: string): { booking: Booking; live: LiveBooking } | undefined {
		for (const booking of this.#bookings()) {
			const live = this.#liveOf(booking);
			const hasIt = live.items.some(({ tickets }) =>
				tickets.some((ticket) => ticket.ticketId === ticketId),
			);
			if (hasIt) return { booking, live };
		}
		return undefined;
	}

	/** How many are booked for a product on a day at a time. */
	booked(productId: number, day: string, startTime: string): number {
		return this.#bookings()
			.flatMap((booking) => this.#liveOf(booking).items)
			.filter(
				(item) =>
					item.productId === productId &&
					item.bookingDate === day &&
					item.sessionStartTime === startTime,
			)
			.reduce((sum, { quantity }) => sum + quantity, 0);
	}

	/** The booking itself does not have these data. */
	#guest(id: string): JsonObject | undefined {
		const booking = this.#bookings().find((one) => {
			const { customerId } = this.#liveOf(one);
			return customerId !== null && String(customerId) === id;
		});
		if (!booking || !isJsonObject(booking.customer)) return undefined;
		const { name, firstName, lastName, email, phone, ...rest } = booking.customer;
		const [first, ...others] = String(name ?? '').split(' ');
		return {
			firstName: firstName ?? first,
			lastName: lastName ?? others.join(' '),
			email: email ?? null,
			phone: phone ?? null,
			dateOfBirth: null,
			acceptMarketing: false,
			address: null,
			flags: [],
			...rest,
		};
	}
}
