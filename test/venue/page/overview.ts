import type { Webhook } from '../account/webhooks';
import type { Booking } from '../account/bookingSamples';
import { isAccepted, type Message } from '../delivery/message';
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { SimulatedVenue } from '../venue';
import type { RecordedRequest } from '../wire/requestLog';

const MAX_BOOKINGS = 50;
const MAX_MESSAGES = 20;
const MAX_REQUESTS = 50;

/**
 * Everything that the venue's page shows. Secrets, tokens and headers are left out here, in one
 * place.
 */
export interface Overview {
	now: number;
	bookings: Booking[];
	receivers: ReceiverLine[];
	webhooks: WebhookLine[];
	messages: MessageLine[];
	failed: JsonObject[];
	nextRetryAt?: number;
	requests: RequestLine[];
	coolingUntil?: number;
}

interface ReceiverLine {
	origin: string;
	reachable: boolean;
}

interface WebhookLine {
	webhookId: number;
	url: string;
	enabled: boolean;
	events: string[];
}

interface MessageLine {
	id: string;
	type: string;
	eventType: string;
	subject: string;
	status: string;
	nextRetryAt?: number;
	attempts: AttemptLine[];
}

interface AttemptLine {
	at: number;
	accepted: boolean;
	status?: number;
	detail?: string;
}

interface RequestLine {
	number: number;
	at: number;
	method: string;
	target: string;
	status?: number;
}

export function overviewOf(venue: SimulatedVenue): Overview {
	const messages = venue.messages.all();
	const retries = messages.flatMap(({ nextRetryAt, status }) =>
		nextRetryAt === undefined || status === 'Failed' ? [] : [nextRetryAt],
	);
	return {
		now: venue.clock.now(),
		bookings: newest(venue.bookings.all(), MAX_BOOKINGS),
		receivers: receiversOf(venue),
		webhooks: venue.webhooks.all().map(webhookLine),
		messages: newest(messages, MAX_MESSAGES).map((message) => messageLine(message, venue)),
		failed: venue.failedMessages,
		...(retries.length > 0 && { nextRetryAt: Math.min(...retries) }),
		requests: newest(
			venue.requests.map((request, index) => requestLine(request, index)),
			MAX_REQUESTS,
		),
		coolingUntil: venue.limits.coolingUntil('rest'),
	};
}

function newest<T>(all: readonly T[], max: number): T[] {
	return all.slice(-max).reverse();
}

function receiversOf({ webhooks, receivers }: SimulatedVenue): ReceiverLine[] {
	const origins = new Set(webhooks.all().map(({ configuration }) => originOf(configuration.url)));
	return [...origins].map((origin) => ({ origin, reachable: receivers.isReachable(origin) }));
}

function webhookLine({ webhookId, configuration }: Webhook): WebhookLine {
	const { url, enabled, webhooks } = configuration;
	const events = Object.entries(webhooks).flatMap(([topic, subscription]) =>
		subscription.events.map((kind) => `${topic} ${kind}`),
	);
	return { webhookId, url, enabled: enabled === true, events };
}

function originOf(url: string): string {
	return new URL(url).origin;
}

function messageLine(message: Message, { deliveries, profile }: SimulatedVenue): MessageLine {
	const { id, type, eventType, data, status, nextRetryAt } = message;
	return {
		id,
		type,
		eventType,
		subject: subjectOf(data),
		status,
		...(status !== 'Failed' && nextRetryAt !== undefined && { nextRetryAt }),
		attempts: deliveries
			.filter(({ messageId }) => messageId === id)
			.map(({ at, status: answered, detail }) => ({
				at,
				accepted: isAccepted(answered, profile),
				status: answered,
				detail,
			})),
	};
}

function subjectOf(data: Json): string {
	if (!isJsonObject(data)) return '';
	return String(data.bookingReference ?? data.reference ?? data.uniqueId ?? '');
}

function requestLine(request: RecordedRequest, index: number): RequestLine {
	const { at, method, path, query, status } = request;
	const asked = new URLSearchParams(query).toString();
	return { number: index + 1, at, method, target: asked ? `${path}?${asked}` : path, status };
}
