import type { Clock } from '../clock';
import type { JsonObject } from '../json';
import type { Message } from '../delivery/message';
import type { EventKind } from '../topics';
import { sampleBooking, type Booking } from './bookingSamples';

type EmitBookingEvent = (kind: EventKind, booking: Booking) => Promise<Message[]>;

/** A change and the messages that it caused, each of which has been sent once. */
interface BookingChange {
	booking: Booking;
	messages: Message[];
}

export class Bookings {
	readonly #clock: Clock;
	readonly #emit: EmitBookingEvent;
	readonly #bookings = new Map<string, Booking>();
	readonly #deleted: Booking[] = [];
	#lastNumber = 0;

	constructor(clock: Clock, emit: EmitBookingEvent) {
		this.#clock = clock;
		this.#emit = emit;
	}

	all(): Booking[] {
		return [...this.#bookings.values()];
	}

	/** Also those that were deleted, which only the change feed shows. */
	everKnown(): Booking[] {
		return [...this.all(), ...this.#deleted];
	}

	find(uniqueId: string): Booking | undefined {
		return this.#bookings.get(uniqueId);
	}

	/** Stores the booking without an event. */
	put(booking: Booking): void {
		this.#bookings.set(booking.uniqueId, booking);
	}

	/**
	 * Bookings from before, without events: one every `everySeconds`, the last of them `secondsAgo`.
	 */
	seed(count: number, { everySeconds = 60, secondsAgo = 0 } = {}): void {
		const last = this.#clock.now() - secondsAgo * 1000;
		for (let left = count; left > 0; left--) {
			this.put(sampleBooking(++this.#lastNumber, last - (left - 1) * everySeconds * 1000));
		}
	}

	create(fields: JsonObject = {}): Promise<BookingChange> {
		const sample = sampleBooking(++this.#lastNumber, this.#clock.now());
		return this.#emitted('Created', { ...sample, status: 'Confirmed', ...fields });
	}

	change(uniqueId: string, fields: JsonObject): Promise<BookingChange> {
		return this.#emitted('Updated', this.#modified(uniqueId, fields));
	}

	cancel(uniqueId: string): Promise<BookingChange> {
		return this.#emitted('Cancelled', this.#modified(uniqueId, { status: 'Cancelled' }));
	}

	async delete(uniqueId: string): Promise<BookingChange> {
		const booking = this.#modified(uniqueId, {});
		this.#bookings.delete(uniqueId);
		this.#deleted.push({ ...booking, status: 'Deleted' });
		return { booking, messages: await this.#emit('Deleted', booking) };
	}

	changedSince(time: number): Booking[] {
		return this.all().filter(({ modifiedDate }) => Date.parse(modifiedDate) >= time);
	}

	async #emitted(kind: EventKind, booking: Booking): Promise<BookingChange> {
		this.put(booking);
		return { booking, messages: await this.#emit(kind, booking) };
	}

	#modified(uniqueId: string, fields: JsonObject): Booking {
		const booking = this.#bookings.get(uniqueId);
		if (!booking) throw new Error(`The venue has no booking "${uniqueId}"`);
		const modifiedDate = new Date(this.#clock.now()).toISOString();
		return { ...booking, modifiedDate, ...fields };
	}
}
