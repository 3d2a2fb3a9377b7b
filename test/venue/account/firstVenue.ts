import type { VenueAccount } from './account';

/** What belongs to one venue, of the first one on the platform. */
export abstract class FirstVenue {
	protected abstract readonly first: VenueAccount;

	get bookings(): VenueAccount['bookings'] {
		return this.first.bookings;
	}

	get webhooks(): VenueAccount['webhooks'] {
		return this.first.webhooks;
	}

	get messages(): VenueAccount['messages'] {
		return this.first.messages;
	}

	get failedMessages(): VenueAccount['failedMessages'] {
		return this.first.failedMessages;
	}

	emit(...event: Parameters<VenueAccount['emit']>): ReturnType<VenueAccount['emit']> {
		return this.first.emit(...event);
	}
}
