import { z } from 'zod';

import { type Connection, CREDENTIAL_TYPE } from '../../venueApi/connection';
import type { VenueClock } from '../venueClock';
import { shortFingerprintOf, pack, unpack } from './packedSet';
import { HOUR_MS } from '../../venueApi/durations';

export interface MessageMemory {
	/** Reported as given up, or on the list before the workflow was published. */
	givenUp: Set<number>;
	/** The same for messages that reached the attempt and that the venue still tries to deliver. */
	reached: Set<number>;
	/** The length of the list at the last report, or its shortest length since. */
	count: number;
	/** What was given up until then counts as reported: there was no room for all of it. */
	floor: number;
	/** The same for what reached the attempt until then. */
	triedFloor: number;
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

/** Every change between two times of the venue has been reported. */
export interface BookingMemory {
	/** Every change is reported, not only those since messages that were given up. */
	isContinuous: boolean;
	from: number;
	until: number;
	/** Where the next request begins: at the end, less the safety margin. */
	next: number;
	/** The versions that this request may return again. */
	recent: Set<number>;
	/** It may return these, too. They changed shortly before the beginning, so they are not news. */
	unreported: Set<number>;
	/** Earlier versions, as far as there is room. */
	older: Set<number>;
	/** There was room for everything that was reported since the beginning. */
	isWhole: boolean;
	/** What changed from `next` to `until` is reported by fingerprint, so far up to `reported`. */
	backlog?: { until: number; reported: number };
	clock?: VenueClock;
}

export interface Memory {
	venue: number;
	/** The venue could not be reached at this time of publishing: what came since is news. */
	incompleteSince?: number;
	/** The beginning of a backfill that is not finished: changes since then are reported. */
	startsAt?: number;
	messages?: MessageMemory;
	webhooks?: WebhookMemory;
	bookings?: BookingMemory;
	/** Bookings that changed since then are still to be fetched again. */
	refetchSince?: number;
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

/** Stands for the hour of a webhook that is off and that this node did not switch on. */
const NEVER = -1;

/** The hour is negative if the webhook is off. */
function switchedOnIn(hour?: number): Partial<KnownWebhook> {
	if (hour === undefined) return {};
	const isOff = hour < 0 ? { isOff: true } : {};
	return hour === NEVER ? isOff : { switchedOnAt: Math.abs(hour) * HOUR_MS, ...isOff };
}

const knownWebhooks = z
	.record(z.tuple([z.string(), number]).rest(number))
	.transform(
		(known) =>
			new Map<string, KnownWebhook>(
				Object.entries(known).map(([id, [url, fingerprint, hour]]) => [
					id,
					{ url, fingerprint, ...switchedOnIn(hour) },
				]),
			),
	);

const memory = z.object({
	venue: number,
	incompleteSince: number.optional().catch(undefined),
	startsAt: number.optional().catch(undefined),
	messages: z
		.object({
			givenUp: packedSet,
			reached: packedSet,
			count: number,
			floor: number,
			triedFloor: number.catch(0),
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
			recent: packedSet,
			unreported: packedSet,
			older: packedSet,
			isWhole: z.boolean().catch(false),
			backlog: z.object({ until: number, reported: number }).optional().catch(undefined),
			clock: z
				.object({ aheadMs: number, doubtedMs: number.optional() })
				.optional()
				.catch(undefined),
		})
		.optional()
		.catch(undefined),
	refetchSince: number.optional().catch(undefined),
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
		...(bookings && {
			bookings: {
				...bookings,
				recent: pack(bookings.recent),
				unreported: pack(bookings.unreported),
				older: pack(bookings.older),
			},
		}),
	};
}

function storedWebhooks(known: Map<string, KnownWebhook>) {
	return Object.fromEntries(
		[...known].map(([id, { url, fingerprint, switchedOnAt = 0, isOff }]) => {
			const hour = Math.round(switchedOnAt / HOUR_MS);
			const signed = isOff ? -hour || NEVER : hour;
			return [id, [url, fingerprint, ...(signed === 0 ? [] : [signed])]];
		}),
	);
}
