import type { Connection } from '../../venueApi/connection';
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
import { lookAtBookings, owedSince } from './lookAtBookings';

/** One look at the venue: what to compare with, and how to go on where a call brings nothing. */
export interface Look {
	settings: Settings;
	connection: () => Connection;
	before: Memory;
	now: number;
	/** Somebody publishes the workflow: nothing is reported, and all rights are tried out. */
	isPublishing: boolean;
	attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

export interface Sight {
	memory: Memory;
	findings: Findings;
}

const ABOUT_MESSAGES: RecoveryEvent[] = ['final', 'attempt', 'growth'];

export function accountOf({ baseUrl, clientId }: Connection): number {
	return fingerprintOf([baseUrl, clientId]);
}

/** Compares what the venue has with what is remembered. What could not be had stays as it was. */
export async function lookAround(look: Look): Promise<Sight> {
	const { settings, before } = look;
	const memory = { ...before };
	const findings: Findings = {};
	const isWanted = (...events: RecoveryEvent[]) =>
		events.some((event) => settings.events.includes(event));
	const [wantsMessages, wantsWebhooks] = [isWanted(...ABOUT_MESSAGES), isWanted('switchedOff')];
	if (wantsMessages) await lookAtMessages(look, memory, findings);
	if (wantsWebhooks) await lookAtWebhooks(look, memory, findings);
	const wantsBookings = isWanted('booking');
	if (wantsBookings || settings.refetchBookings) await lookAtBookings(look, memory, findings);

	const isComplete =
		(!wantsMessages || memory.messages !== undefined) &&
		(!wantsWebhooks || memory.webhooks !== undefined) &&
		(!wantsBookings || memory.bookings?.goesOn === true);
	if (isComplete) delete memory.awaitsSince;
	else memory.awaitsSince ??= look.now;
	return { memory, findings };
}

async function lookAtMessages(look: Look, memory: Memory, findings: Findings): Promise<void> {
	const { settings, before, isPublishing } = look;
	const list = await look.attempt(async () => await listFailedMessages(look.connection()));
	if (list === undefined) return;

	const messages = list.map(readFailedMessage);
	const known = before.messages ?? firstMemory(messages, settings, isOldFor(look));
	memory.messages = known;
	if (isPublishing) return;

	const news = compareMessages(messages, known, settings);
	memory.messages = news.memory;
	findings.messages = news;
	if (settings.refetchBookings) {
		const owed = owedSince(news.givenUp, look.now - settings.safetyMarginMs, settings);
		if (owed !== undefined) memory.owedSince = Math.min(owed, before.owedSince ?? owed);
	}
}

function isOldFor({ settings, before }: Look): (message: FailedMessage) => boolean {
	const { awaitsSince } = before;
	if (settings.startsWithAll) return () => false;
	if (awaitsSince === undefined) return () => true;
	return (message) => isBefore(message, awaitsSince - settings.safetyMarginMs);
}

async function lookAtWebhooks(look: Look, memory: Memory, findings: Findings): Promise<void> {
	const { before, now, isPublishing } = look;
	const read = await look.attempt(async () => await readWebhooks(look.connection()));
	if (read === undefined || (isPublishing && before.webhooks)) return;

	const ownWrite = (id: string) => ownWriteTo(look.connection(), id);
	const compared = compareWebhooks(read, before.webhooks, now, ownWrite);
	memory.webhooks = compared.memory;
	findings.changes = compared.changes;
}
