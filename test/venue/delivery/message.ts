import type { JsonObject } from '../json';
import type { EventKind, Topic } from '../topics';

export type DeliveryStatus = 'Pending' | 'Delivered' | `Attempt${number}Failed` | 'Failed';

export interface FailedAttempt {
	status: DeliveryStatus;
	/** Absent if no answer came. */
	httpResponseStatus?: number;
	detail: string;
	createdAt: number;
}

export interface VenueEvent {
	type: Topic;
	eventType: EventKind;
	eventDate: string;
	data: JsonObject;
}

/** One event on its way to one webhook. */
export interface Message extends VenueEvent {
	readonly id: string;
	readonly webhookId: number;
	status: DeliveryStatus;
	history: FailedAttempt[];
	nextRetryAt?: number;
}

/** 2.4: what is sent. */
export interface Envelope extends VenueEvent {
	id: string;
	sendDate: string;
}

export function envelopeOf(message: Message, sentAt: number): Envelope {
	const { id, type, eventDate, eventType, data } = message;
	return { id, sendDate: new Date(sentAt).toISOString(), type, eventDate, eventType, data };
}
