import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isRecord, isSetId, spelledAs, type VenueRecord } from '../records';
import type { VenueCall } from '../transport/call';
import type { Connection } from '../connection';
import { type ListKind, requestList, requestPages, type VenueList } from './reading';
import { DAY_MS, HOUR_MS } from '../durations';
import { isSameName, isSameTopic, withNamesForNumbers } from './events';
import { asIso, hasZone } from './times';

const GET_FAILED_MESSAGES: VenueCall = {
	method: 'GET',
	path: '/webhooks/messages/failed',
	scope: 'Webhook_GetFailedMessages',
};

const FAILED_MESSAGE_FIELDS =
	'webhookId uniqueId status webhookType webhookEventType nextRetryDate history'.split(' ');
const ATTEMPT_FIELDS = 'status httpResponseStatus detail createdDate'.split(' ');

/** Several webhooks may have failed to take the same message. */
const MESSAGE_LIST: ListKind = {
	name: 'failed messages',
	idOf(record) {
		const { uniqueId, webhookId } = spelledAs(FAILED_MESSAGE_FIELDS, record);
		return messageIdIn(uniqueId) === null ? undefined : JSON.stringify([uniqueId, webhookId]);
	},
	asList: asMessages,
};

/** A venue may send a single message without a list. Its attempts must not pass for messages. */
function asMessages(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const { uniqueId, history } = spelledAs(FAILED_MESSAGE_FIELDS, body);
	if (messageIdIn(uniqueId) !== null && Array.isArray(history)) return [body];
	return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asMessages(value)]));
}

/** Messages that the venue could not deliver: those that it still retries and those that it gave up. */
export async function listFailedMessages(connection: Connection): Promise<VenueRecord[]> {
	return await requestList(connection, GET_FAILED_MESSAGES, MESSAGE_LIST);
}

/** Also returns whether these are all. */
export async function readFailedMessages(connection: Connection): Promise<VenueList> {
	return await requestPages(connection, GET_FAILED_MESSAGES, MESSAGE_LIST);
}

/** What the failed list says about a message. Other fields of its record are left out. */
export interface FailedMessage {
	id: string | null;
	webhookId: string | null;
	topic: string | null;
	event: string | null;
	attempts: number;
	/** The venue does not try again. */
	isGivenUp: boolean;
	lastHttpStatus: number | null;
	lastDetail: string | null;
	firstFailedAt: string | null;
	lastFailedAt: string | null;
	/** The list shows the first attempt, so nothing happened before it. */
	isToldFromTheFirst: boolean;
	/** The list shows times without a zone, read as UTC: they may be the venue's local times. */
	lacksZone?: true;
	/** When each attempt failed, if the list shows them from the first one on. */
	triedAt: Array<string | null>;
	nextRetryAt: string | null;
}

/** One attempt to deliver it. */
interface DeliveryAttempt {
	status: string | null;
	httpStatus: number | null;
	detail: string | null;
	at: string | null;
	lacksZone: boolean;
}

/** The API document calls later attempts “Attempt5Failed+”. */
const ATTEMPT_FAILED = /^Attempt(\d+)Failed\+?$/i;
const GIVEN_UP = /^Failed$/i;

/** Without zod, which would block n8n for most of a second on a list of 5,000. */
export function asFailedMessage(record: VenueRecord): FailedMessage {
	const source = spelledAs(FAILED_MESSAGE_FIELDS, record);
	const history = Array.isArray(source.history) ? source.history.map(readAttempt) : [];
	if (history.length > 1) history.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
	const last = history[history.length - 1];
	const status = textIn(source.status);
	let attempts = Math.max(history.length, attemptNumber(status));
	let isToldFromTheFirst = false;
	let lacksZone = false;
	const times: string[] = [];
	for (const attempt of history) {
		const number = attemptNumber(attempt.status);
		attempts = Math.max(attempts, number);
		if (attempt.at === null) continue;
		times.push(attempt.at);
		lacksZone ||= attempt.lacksZone;
		isToldFromTheFirst ||= number === 1;
	}
	const isGivenUp = status !== null && GIVEN_UP.test(status);
	const said = { type: source.webhookType, eventType: source.webhookEventType };
	const { type, eventType } = withNamesForNumbers(said, []);
	return {
		id: messageIdIn(source.uniqueId),
		webhookId: textOrNumberIn(source.webhookId),
		topic: textOrNumberIn(type),
		event: textOrNumberIn(eventType),
		attempts,
		isGivenUp,
		lastHttpStatus: last?.httpStatus ?? null,
		lastDetail: last?.detail ?? null,
		firstFailedAt: times[0] ?? null,
		lastFailedAt: times[times.length - 1] ?? null,
		isToldFromTheFirst,
		...(lacksZone ? { lacksZone } : {}),
		triedAt: isToldFromTheFirst ? history.map(({ at }) => at) : [],
		nextRetryAt: isGivenUp ? null : messageTimeIn(source.nextRetryDate),
	};
}

