import { z } from 'zod';

import { type Connection, CREDENTIAL_TYPE } from '../../venueApi/connection';
import type { VenueClock } from '../venueClock';
import { shortFingerprintOf, pack, unpack } from './packedSet';
import { HOUR_MS } from '../../venueApi/durations';

/** What is known of the failed list. */
export interface MessageMemory {
	/** Reported as given up, or on the list before the workflow was published. */
	givenUp: Set<number>;
	/** The same for messages that reached the attempt and that the venue still tries to deliver. */
	reached: Set<number>;
	/** The length of the list at the last report, or its shortest length since. */
	count: number;
	/** What was given up until then counts as reported: there was no room for all of it. */
	givenUpUntil: number;
	/** The same for what was tried this often until then: Minimum Attempt may change. */
	reachedUntil: Record<number, number>;
	/** With another Start With than New: what failed until then was there when the node began. */
	oldUntil?: number;
}

/** A webhook that was seen. */
export interface KnownWebhook {
	url: string;
	fingerprint: number;
	/** The hour at whose end this node switched it on again, for a day. */
	switchedOnAt?: number;
	isOff?: boolean;
}

export interface WebhookMemory {
	seenAt: number;
	known: Map<string, KnownWebhook>;
}

/**
 * A range of the venue’s time: every change between `from` and `until` has been reported.
 *
 *                   listed                   news
 *     ──────┬────────────────┬───────────┬──────────
 *          from             next       until
 *
 * The next request begins at `next`, a safety margin before `until`, so it lists again what changed in
 * between: that is no news. In the same way, the first one lists what changed before `from`, which is
 * `listed` and not `reported`. What is owed since a time before `from` is what was not `reported`.
 *
 * Example, with a margin of 5 minutes. Publishing at 12:00 finds A of 11:58: it is `listed`, `from`
 * and `until` are 12:00, and `next` is 11:55. The poll at 12:10 finds A and B of 12:06. It reports B:
 * A and B are `listed`, B is `reported`, `until` is 12:10, and `next` is 12:05. The poll at 12:20 finds
 * B again. For the one at 12:30, `next` is 12:15: it finds nothing, and only `reported` still has B.
 */
export interface BookingRange {
	/** Every change is reported, not only those that are owed. */
	isContinuous: boolean;
	from: number;
	until: number;
	next: number;
	listed: Set<number>;
	/** As far as there is room. */
	reported: Set<number>;
	/** There was room for all that was reported since `from`. */
	remembersAll: boolean;
	/**
	 * More than one poll may report: what changed from `next` to `backlog.until`, in the order of
	 * fingerprints, so far up to `doneThrough`. At its end, `until` and `next` become `backlog.until`.
	 */
	backlog?: { until: number; doneThrough: number };
	clock?: VenueClock;
}

export type RangeWithBacklog = BookingRange & Required<Pick<BookingRange, 'backlog'>>;

export function hasBacklog(range: BookingRange): range is RangeWithBacklog {
	return range.backlog !== undefined;
}

/** What a node remembers from poll to poll. A part that is missing has not begun. */
export interface Memory {
	venue: number;
	/**
	 * The events whose list has come since they were chosen, see `hasBegun`. Another one begins as Start
	 * With says, whatever is known of its list: a poll without items stores nothing. Set by `newsOfVenue`.
	 */
	begun?: string[];
	messages?: MessageMemory;
	webhooks?: WebhookMemory;
	bookings?: BookingRange;
	/**
	 * A part has not begun since this time of publishing, because the venue could not be reached: what
	 * came since is news. Set and cleared by `newsOfVenue`, when all parts have begun.
	 */
	notBegunSince?: number;
	/**
	 * The beginning of a backfill that is not finished. Set by `memoryFor`, from Start With; cleared by
	 * `newsOfBookings` as soon as nothing is left to report, or by `memoryFor` if publishing ends it.
	 */
	backfillSince?: number;
	/**
	 * Bookings that changed since then are recovered. Set by `newsOfMessages` if messages about bookings
	 * were given up; cleared by `newsOfBookings` when nothing is left to report, or by `newsOfVenue` if
	 * bookings are not asked for.
	 */
	recoverSince?: number;
	/** The node has come from another venue, and no poll has said it yet. */
	isMoveUnsaid?: boolean;
}

