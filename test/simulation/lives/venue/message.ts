import type { Message as FailedMessage } from '../../../venue/delivery/message';
import type { Topic } from '../../../venue/topics';

/** The first one, and seven more. */
export const ATTEMPTS = 8;

/** What a venue has to say to one address, once. */
export interface Message {
	/** Unlike the id, which two configurations may be sent alike. */
	name: string;
	id: string;
	/** Which venue says it, by its index. */
	venue: number;
	url: string;
	/** Whose booking it is about, and since when. */
	entity: string;
	eventDate: number;
	/** When it was sent first. */
	sentAt: number;
	kind: 'genuine' | 'stranger' | 'unsubscribed';
	/** The key that the configuration shows. */
	apiKey: string;
}

/** A newer event of the same thing, for the same address. */
export function supersedes(one: Message, other: Message): boolean {
	return one.url === other.url && one.entity === other.entity && one.eventDate > other.eventDate;
}

/** What the failed list shows of every attempt. */
export const UNAVAILABLE = { httpResponseStatus: 503, detail: 'Service unavailable' };

/** For the failed list, once an attempt has failed. */
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
