import type { IDataObject } from 'n8n-workflow';

import { subscriptionsOf, topicKey, TOPICS } from './events';
import { isRecord, lettersOf } from '../records';

/** What a user wants to change in a webhook. A field that is undefined stays as it is. */
export interface WebhookChanges {
	url?: string;
	enabled?: boolean;
	/** All events that are wanted from now on, such as `Booking.Created`. */
	events?: string[];
	/** All details that are wanted with a booking from now on. */
	bookingInclude?: string[];
	apiKey?: string;
	additional?: IDataObject;
}

/** What the venue can add to its booking events, with labels for users. */
export const BOOKING_DETAILS: Record<string, string> = {
	externalId: 'External ID',
	payments: 'Payments',
	tickets: 'Tickets',
};

const TOPIC_KEYS = Object.keys(TOPICS).map(topicKey);

/** Applies the changes to the configuration, and leaves everything else as it is. */
export function withChanges(configuration: IDataObject, changes: WebhookChanges): IDataObject {
	const { url, enabled, events, bookingInclude, apiKey, additional = {} } = changes;
	const wanted = [
		url === undefined ? {} : { url },
		enabled === undefined ? {} : { enabled },
		bookingInclude === undefined ? {} : includeIn(configuration.webhooks, bookingInclude),
		apiKey === undefined ? {} : { authentication: { apiKey } },
		additional,
	];
	const subscribed = events
		? { ...configuration, webhooks: subscriptionsWith(configuration.webhooks, events) }
		: configuration;
	return wanted.reduce<IDataObject>(mergeDeep, subscribed);
}

/** Whether the venue sends bookings. Otherwise there is nothing to include a detail in. */
export function sendsBookings({ webhooks }: IDataObject): boolean {
	if (!isRecord(webhooks)) return false;
	const { [keyIn(webhooks, 'booking')]: subscription } = webhooks;
	return isRecord(subscription) && subscription.events !== undefined;
}

/** Topics that are no longer wanted are removed; topics that this package does not know stay. */
function subscriptionsWith(current: unknown, events: string[]): IDataObject {
	const old = isRecord(current) ? current : {};
	const ours = TOPIC_KEYS.map((topic) => keyIn(old, topic));
	const unknown = Object.entries(old).filter(([key]) => !ours.includes(key));
	const chosen = Object.entries(subscriptionsOf(events)).map(([topic, subscription]) => {
		const key = keyIn(old, topic);
		const { [key]: before } = old;
		return [key, { ...(isRecord(before) ? before : {}), ...subscription }];
	});
	return Object.fromEntries([...unknown, ...chosen]) as IDataObject;
}

function includeIn(webhooks: unknown, wanted: string[]): IDataObject {
	const key = keyIn(isRecord(webhooks) ? webhooks : {}, 'booking');
	const include = Object.keys(BOOKING_DETAILS).map((detail) => [detail, wanted.includes(detail)]);
	return { webhooks: { [key]: { include: Object.fromEntries(include) as IDataObject } } };
}

/** The key of a topic, in the spelling that the venue has. */
function keyIn(webhooks: IDataObject, topic: string): string {
	return Object.keys(webhooks).find((key) => lettersOf(key) === lettersOf(topic)) ?? topic;
}

/** Merges two objects level by level. Lists and plain values of the second replace those of the first. */
export function mergeDeep(base: IDataObject, extra: IDataObject): IDataObject {
	const merged = Object.entries(extra).map(([name, value]) => {
		const known = Object.hasOwn(base, name) ? base[name] : undefined;
		return [name, isRecord(known) && isRecord(value) ? mergeDeep(known, value) : value];
	});
	return { ...base, ...(Object.fromEntries(merged) as IDataObject) };
}
