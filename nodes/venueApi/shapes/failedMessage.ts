import { DateTime } from 'luxon';
import { z } from 'zod';

import type { VenueRecord } from './records';

/** What the failed list tells of a message, whatever else its record holds. */
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
	/** The first attempt is among those that the list tells, so that nothing happened before. */
	isToldFromTheFirst: boolean;
	nextRetryAt: string | null;
}

const text = z.string().trim().min(1).nullable().catch(null);
const id = z.union([z.string(), z.number()]).transform(String).pipe(text).catch(null);
const time = z
	.string()
	.transform((written) => inUtc(written.trim()))
	.catch(null);

const USUAL_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The form of the document is read without luxon, which takes seconds for a list of 5,000. */
function inUtc(written: string): string | null {
	if (!USUAL_FORM.test(written)) return DateTime.fromISO(written, { zone: 'utc' }).toISO();
	const date = new Date(written);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const attempt = z
	.object({
		status: text,
		// Nothing and zero both stand for a receiver that did not answer.
		httpResponseStatus: z.number().int().positive().nullable().catch(null),
		detail: text,
		createdDate: time,
	})
	.catch({ status: null, httpResponseStatus: null, detail: null, createdDate: null });

const record = z.object({
	uniqueId: id,
	webhookId: id,
	status: text,
	webhookType: text,
	webhookEventType: text,
	nextRetryDate: time,
	history: z.array(attempt).catch([]),
});

const ATTEMPT_FAILED = /^Attempt(\d+)Failed$/i;
const GIVEN_UP = /^Failed$/i;

export function readFailedMessage(source: VenueRecord): FailedMessage {
	const message = record.parse(source);
	const history = [...message.history].sort((a, b) =>
		(a.createdDate ?? '').localeCompare(b.createdDate ?? ''),
	);
	const last = history[history.length - 1];
	const times = history.map(({ createdDate }) => createdDate).filter((known) => known !== null);
	const statuses = [message.status, ...history.map(({ status }) => status)];
	const isGivenUp = GIVEN_UP.test(message.status ?? '');
	return {
		id: message.uniqueId,
		webhookId: message.webhookId,
		topic: message.webhookType,
		event: message.webhookEventType,
		attempts: Math.max(history.length, ...statuses.map(attemptNumber)),
		isGivenUp,
		lastHttpStatus: last?.httpResponseStatus ?? null,
		lastDetail: last?.detail ?? null,
		firstFailedAt: times[0] ?? null,
		lastFailedAt: times[times.length - 1] ?? null,
		isToldFromTheFirst: history.some(
			({ status, createdDate }) => createdDate !== null && attemptNumber(status) === 1,
		),
		nextRetryAt: isGivenUp ? null : message.nextRetryDate,
	};
}

function attemptNumber(status: string | null): number {
	return Number(ATTEMPT_FAILED.exec(status ?? '')?.[1] ?? 0);
}
