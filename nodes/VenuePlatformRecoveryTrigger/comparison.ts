import { type IDataObject, sleep } from 'n8n-workflow';

import { type Connection, CREDENTIAL_TYPE } from '../venueApi/connection';
import { readBookings } from '../venueApi/resources/bookings';
import { readFailedMessage, readFailedMessages } from '../venueApi/resources/failedMessages';
import { ownWriteTo, readWebhooks } from '../venueApi/resources/webhooks';
import { isRetired } from '../venueApi/resources/webhookSecrets';
import type { Answer } from './batches';
import { lookForChanges } from './changedBookings';
import {
	compareMessages,
	firstMemory,
	hasFailedBefore,
	isBefore,
	refetchSince,
} from './failedMessages';
import { type Findings, isItem, itemsOf } from './items';
import type { Memory } from './memory/memory';
import { fingerprintOf } from './memory/packedSet';
import { notReachedBack, onlyPart, type PollFailure } from './outages';
import type { RecoveryEvent, Settings } from './settings';
import { type Version, versionOf } from './versions';
import { compareWebhooks, withNewWebhooks } from './webhookChanges';

/** What the venue is compared with, and how to go on where a call brings nothing. */
export interface Comparison {
	settings: Settings;
	connection: () => Connection;
	before: Memory;
	now: number;
	/** The user publishes the workflow: nothing is reported, and all rights are tried out. */
	isPublishing: boolean;
	/** n8n has just been started, and gives this poll less time than the next one. */
	isStarting: boolean;
	attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>;
	/** The venue has given a part of what it has. */
	isOnly: (part: PollFailure) => void;
}

interface Subject {
	memory: Partial<Memory>;
	findings?: Findings;
}

const ABOUT_MESSAGES: RecoveryEvent[] = ['final', 'attempt', 'growth'];

/** A new Client ID or secret in the same credential is the same venue. Not every n8n tells the id. */
export function venueOf({ baseUrl, node }: Connection): number {
	const { id, name } = node.credentials?.[CREDENTIAL_TYPE] ?? {};
	return fingerprintOf([baseUrl, id ?? name ?? '']);
}

/** Compares what the venue has with what is remembered. What could not be had stays as it was. */
export async function compareWithVenue(
	comparison: Comparison,
): Promise<{ memory: Memory; findings: Findings }> {
	const { settings, before } = comparison;
	const { events } = settings;
	const wantsMessages = events.some((event) => ABOUT_MESSAGES.includes(event));
	const wantsWebhooks = events.includes('switchedOff');
	const wantsBookings = events.includes('booking');
	const subjects = [
		...(wantsMessages ? [failedMessages] : []),
		...(wantsWebhooks ? [webhooks] : []),
		...(wantsBookings || settings.refetchBookings ? [bookings] : []),
	];
	const { bookings: known } = before;
	let memory: Memory = known
		? { ...before, bookings: { ...known, isContinuous: known.isContinuous && wantsBookings } }
		: before;
	let findings: Findings = {};
	for (const subject of subjects) {
		const atMost = settings.maxItems - itemsOf(findings, settings, comparison.now).length;
		const found = await comparison.attempt(async () => await subject(comparison, memory, atMost));
		if (found === undefined) continue;
		memory = { ...memory, ...found.memory };
		findings = { ...findings, ...found.findings };
	}

	const isComplete =
		(!wantsMessages || memory.messages !== undefined) &&
		(!wantsWebhooks || memory.webhooks !== undefined) &&
		(!wantsBookings || memory.bookings?.isContinuous === true);
	const incompleteSince = isComplete ? undefined : (memory.incompleteSince ?? comparison.now);
	return { memory: { ...memory, incompleteSince }, findings };
}

