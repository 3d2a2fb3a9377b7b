import { isRecord } from '../records';

/** The topics and event kinds of the venue, as the API document lists them. */
export const TOPICS = {
	Booking: ['Created', 'Updated', 'Cancelled', 'Deleted'],
	Ticket: ['Created', 'Updated', 'Cancelled', 'Deleted'],
	Redemption: ['Created'],
	Customer: ['Created', 'Updated'],
	Product: ['Created', 'Updated', 'Deleted'],
	SignedWaiver: ['Created'],
	PaymentLink: ['Created', 'Updated'],
	BulkExport: ['Created'],
} as const;

export type Topic = keyof typeof TOPICS;
export type EventName = { [T in Topic]: `${T}.${(typeof TOPICS)[T][number]}` }[Topic];

export const ANY_EVENT = '*';

const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];

export const EVENT_NAMES = TOPIC_NAMES.flatMap((topic) =>
	TOPICS[topic].map((kind) => `${topic}.${kind}` as EventName),
);

export function isEventName(value: unknown): value is EventName {
	return (EVENT_NAMES as unknown[]).includes(value);
}

/** Between the words of a name such as “SignedWaiver”. */
export const WORD_BOUNDARY = /(?<=[a-z])(?=[A-Z])/g;

/** For example “Signed Waiver” for `SignedWaiver`, and “Booking Created” for `Booking.Created`. */
export function inWords(name: string): string {
	return name.replace('.', ' ').replace(WORD_BOUNDARY, ' ');
}

/** Configurations name topics in lower camel case, messages in Pascal case. */
export function topicKey(topic: string): string {
	return topic.charAt(0).toLowerCase() + topic.slice(1);
}

/** The events of a configuration, by topic key and in the order of the API document. */
export function subscriptionsOf(events: readonly string[]): Record<string, { events: string[] }> {
	const isWanted = (name: string) => events.includes(ANY_EVENT) || events.includes(name);
	return Object.fromEntries(
		TOPIC_NAMES.map((topic) => ({
			key: topicKey(topic),
			events: TOPICS[topic].filter((kind) => isWanted(`${topic}.${kind}`)) as string[],
		}))
			.filter((subscription) => subscription.events.length > 0)
			.map((subscription) => [subscription.key, { events: subscription.events }]),
	);
}

/** The event names of a configuration, in the order of the API document; unknown ones come last. */
export function eventsIn(webhooks: unknown): string[] {
	const names = Object.entries(isRecord(webhooks) ? webhooks : {}).flatMap(
		([key, subscription]) => {
			const { events } = isRecord(subscription) ? subscription : {};
			const topic = TOPIC_NAMES.find((name) => name.toLowerCase() === key.toLowerCase()) ?? key;
			return (Array.isArray(events) ? events : []).map((kind) => `${topic}.${String(kind)}`);
		},
	);
	const known: string[] = EVENT_NAMES.filter((name) => names.includes(name));
	return [...known, ...names.filter((name) => !known.includes(name))];
}

/** With Any Event, an event that is not on the list is accepted, too, if the venue sends one. */
export function isSubscribed(events: readonly string[], type: string, eventType: string): boolean {
	return events.includes(ANY_EVENT) || events.includes(`${type}.${eventType}`);
}
