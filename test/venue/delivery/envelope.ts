import { dateText } from '../dates';
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { Profile } from '../profile';
import type { EventKind, Topic } from '../topics';
import type { Message } from './message';

/** Those of Ticket and Product are inferred: they are the ones that are left. */
const TOPIC_NUMBERS: Record<Topic, number> = {
	Booking: 1,
	Ticket: 2,
	Redemption: 3,
	Customer: 4,
	BulkExport: 5,
	Product: 6,
	SignedWaiver: 7,
	PaymentLink: 8,
};

const KIND_NUMBERS: Record<EventKind, number> = {
	Created: 1,
	Updated: 2,
	Cancelled: 3,
	Deleted: 4,
};

/** 2.4: what is sent. */
export function envelopeOf(
	{ id, type, eventDate, eventType, data }: Message,
	sentAt: number,
	{ dates, deliveries }: Profile,
): JsonObject {
	const areNumbers = deliveries.types === 'numbers';
	return {
		id,
		sendDate: dateText(sentAt, dates),
		type: areNumbers ? (TOPIC_NUMBERS[type] ?? type) : type,
		eventDate: dateText(eventDate, dates),
		eventType: areNumbers ? (KIND_NUMBERS[eventType] ?? eventType) : eventType,
		data: deliveries.data === 'wrapped' ? wrapped(type, data) : data,
	};
}

/** What a test has put into this form already stays as it is. */
function wrapped(type: Topic, data: Json): Json {
	if (!isJsonObject(data)) return data;
	if (type === 'SignedWaiver') return [data];
	const name = { Booking: 'booking', Redemption: 'redemptions' }[type as string];
	if (name === undefined || name in data) return data;
	return { [name]: type === 'Redemption' ? [data] : data };
}