async function failedMessages(
	comparison: Comparison,
	{ messages, ...owed }: Memory,
	atMost: number,
): Promise<Subject> {
	const { settings, before, now, isPublishing, isOnly } = comparison;
	const { records, isPart } = await readFailedMessages(comparison.connection());
	if (isPart) isOnly(onlyPart('failed messages'));
	const list = records.map(readFailedMessage);
	const beganAt = (before.incompleteSince ?? now) - settings.safetyMarginMs;
	const { startWith } = settings;
	const isNew = startWith === 'new';
	const isOld = (message: (typeof list)[number]) =>
		typeof startWith === 'number'
			? hasFailedBefore(message, startWith)
			: isNew && (before.incompleteSince === undefined || isBefore(message, beganAt));
	// What a part of the list does not show may be as old as the rest.
	const floor = typeof startWith === 'number' ? startWith - 1 : isPart && isNew ? beganAt : 0;
	const known = messages ?? firstMemory(list, settings, isOld, floor);
	if (isPublishing) return { memory: { messages: known } };

	// The growth is an item, too.
	const most = Math.max(1, settings.events.includes('growth') ? atMost - 1 : atMost);
	const room = {
		atMost: most,
		isItem: (message: (typeof list)[number]) => isItem(message, settings),
	};
	const news = compareMessages(list, known, { ...settings, isPart }, room);
	const since = refetchSince(news.givenUp, now - settings.safetyMarginMs, settings);
	const isOwed = settings.refetchBookings && since !== undefined;
	return {
		memory: {
			messages: news.memory,
			...(isOwed ? { refetchSince: Math.min(since, owed.refetchSince ?? since) } : {}),
		},
		findings: { messages: news },
	};
}

async function webhooks(comparison: Comparison, { webhooks: known }: Memory): Promise<Subject> {
	const { now, isPublishing, isOnly } = comparison;
	const read = await readWebhooks(comparison.connection());
	if (read.isPart) isOnly(onlyPart('webhooks'));
	if (isPublishing && known) return { memory: { webhooks: withNewWebhooks(read.webhooks, known) } };
	const ownWrite = (id: string) => ownWriteTo(comparison.connection(), id);
	const isByN8n = (configuration: IDataObject) =>
		isRetired(configuration, comparison.connection().secrets);
	const { memory, changes } = compareWebhooks(read, known, now, ownWrite, isByN8n);
	return { memory: { webhooks: memory }, findings: { changes } };
}

async function bookings(comparison: Comparison, memory: Memory, atMost: number): Promise<Subject> {
	const { settings, now, isPublishing, isStarting, isOnly } = comparison;
	if (atMost <= 0 && !isPublishing) return { memory: {} };
	const { safetyMarginMs } = settings;
	const { incompleteSince, startsAt, refetchSince: owed } = memory;
	const isContinuous = settings.events.includes('booking');
	const begins = isContinuous && memory.bookings?.isContinuous !== true;
	const publishedAt = incompleteSince === undefined ? undefined : incompleteSince - safetyMarginMs;
	const missed = begins ? (startsAt ?? publishedAt ?? owed) : owed;
	const look = {
		fetch: async (since: number, most?: number) => await fetchVersions(comparison, since, most),
		leftMs: () => comparison.connection().patienceMs,
		now,
		atMost,
		safetyMarginMs,
		isContinuous,
		isPublishing,
		isStarting,
		owedSince: missed === undefined ? undefined : Math.min(missed, owed ?? missed),
	};
	const looked = await lookForChanges(look, memory.bookings);
	if (looked.isPutOff) return { memory: {} };
	if (looked.isPart) isOnly(onlyPart('bookings'));
	if (looked.isTooSlow) isOnly(notReachedBack());
	const { isBatch = false, owedSince } = looked;
	const isDone = owedSince === undefined && !isBatch;
	return {
		memory: {
			bookings: looked.memory,
			refetchSince: isBatch || isDone ? owedSince : owed,
			...(isDone && !looked.isPart && looked.memory?.isContinuous ? { startsAt: undefined } : {}),
		},
		findings: { bookings: looked.changed },
	};
}

/** So many take a hundredth of a second or two, in which n8n does nothing else. */
const AT_ONCE = 1_000;

async function fetchVersions(
	{ settings, connection }: Comparison,
	since: number,
	atMost?: number,
): Promise<Answer> {
	const askedAt = Date.now();
	const query = { ...settings.additionalQuery, modifiedFromDate: new Date(since).toISOString() };
	const { records, isPart, venueTime } = await readBookings(connection(), query, atMost);
	const answeredAt = Date.now();
	const versions: Version[] = [];
	for (const booking of records) {
		versions.push(versionOf(booking));
		if (versions.length % AT_ONCE === 0) await sleep(0);
	}
	return { versions, isPart, askedAt, answeredAt, venueTime };
}
