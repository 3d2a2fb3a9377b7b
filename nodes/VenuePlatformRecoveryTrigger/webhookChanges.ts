import type { IDataObject } from 'n8n-workflow';

import { isSameAddress, oneSpelling } from '../venueApi/address';
import {
	type OwnWrite,
	ownWriteTo,
	readWebhooks,
	type Webhook,
} from '../venueApi/resources/webhooks';
import { isRetired } from '../venueApi/resources/webhookSecrets';
import type { KnownWebhook, Memory, WebhookMemory } from './memory/memory';
import { fingerprintOf } from './memory/packedSet';
import { onlyPart } from './outages';
import type { Poll } from './purpose';

export interface WebhookChange {
	webhookId: string;
	url: string;
	change: 'disabled' | 'removed' | 'changed';
}

/** Only the newest enabled ones are watched. More would leave less room for messages. */
export const MOST_WEBHOOKS = 100;

/**
 * The part of the 32 kB that messages and bookings leave. The venue chooses IDs and addresses, so
 * both are measured as the memory writes them. IDs come first: only users need addresses, and
 * changes are found without them.
 */
const WEBHOOKS_TAKE = 3_600;

/** A fingerprint and the marks of JSON. */
const ENTRY_TAKES = 20;

/** The longest usual ID has 36 characters. */
const LONGEST_ID = 100;

/** A character of these takes up to six in the memory, and belongs in no address. */
const TAKES_MORE = /[^\x20-\x7e]|["\\]/g;

/** Webhooks that were switched off, removed or changed, but not by this n8n. */
export async function newsOfWebhooks(poll: Poll, { webhooks: known }: Memory) {
	const { connection, now, isPublishing } = poll;
	const read = await readWebhooks(connection());
	const notices = read.isPart ? [onlyPart('webhooks')] : [];
	if (isPublishing && known) {
		return { memory: { webhooks: withNewWebhooks(read.webhooks, known) }, notices };
	}
	const ownWriteOf = (id: string) => ownWriteTo(connection(), id);
	const hasOurMark = (webhook: IDataObject) => isRetired(webhook, connection().secrets);
	const { memory, changes } = compareWebhooks(read, known, now, ownWriteOf, hasOurMark);
	return { memory: { webhooks: memory }, findings: { changes }, notices };
}

/** For a poll that may not report yet: watches new webhooks, and keeps what is known. */
export function withNewWebhooks(webhooks: Webhook[], before: WebhookMemory): WebhookMemory {
	const known = new Map<string, SeenWebhook>([...webhooks.flatMap(seenAs), ...before.known]);
	return { ...before, known: watched(known) };
}

/** What was switched off, removed or changed since the last list, but not by this n8n. */
export function compareWebhooks(
	{ webhooks, isPart }: { webhooks: Webhook[]; isPart: boolean },
	before: WebhookMemory | undefined,
	now: number,
	ownWriteOf: (id: string) => OwnWrite | undefined,
	hasOurMark: (configuration: IDataObject) => boolean,
): { memory: WebhookMemory; changes: WebhookChange[] } {
	const seen = new Map<string, SeenWebhook>(webhooks.flatMap(seenAs));
	const marked = webhooks.filter(({ configuration }) => hasOurMark(configuration));
	const retired = new Set(marked.map(({ id }) => id));
	const changes: WebhookChange[] = [];
	for (const [webhookId, known] of before?.known ?? []) {
		const webhook = seen.get(webhookId);
		if (webhook === undefined && isPart) {
			seen.set(webhookId, known);
			continue;
		}
		const own = ownWriteOf(webhookId);
		const isRecent = own !== undefined && own.at >= (before?.seenAt ?? 0);
		const ownSince = isRecent && isSameAddress(own.url, webhook?.url) ? own : undefined;
		// A webhook that was switched on again in the console still has n8n's mark, so only a new mark
		// counts.
		const isOurs = retired.has(webhookId) && webhook?.fingerprint !== known.fingerprint;
		const isSilent = webhook?.isOff === true && isOurs;
		const change = isSilent ? undefined : changeOf(known, webhook, ownSince);
		if (change) changes.push({ webhookId, url: webhook?.url ?? known.url, change });
	}
	return { memory: { seenAt: now, known: watched(seen) }, changes };
}

function changeOf(
	known: KnownWebhook,
	webhook: SeenWebhook | undefined,
	own: OwnWrite | undefined,
): WebhookChange['change'] | undefined {
	if (webhook === undefined) return 'removed';
	if (webhook.isOff) return own?.isOff === true ? undefined : 'disabled';
	return webhook.fingerprint === known.fingerprint || own ? undefined : 'changed';
}

interface SeenWebhook extends KnownWebhook {
	isOff?: boolean;
}

/** Only documented fields: a venue may add when a webhook was last called. */
function seenAs({ id, configuration, isOff }: Webhook): Array<[string, SeenWebhook]> {
	if (id === undefined) return [];
	const { url, authentication, webhooks } = configuration;
	const fingerprint = fingerprintOf(
		inOneOrder([oneSpelling(url) ?? url, authentication, webhooks]),
	);
	return [[id, { url: String(url ?? ''), fingerprint, isOff }]];
}

/** Events are a set, so their order does not count. */
function inOneOrder(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) =>
		Array.isArray(inner) && inner.every((entry) => typeof entry === 'string')
			? [...inner].sort()
			: inner,
	) as unknown;
}

function watched(seen: Map<string, SeenWebhook>): Map<string, KnownWebhook> {
	let room = WEBHOOKS_TAKE;
	const fits = ([id]: [string, SeenWebhook]) => (room -= sizeOf(id) + ENTRY_TAKES) >= 0;
	const enabled = [...seen]
		.filter(([id, { isOff = false }]) => !isOff && sizeOf(id) <= LONGEST_ID)
		.reverse()
		.slice(0, MOST_WEBHOOKS)
		.filter(fits)
		.reverse();
	const longest = Math.floor(Math.max(0, room) / enabled.length);
	return new Map(
		enabled.map(([id, { url, fingerprint }]) => [
			id,
			{ url: shortened(url.replace(TAKES_MORE, '_'), longest), fingerprint },
		]),
	);
}

/** In the memory, which is JSON. */
function sizeOf(text: string): number {
	return Buffer.byteLength(JSON.stringify(text)) - 2;
}

const CUT = '…';

/** The end of an address tells more than its beginning, which all addresses of one n8n share. */
function shortened(url: string, longest: number): string {
	if (url.length <= longest) return url;
	const kept = longest - sizeOf(CUT);
	return kept > 0 ? CUT + url.slice(-kept) : '';
}
