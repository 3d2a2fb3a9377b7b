import type { Message as FailedMessage } from '../../../venue/delivery/message';
import type { Topic } from '../../../venue/topics';

/** The first attempt, and seven more. */
export const ATTEMPTS = 8;

/** One message from a venue to one address. */
export interface Message {
	/** Unlike the id, which may be the same for two configurations. */
	name: string;
	id: string;
	/** The index of the venue that sends it. */
	venue: number;
	url: string;
	/** Which booking it is about, and the date of the event. */
	entity: string;
	eventDate: number;
	/** When it was first sent. */
	sentAt: number;
	kind: 'genuine' | 'stranger' | 'unsubscribed';
	/** The key in the configuration. */
	apiKey: string;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * As docs/reliability.md says, a date that is more than a day ahead orders nothing. A late retry may
 * arrive when its date has come.
 */
export function isOrderedBy({ eventDate }: Message, arrivedAt: number): boolean {
	return eventDate <= arrivedAt + DAY_MS;
}

/** A newer event about the same booking, for the same address, that arrived at this time. */
export function supersedes(one: Message, other: Message, arrivedAt: number): boolean {
	const isSame = one.url === other.url && one.entity === other.entity;
	return isSame && isOrderedBy(one, arrivedAt) && one.eventDate > other.eventDate;
}

/** What the failed list shows about every attempt. */
export const UNAVAILABLE = { httpResponseStatus: 503, detail: 'Service unavailable' };

/** For the failed list, after an attempt has failed. */
export function failedMessage(
	id: string,
	webhookId: number,
	type: Topic,
	happenedAt: number,
): FailedMessage {
	const eventDate = new Date(happenedAt).toISOString();
	const event = { type, eventType: 'Updated', eventDate, data: {} } as const;
	return { id, webhookId, ...event, status: 'Pending', history: [] };
}