/** For bookings, their range decides: the list may also come only to check a permission. */
export function hasBegun({ begun, bookings }: Memory, event: string): boolean {
	return event === 'booking' ? bookings?.isContinuous === true : begun?.includes(event) === true;
}

/** A new Client ID or secret in the same credential is the same venue. Some n8n give no id. */
export function venueOf({ baseUrl, node }: Connection): number {
	const { id, name } = node.credentials?.[CREDENTIAL_TYPE] ?? {};
	return shortFingerprintOf([baseUrl, id ?? name ?? '']);
}

const packedSet = z
	.string()
	.transform(unpack)
	.catch(() => new Set<number>());
const number = z.number().finite();

/** Each with the hour in which it was switched on, or 0, and 1 if it is off. */
const knownWebhooks = z.record(z.tuple([z.string(), number]).rest(number)).transform(
	(known) =>
		new Map<string, KnownWebhook>(
			Object.entries(known).map(([id, [url, fingerprint, hour = 0, off = 0]]) => [
				id,
				{
					...{ url, fingerprint },
					...(hour > 0 ? { switchedOnAt: hour * HOUR_MS } : {}),
					...(off > 0 ? { isOff: true } : {}),
				},
			]),
		),
);

const memory = z.object({
	venue: number,
	begun: z.array(z.string()).optional().catch(undefined),
	notBegunSince: number.optional().catch(undefined),
	backfillSince: number.optional().catch(undefined),
	messages: z
		.object({
			givenUp: packedSet,
			reached: packedSet,
			count: number,
			givenUpUntil: number,
			reachedUntil: z.record(number).catch({}),
			oldUntil: number.optional().catch(undefined),
		})
		.optional()
		.catch(undefined),
	webhooks: z.object({ seenAt: number, known: knownWebhooks }).optional().catch(undefined),
	bookings: z
		.object({
			isContinuous: z.boolean(),
			from: number,
			until: number,
			next: number,
			listed: packedSet,
			reported: packedSet,
			both: packedSet,
			remembersAll: z.boolean().catch(false),
			backlog: z.object({ until: number, doneThrough: number }).optional().catch(undefined),
			clock: z
				.object({ aheadMs: number, doubtedMs: number.optional() })
				.optional()
				.catch(undefined),
		})
		.transform(({ both, listed, reported, ...range }) => ({
			...range,
			listed: new Set([...both, ...listed]),
			reported: new Set([...both, ...reported]),
		}))
		.optional()
		.catch(undefined),
	recoverSince: number.optional().catch(undefined),
	isMoveUnsaid: z.boolean().optional().catch(undefined),
});

/** Undefined if nothing is stored, or nothing that this node has written. */
export function readMemory(stored: unknown): Memory | undefined {
	return memory.safeParse(stored).data;
}

export function writeMemory({ messages, webhooks, bookings, ...rest }: Memory) {
	return {
		...rest,
		...(messages && {
			messages: { ...messages, givenUp: pack(messages.givenUp), reached: pack(messages.reached) },
		}),
		...(webhooks && { webhooks: { ...webhooks, known: storedWebhooks(webhooks.known) } }),
		...(bookings && { bookings: storedRange(bookings) }),
	};
}

/** A version that is in both sets is stored once. */
function storedRange({ listed, reported, ...range }: BookingRange) {
	return {
		...range,
		listed: pack([...listed].filter((version) => !reported.has(version))),
		reported: pack([...reported].filter((version) => !listed.has(version))),
		both: pack([...listed].filter((version) => reported.has(version))),
	};
}

function storedWebhooks(known: Map<string, KnownWebhook>) {
	return Object.fromEntries(
		[...known].map(([id, { url, fingerprint, switchedOnAt = 0, isOff }]) => {
			const hour = Math.round(switchedOnAt / HOUR_MS);
			return [id, [url, fingerprint, ...(isOff ? [hour, 1] : hour > 0 ? [hour] : [])]];
		}),
	);
}
