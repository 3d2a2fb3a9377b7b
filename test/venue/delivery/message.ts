import type { Webhook } from '../account/webhooks';
import type { Json } from '../json';
import type { Profile } from '../profile';
import type { EventKind, Topic } from '../topics';

export type DeliveryStatus = 'Pending' | 'Delivered' | `Attempt${number}Failed` | 'Failed';

export interface FailedAttempt {
	status: DeliveryStatus;
	/** Absent if there was no response. */
	httpResponseStatus?: number;
	detail: string;
	createdAt: number;
}

export interface VenueEvent {
	type: Topic;
	eventType: EventKind;
	eventDate: string;
	data: Json;
}

/** One event on its way to one webhook. */
export interface Message extends VenueEvent {
	readonly id: string;
	readonly webhookId: number;
	status: DeliveryStatus;
	history: FailedAttempt[];
	nextRetryAt?: number;
}

/** One POST to a receiver and its response. */
export interface Delivery {
	readonly messageId: string;
	readonly webhookId: number;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly at: number;
	/** Absent if there was no response, or not yet. In that case, `detail` gives the reason. */
	status?: number;
	answer?: string;
	detail?: string;
}

/** How a message is sent to its receiver. */
export interface Sender {
	send(webhook: Webhook, message: Message): Promise<Delivery>;
}

/** 3.1: only a 2xx counts, or only 200, and a redirect is not followed. */
export function isAccepted(
	status: number | undefined,
	{ deliveries: { accepted } }: Profile,
): boolean {
	if (status === undefined) return false;
	return accepted === 'only200' ? status === 200 : status >= 200 && status < 300;
}
