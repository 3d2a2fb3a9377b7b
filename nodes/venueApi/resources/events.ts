import { isRecord, textOf } from '../records';

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
type EventName = { [T in Topic]: `${T}.${(typeof TOPICS)[T][number]}` }[Topic];

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

/** “signed waiver” and `SignedWaiver` are the same, and so are “Canceled” and `Cancelled`. */
export function isSameName(one: string, other: string): boolean {
	return withoutSpelling(one) === withoutSpelling(other);
}

function withoutSpelling(name: string): string {
	const letters = name.toLowerCase().replace(/[\s._:/-]+/g, '');
	return letters.replace(/canceled$/, 'cancelled');
}

/** Whether the things of this topic change. Only then can one event outdate another. */
export function hasStates(topic: string): boolean {
	return (kindsOfTopic(topic)?.length ?? 0) > 1;
}

/** Whether they surely do not. A topic that is not known may. */
export function isNeverUpdated(topic: string): boolean {
	return kindsOfTopic(topic)?.length === 1;
}

function kindsOfTopic(topic: string): readonly string[] | undefined {
	const known = TOPIC_NAMES.find((name) => isSameName(name, topic));
	return known && TOPICS[known];
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
	if (!isRecord(webhooks)) return [];
	const names = Object.entries(webhooks).flatMap(([key, subscription]) => {
		const { events } = isRecord(subscription) ? subscription : {};
		const topic = TOPIC_NAMES.find((name) => isSameName(name, key)) ?? key;
		return (Array.isArray(events) ? events : [])
			.map(textOf)
			.map((kind) => `${topic}.${kindNamed(kind) ?? kind}`);
	});
	if (names.length === 0) return [];
	const known: string[] = EVENT_NAMES.filter((name) => names.includes(name));
	return [...known, ...names.filter((name) => !known.includes(name))];
}

/** The topics without an event, if all events of most topics are there. */
export function topicsLeftOutOf(webhooks: unknown): Topic[] {
	const names = eventsIn(webhooks);
	const left = TOPIC_NAMES.filter((topic) => !names.some((name) => name.startsWith(`${topic}.`)));
	const isWhole = EVENT_NAMES.every((name) => {
		return names.includes(name) || left.some((topic) => name.startsWith(`${topic}.`));
	});
	return isWhole && left.length < TOPIC_NAMES.length / 2 ? left : [];
}

const KINDS = [...new Set<string>(TOPIC_NAMES.flatMap((topic) => TOPICS[topic]))];

/** The kind of the API document that a name in any spelling stands for. */
function kindNamed(said: string): string | undefined {
	return KINDS.find((kind) => isSameName(kind, said));
}

/**
 * Of these events, those that a configuration clearly lacks. Topics and events in a form that is not
 * known show nothing.
 */
export function eventsMissingIn(webhooks: unknown, events: readonly string[]): string[] {
	if (!isRecord(webhooks)) return [];
	const shown = Object.entries(webhooks).map(([key, subscription]) => ({
		topic: topicNamed(key),
		kinds: kindsIn(subscription),
	}));
	if (shown.some(({ topic, kinds }) => topic === undefined && kinds?.length !== 0)) return [];
	const kindsOf = new Map(shown.map(({ topic, kinds }) => [topic, kinds]));
	return events.filter((event) => {
		const [topic, kind] = event.split('.');
		const kinds = kindsOf.has(topic as Topic) ? kindsOf.get(topic as Topic) : [];
		return kinds !== undefined && !kinds.includes(kind);
	});
}

/** Undefined if the venue shows events, or may have some, in a form that is not known. */
function kindsIn(subscription: unknown): string[] | undefined {
	if (subscription === null || subscription === false) return [];
	const { events } = isRecord(subscription) ? subscription : {};
	if (!Array.isArray(events)) return undefined;
	const kinds = events.flatMap((kind) => kindNamed(textOf(kind)) ?? []);
	return kinds.length === events.length ? kinds : undefined;
}

/**
 * Some services write numbers. No document names 2 and 6, which can only be Ticket and Product, in
 * either order.
 */
const TOPICS_BY_NUMBER = new Map<string, readonly Topic[]>([
	['1', ['Booking']],
	['2', ['Ticket', 'Product']],
	['3', ['Redemption']],
	['4', ['Customer']],
	['5', ['BulkExport']],
	['6', ['Ticket', 'Product']],
	['7', ['SignedWaiver']],
	['8', ['PaymentLink']],
]);

const KINDS_BY_NUMBER = new Map<string, readonly string[]>([
	['1', ['Created']],
	['2', ['Updated']],
	['3', ['Cancelled']],
	['4', ['Deleted']],
]);

/** A message may name its topic and its kind by number, in any case, or not at all. */
interface NamedEvent {
	type?: unknown;
	eventType?: unknown;
}

/** The message with names in place of the numbers whose meaning is clear. */
export function withNamesForNumbers<Message extends NamedEvent>(
	message: Message,
	events: readonly string[],
): Message {
	const { type, eventType } = message;
	const topics = namesFor(type, TOPICS_BY_NUMBER) ?? [];
	const chosen = topics.length > 1 ? topics.filter((topic) => hasTopic(events, topic)) : topics;
	const kinds = namesFor(eventType, KINDS_BY_NUMBER) ?? [];
	return {
		...message,
		...(isNumber(type) && chosen.length === 1 ? { type: chosen[0] } : {}),
		...(isNumber(eventType) && kinds.length === 1 ? { eventType: kinds[0] } : {}),
	};
}

/**
 * The venue sends what it was asked for. So a message is only left out if it names another event,
 * and not if it names none. Without any chosen event, no workflow is published: an expression gives
 * nothing now, such as a variable that was removed since.
 */
export function isSubscribed(events: readonly string[], { type, eventType }: NamedEvent): boolean {
	if (events.length === 0 || events.includes(ANY_EVENT)) return true;
	const topics = namesFor(type, TOPICS_BY_NUMBER);
	const kinds = namesFor(eventType, KINDS_BY_NUMBER);
	// In one word, such as “Booking.Updated” or “booking:updated”.
	const whole = [type, eventType].map(textOf);
	return events.some((event) => {
		const [topic, kind] = event.split('.');
		const isNamed = includes(topics, topic) && includes(kinds, kind);
		return isNamed || whole.some((name) => isSameName(name, event));
	});
}

function isNumber(said: unknown): boolean {
	return /^\d+$/.test(textOf(said).trim());
}

/** The names that it may stand for; undefined if it stands for none that is known. */
function namesFor(said: unknown, byNumber: Map<string, readonly string[]>) {
	const text = typeof said === 'string' || typeof said === 'number' ? String(said).trim() : '';
	if (text === '' || isNumber(text)) return byNumber.get(text);
	return [text];
}

function includes(names: readonly string[] | undefined, name: string): boolean {
	return names?.some((other) => isSameName(other, name)) ?? true;
}

/** The topic of the API document that a name in any spelling or a number stands for. */
export function topicNamed(said: string): Topic | undefined {
	const topics = TOPIC_NAMES.filter((topic) => isSameTopic(said, topic));
	return topics.length === 1 ? topics[0] : undefined;
}

/** A venue may have topics of its own. 2 and 6 may be either of two. */
export function isSameTopic(said: string, topic: string): boolean {
	return [said, ...(namesFor(said, TOPICS_BY_NUMBER) ?? [])].some((name) =>
		isSameName(name, topic),
	);
}

function hasTopic(events: readonly string[], topic: string): boolean {
	return events.some((event) => event === ANY_EVENT || event.split('.')[0] === topic);
}
