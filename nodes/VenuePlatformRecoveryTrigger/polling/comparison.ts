import { type Connection, CREDENTIAL_TYPE } from '../../venueApi/connection';
import { listFailedMessages } from '../../venueApi/resources/failedMessages';
import { ownWriteTo } from '../../venueApi/resources/ownWrites';
import { readWebhooks } from '../../venueApi/resources/webhooks';
import { type FailedMessage, readFailedMessage } from '../../venueApi/shapes/failedMessage';
import type { Findings } from '../items';
import { fingerprintOf } from '../memory/fingerprint';
import type { Memory } from '../memory/memory';
import { compareMessages, firstMemory, isBefore } from '../messages/compare';
import type { RecoveryEvent, Settings } from '../settings';
import { compareWebhooks } from '../webhooks/compare';
import { compareBookingsSince, refetchSince } from './changedBookings';

/** What the venue is compared with, and how to go on where a call brings nothing. */
export interface Comparison {
	settings: Settings;
	connection: () => Connection;
	before: Memory;
	now: number;
	/** Somebody publishes the workflow: nothing is reported, and all rights are tried out. */
	isPublishing: boolean;
	attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

export interface Compared {
	memory: Memory;
	findings: Findings;
}

const ABOUT_MESSAGES: RecoveryEvent[] = ['final', 'attempt', 'growth'];

/** A new Client ID or secret in the same credential is the same venue. Not every n8n tells the id. */
export function venueOf({ baseUrl, node }: Connection): number {
	const { id, name } = node.credentials?.[CREDENTIAL_TYPE] ?? {};
	return fingerprintOf([baseUrl, id ?? name ?? '']);
}

/** Compares what the venue has with what is remembered. What could not be had stays as it was. */
export async function compareWithVenue(comparison: Comparison): Promise<Compared> {
	const { settings, before } = comparison;
	const memory = { ...before };
	const findings: Findings = {};
	const isWanted = (...events: RecoveryEvent[]) =>
		events.some((event) => settings.events.includes(event));
	const [wantsMessages, wantsWebhooks] = [isWanted(...ABOUT_MESSAGES), isWanted('switchedOff')];
	if (wantsMessages) await compareFailedMessages(comparison, memory, findings);
	if (wantsWebhooks) await compareConfigurations(comparison, memory, findings);
	const wantsBookings = isWanted('booking');
	if (wantsBookings || settings.refetchBookings) {
		await compareBookingsSince(comparison, memory, findings);
	}

	const isComplete =
		(!wantsMessages || memory.messages !== undefined) &&
		(!wantsWebhooks || memory.webhooks !== undefined) &&
		(!wantsBookings || memory.bookings?.isContinuous === true);
	if (isComplete) delete memory.incompleteSince;
	else memory.incompleteSince ??= comparison.now;
	return { memory, findings };
}

async function compareFailedMessages(
	comparison: Comparison,
	memory: Memory,
	findings: Findings,
): Promise<void> {
	const { settings, before, isPublishing } = comparison;
	const list = await comparison.attempt(
		async () => await listFailedMessages(comparison.connection()),
	);
	if (list === undefined) return;

	const messages = list.map(readFailedMessage);
	const known = before.messages ?? firstMemory(messages, settings, isOldFor(comparison));
	memory.messages = known;
	if (isPublishing) return;

	const news = compareMessages(messages, known, settings);
	memory.messages = news.memory;
	findings.messages = news;
	if (settings.refetchBookings) {
		const owed = refetchSince(news.givenUp, comparison.now - settings.safetyMarginMs, settings);
		if (owed !== undefined) memory.refetchSince = Math.min(owed, before.refetchSince ?? owed);
	}
}

function isOldFor({ settings, before }: Comparison): (message: FailedMessage) => boolean {
	const { incompleteSince } = before;
	if (settings.startsWithAll) return () => false;
	if (incompleteSince === undefined) return () => true;
	return (message) => isBefore(message, incompleteSince - settings.safetyMarginMs);
}

async function compareConfigurations(
	comparison: Comparison,
	memory: Memory,
	findings: Findings,
): Promise<void> {
	const { before, now, isPublishing } = comparison;
	const read = await comparison.attempt(async () => await readWebhooks(comparison.connection()));
	if (read === undefined || (isPublishing && before.webhooks)) return;

	const ownWrite = (id: string) => ownWriteTo(comparison.connection(), id);
	const compared = compareWebhooks(read, before.webhooks, now, ownWrite);
	memory.webhooks = compared.memory;
	findings.changes = compared.changes;
}