function readAttempt(source: unknown): DeliveryAttempt {
	const attempt = isRecord(source) ? spelledAs(ATTEMPT_FIELDS, source) : {};
	const { status, httpResponseStatus, detail, createdDate } = attempt;
	return {
		status: textIn(status),
		httpStatus: httpStatusIn(httpResponseStatus),
		detail: textIn(detail),
		at: messageTimeIn(createdDate),
		lacksZone: typeof createdDate === 'string' && !hasZone(asIso(createdDate)),
	};
}

function attemptNumber(status: string | null): number {
	return status === null ? 0 : Number(ATTEMPT_FAILED.exec(status)?.[1] ?? 0);
}

/** Zeros are no ID: all messages would be one. */
function messageIdIn(value: unknown): string | null {
	const id = textOrNumberIn(value);
	return value !== 0 && isSetId(id) ? id : null;
}

function textOrNumberIn(value: unknown): string | null {
	return textIn(typeof value === 'number' ? String(value) : value);
}

function textIn(value: unknown): string | null {
	return typeof value === 'string' ? value.trim() || null : null;
}

/** A missing status and 0 both mean that the receiver did not respond. */
function httpStatusIn(value: unknown): number | null {
	const status = typeof value === 'string' && /^\s*\d{3}\s*$/.test(value) ? Number(value) : value;
	return typeof status === 'number' && Number.isInteger(status) && status > 0 ? status : null;
}

/** No time is longer, and luxon need not parse a text of a megabyte. */
const LONGEST_TIME = 64;

const USUAL_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A time in the form of the API document is read without luxon, to be fast on long lists. */
function messageTimeIn(value: unknown): string | null {
	if (typeof value !== 'string' || value.length > LONGEST_TIME) return null;
	const written = asIso(value);
	const time = USUAL_FORM.test(written)
		? Date.parse(written)
		: DateTime.fromISO(written, { zone: 'utc' }).toMillis();
	// Some services write the year 1 where they know no time.
	return time > 0 ? new Date(time).toISOString() : null;
}

/** The same fields in all nodes, under the same names. */
export function inShort(message: FailedMessage): IDataObject {
	return {
		messageId: message.id,
		webhookId: message.webhookId,
		topic: message.topic,
		eventType: message.event,
		attempts: message.attempts,
		lastHttpStatus: message.lastHttpStatus,
		lastDetail: message.lastDetail,
		firstFailedAt: message.firstFailedAt,
		nextRetryAt: message.nextRetryAt,
		givenUp: message.isGivenUp,
	};
}

export const BOOKING_TOPIC = 'Booking';

/** Longer than the retries of a delivery take: at a live venue four days and an hour and a quarter. */
export const RETRIES_TAKE_MS = 5 * DAY_MS;

export function isAboutBooking({ topic }: FailedMessage): boolean {
	return topic !== null && isSameTopic(topic, BOOKING_TOPIC);
}

/**
 * Whether this package can fetch what the message was about: the API document only shows the call
 * for bookings, and a deleted booking cannot be fetched. Users enter the call for other topics.
 */
export function isRecoverable(message: FailedMessage): boolean {
	return isAboutBooking(message) && !isSameName(message.event ?? '', 'Deleted');
}

/** In the zone of the earliest day on earth. */
const LARGEST_OFFSET_MS = 14 * HOUR_MS;

/** In the zone of the latest day on earth. */
const LARGEST_OFFSET_WEST_MS = 12 * HOUR_MS;

/**
 * No later than when it first failed; undefined if the venue shows no time. If its first attempt is
 * not shown, it may have been earlier by as long as retries take.
 */
export function failedSince(message: FailedMessage): number | undefined {
	const { firstFailedAt, isToldFromTheFirst, lacksZone = false } = message;
	if (firstFailedAt === null) return undefined;
	const first = Date.parse(firstFailedAt) - (lacksZone ? LARGEST_OFFSET_MS : 0);
	return isToldFromTheFirst ? first : first - RETRIES_TAKE_MS;
}

/** No earlier than when it last failed; undefined if the venue shows no time. */
export function failedUntil({ lastFailedAt, lacksZone }: FailedMessage): number | undefined {
	if (lastFailedAt === null) return undefined;
	return Date.parse(lastFailedAt) + (lacksZone ? LARGEST_OFFSET_WEST_MS : 0);
}

/** When the first message failed, and for how many the venue shows no time. */
export function beginningOf(messages: FailedMessage[]): { earliest?: number; withoutTime: number } {
	const known = messages.map(failedSince).filter((time) => time !== undefined);
	const withoutTime = messages.length - known.length;
	if (known.length === 0) return { withoutTime };
	return { earliest: known.reduce((a, b) => Math.min(a, b)), withoutTime };
}
