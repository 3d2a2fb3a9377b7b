import type { Schedule } from '../clock';
import { failedRecord } from '../delivery/failedRecord';
import type { Message, Sender, VenueEvent } from '../delivery/message';
import { Messages } from '../delivery/messages';
import type { DeliveryRules } from '../delivery/retryRules';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { ExportLimits, type ExportRules } from '../limits/exports';
import type { Profile } from '../profile';
import type { EventKind, Topic } from '../topics';
import { eventData, type Booking } from './bookingSamples';
import { Bookings } from './bookings';
import { liveBooking, liveEventData, type LiveBooking } from './liveBookings';
import type { FileShelf } from '../wire/fileHost';
import { ExportFiles } from './exportFiles';
import { LiveRecords } from './liveRecords';
import { Reports } from './reports';
import { subscriptionOf, Webhooks, type Webhook } from './webhooks';

interface AccountRules {
	maxWebhooks: number;
	timeZone: string;
	delivery: DeliveryRules;
	exports: Partial<ExportRules>;
}

/** One venue on the platform, with everything that belongs to it. */
export class VenueAccount {
	readonly #clock: Schedule;
	readonly #profile: Profile;
	readonly name: string;
	readonly timeZone: string;
	readonly bookings: Bookings;
	readonly webhooks: Webhooks;
	readonly messages: Messages;
	readonly exports: ExportLimits;
	readonly exportFiles: ExportFiles;
	readonly reports: Reports;
	/** What a live service has beside bookings. */
	readonly records: LiveRecords;
	/** The venue's number in exports. */
	readonly venueId: number;
	/** Where files are that do not belong to the API. */
	readonly files: FileShelf;

	constructor(
		name: string,
		clock: Schedule,
		profile: Profile,
		{ sender, files }: { sender: Sender; files: FileShelf },
		{ venueId, ...rules }: AccountRules & { venueId: number },
	) {
		this.#clock = clock;
		this.#profile = profile;
		this.name = name;
		this.timeZone = rules.timeZone;
		this.webhooks = new Webhooks(clock, rules.maxWebhooks);
		this.messages = new Messages(clock, sender, this.webhooks, profile, rules.delivery);
		this.bookings = new Bookings(clock, (kind, booking) => this.#emit(kind, booking));
		this.exports = new ExportLimits(clock, profile, rules.exports);
		this.exportFiles = new ExportFiles(clock);
		this.files = files;
		this.venueId = venueId;
		const liveOf = (booking: Booking) => this.liveBooking(booking);
		this.reports = new Reports(rules.timeZone, () => this.bookings.everKnown(), liveOf);
		this.records = new LiveRecords(() => this.bookings.all(), liveOf);
	}

	/** 2.5: the failed list as the service returns it. */
	get failedMessages(): JsonObject[] {
		return this.messages.failed().map((message) => failedRecord(message, this.#profile));
	}

	/** How the live service shows a booking. */
	liveBooking(booking: Booking): LiveBooking {
		return liveBooking(booking, this.timeZone, this.#profile.dates);
	}

	bookingWithReference(reference: string): Booking | undefined {
		const all = this.bookings.all();
		return all.find((booking) => this.liveBooking(booking).bookingReference === reference);
	}

	/**
	 * Emits an event of any topic with this data. Resolves after each subscribed webhook has been
	 * called once.
	 */
	emit(event: {
		type: Topic;
		eventType: EventKind;
		data?: Json;
		eventDate?: string;
	}): Promise<Message[]> {
		return this.#post(event.type, event.eventType, event.eventDate, () => event.data ?? {});
	}

	#emit(kind: EventKind, booking: Booking): Promise<Message[]> {
		return this.#post('Booking', kind, booking.modifiedDate, (webhook) => {
			const include = subscriptionOf(webhook, 'Booking')?.include;
			const included = isJsonObject(include) ? include : {};
			if (this.#profile.bookings.record === 'own') return eventData(booking, included);
			return liveEventData(this.liveBooking(booking), included);
		});
	}

	#post(
		type: Topic,
		eventType: EventKind,
		eventDate = new Date(this.#clock.now()).toISOString(),
		dataFor: (webhook: Webhook) => Json,
	): Promise<Message[]> {
		const subscribed = this.webhooks.subscribedTo(type, eventType);
		return Promise.all(
			subscribed.map((webhook) => {
				const event: VenueEvent = { type, eventType, eventDate, data: dataFor(webhook) };
				return this.messages.post(webhook, event);
			}),
		);
	}
}
