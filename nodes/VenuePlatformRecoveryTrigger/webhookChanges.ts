import type { IDataObject } from 'n8n-workflow';

import { oneSpelling } from '../venueApi/address';
import { mayBeCut } from '../venueApi/resources/reading';
import { type OwnWrite, ownWriteTo, type Webhook } from '../venueApi/resources/webhooks';
import { hasMark, urlHider } from '../venueApi/resources/webhookSecrets';
import type { KnownWebhook, Memory, WebhookMemory } from './memory/memory';
import { shortFingerprintOf } from './memory/packedSet';
import type { WebhookChange } from './items';
import { notAllOf } from './outages';
import type { Poll } from './pollRun';
import { isHere, OffWebhooks, type SwitchedOff } from './switchedOff';
import { DAY_MS, HOUR_MS } from '../venueApi/durations';
import { textOf } from '../venueApi/records';

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

/** When the webhook was switched on. */
const HOUR_TAKES = 8;

/** The longest usual ID has 36 characters. */
const LONGEST_WATCHED_ID = 100;

/** A character of these takes up to six in the memory, and belongs in no address. */
const TAKES_MORE = /[^\x20-\x7e]|["\\]/g;

/**
 * Webhooks that were switched off, removed or changed, but not by this n8n. Those that the user wants on
 * are switched on here. The memory has what was off when a poll last stored something, `node.markedAtStart`
 * what was off when this process first looked, and `node` keeps what it found until it is reported.
 */
export async function newsOfWebhooks(poll: Poll, { venue, webhooks: known }: Memory) {
	const { connection, now, why, node } = poll;
	const read = await poll.webhooks();
	const list = { webhooks: read.webhooks, isCut: mayBeCut(read) };
	const notices = notAllOf('webhooks', read);
	const offHere = () => list.webhooks.filter((one) => one.isOff && isHere(poll, one));
	const ownWriteOf: OwnWriteOf = (id, url) => ownWriteTo(connection(), id, url);
	const isMarked: IsMarked = (configuration) => hasMark(configuration, connection().secrets);
	const isFirstLook = node.markedAtStart === undefined;
	const { memory, changes, ...found } = compareWebhooks(list, known, now, ownWriteOf, isMarked);
	const byN8n = markedAtStart(poll, venue, list.webhooks, found.off);
	if (why === 'publishing' && known) {
		const left = new Map([...known.known].filter(([id]) => !byN8n.has(id)));
		const before = withNewWebhooks(list.webhooks, { ...known, known: left });
		return { memory: { webhooks: withOff(before, offHere()) }, notices };
	}
	const shownUrl = urlShower();
	const watchedOn = new Map<string, KnownWebhook>();
	const switchedOnAt = Math.ceil(now / HOUR_MS) * HOUR_MS;
	const offWebhooks = new OffWebhooks(poll, list);
	for (const one of found.off.filter(({ webhookId }) => !byN8n.has(webhookId))) {
		const { webhookId, webhook } = one;
		const verdict = await offWebhooks.switchOnOrReport(one);
		if (verdict === 'isFine') continue;
		const before = known?.known.get(webhookId);
		if (verdict === 'hasToWait') {
			if (before) watchedOn.set(webhookId, before);
			continue;
		}
		const url = shownUrl(webhook) || textOf(before?.url);
		const change: WebhookChange = { webhookId, url, change: 'disabled', ...verdict };
		node.found(venue, change);
		if (!verdict.switchedOn) continue;
		for (const [, on] of seenAs(webhook, shownUrl)) {
			watchedOn.set(webhookId, { ...on, isOff: false, switchedOnAt });
		}
	}
	for (const change of changes) node.found(venue, change);
	// n8n stores what it saw only with news. So a webhook that was registered since, and that went off
	// while n8n was not running, counts as one that was on.
	for (const webhook of isFirstLook && known ? offHere() : []) {
		if (isMarked(webhook.configuration)) continue;
		for (const [id, seen] of seenAs(webhook, shownUrl)) {
			// With another Client ID in the credential, nothing shows whose mark it is.
			if (ownWriteOf(id, webhook.configuration.url)?.isOff) continue;
			if (!known?.known.has(id)) watchedOn.set(id, { ...seen, isOff: false });
		}
	}
	const webhooks = { ...memory, known: new Map([...memory.known, ...watchedOn]) };
	return {
		memory: { webhooks: withOff(webhooks, offHere()) },
		unreported: known && { webhooks: withNewWebhooks(list.webhooks, known) },
		findings: { changes: node.foundAt(venue) },
		notices,
	};
}

/**
 * The IDs of those with n8n's mark that were off when this process first looked: before a restart, n8n
 * may have switched them off because their trigger moved. What is on again is watched like any other.
 */
function markedAtStart(
	{ node }: Poll,
	venue: number,
	webhooks: Webhook[],
	off: SwitchedOff[],
): Set<string> {
	const marked = off.filter(({ hasNewMark }) => hasNewMark).map(({ webhookId }) => webhookId);
	const keyOf = (id: string | undefined) => `${venue} ${id}`;
	const before = (node.markedAtStart ??= new Set(marked.map(keyOf)));
	for (const { id, isOff } of webhooks) if (!isOff) before.delete(keyOf(id));
	return new Set(marked.filter((id) => before.has(keyOf(id))));
}

/** For a poll that may not report yet: watches what is new or on again, and keeps what is known. */
export function withNewWebhooks(webhooks: Webhook[], before: WebhookMemory): WebhookMemory {
	const shownUrl = urlShower();
	const known = new Map(withoutOff(webhooks.flatMap((webhook) => seenAs(webhook, shownUrl))));
	for (const [id, one] of before.known) {
		const seen = known.get(id);
		if (one.isOff && seen?.isOff === false) seen.switchedOnAt = one.switchedOnAt;
		else known.set(id, one);
	}
	return { ...before, known: watched(known) };
}

/** What is off at this n8n is remembered, or each restart would report it. */
function withOff(memory: WebhookMemory, off: Webhook[]): WebhookMemory {
	const known = off.flatMap((webhook) => seenAs(webhook, () => ''));
	return { ...memory, known: watched(new Map([...known, ...memory.known])) };
}

/** What this process last wrote to the webhook at an address. */
type OwnWriteOf = (id: string, url: unknown) => OwnWrite | undefined;

type IsMarked = (configuration: IDataObject) => boolean;

interface WebhookList {
	webhooks: Webhook[];
	/** It is not whole, or may not be. */
	isCut: boolean;
}

/** What was switched off, removed or changed since the last list, but not by this process. */
export function compareWebhooks(
	{ webhooks, isCut }: WebhookList,
	before: WebhookMemory | undefined,
	now: number,
	ownWriteOf: OwnWriteOf,
	isMarked: IsMarked,
): { memory: WebhookMemory; changes: WebhookChange[]; off: SwitchedOff[] } {
	const shownUrl = urlShower();
	const seen = new Map(webhooks.flatMap((webhook) => seenAs(webhook, shownUrl)));
	const listed = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
	const changes: WebhookChange[] = [];
	const off: SwitchedOff[] = [];
	const unseen: Array<[string, KnownWebhook]> = [];
	for (const [webhookId, known] of before?.known ?? []) {
		const webhook = seen.get(webhookId);
		if (webhook === undefined && isCut) {
			unseen.push([webhookId, known]);
			continue;
		}
		const found = listed.get(webhookId);
		const { switchedOnAt = -Infinity } = known;
		const wasSwitchedOn = now - switchedOnAt < DAY_MS;
		if (webhook && wasSwitchedOn) webhook.switchedOnAt = switchedOnAt;
		const own = ownWriteOf(webhookId, found?.configuration.url);
		const ownSince = own && own.at >= (before?.seenAt ?? 0) ? own : undefined;
		const change = known.isOff ? undefined : changeOf(known, webhook, ownSince);
		if (change === 'disabled' && found) {
			// A webhook that was switched on again in the console still has n8n's mark, so only a new
			// mark counts.
			const isNew = webhook?.fingerprint !== known.fingerprint;
			const hasNewMark = isNew && isMarked(found.configuration);
			off.push({ webhookId, webhook: found, hasNewMark, wasSwitchedOn });
		} else if (change) changes.push({ webhookId, url: webhook?.url ?? known.url, change });
	}
	// Those that the venue shows are the ones to watch first, and so they come last.
	const known = watched(new Map(withoutOff([...unseen, ...seen], before?.known)));
	// What n8n did since then excuses a change, also of those that this list does not show.
	const seenAt = isCut && before ? before.seenAt : now;
	return { memory: { seenAt, known }, changes, off };
}

/** What is off stays in the memory if it was known to be off, or if this node switched it on. */
function withoutOff(
	seen: Array<[string, KnownWebhook]>,
	before?: WebhookMemory['known'],
): Array<[string, KnownWebhook]> {
	return seen.filter(
		([id, { isOff, switchedOnAt }]) =>
			!isOff || switchedOnAt !== undefined || before?.get(id)?.isOff,
	);
}

function changeOf(
	known: KnownWebhook,
	webhook: KnownWebhook | undefined,
	own: OwnWrite | undefined,
): WebhookChange['change'] | undefined {
	if (webhook === undefined) return 'removed';
	if (webhook.isOff) return own?.isOff === true ? undefined : 'disabled';
	return webhook.fingerprint === known.fingerprint || own ? undefined : 'changed';
}

/**
 * Only documented fields: a venue may add when a webhook was last called. A fingerprint takes long,
 * and of a long list only the few that are watched need one.
 */
function seenAs(
	webhook: Webhook,
	shownUrl: (webhook: Webhook) => string,
): Array<[string, KnownWebhook]> {
	const { id, configuration, isOff } = webhook;
	if (id === undefined) return [];
	let url: string | undefined;
	let fingerprint: number | undefined;
	const seen = {
		get url() {
			return (url ??= shownUrl(webhook));
		},
		isOff,
		get fingerprint() {
			return (fingerprint ??= configurationFingerprintOf(configuration));
		},
	};
	return [[id, seen]];
}

/** The address of another system may have a key in it. */
function urlShower(): (webhook: Webhook) => string {
	const hideUrl = urlHider();
	return ({ configuration }) => textOf(hideUrl(configuration));
}

function configurationFingerprintOf({ url, authentication, webhooks }: IDataObject): number {
	return shortFingerprintOf(inOneOrder([oneSpelling(url) ?? url, authentication, webhooks]));
}

/** Events are a set, so their order does not count. */
function inOneOrder(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) =>
		Array.isArray(inner) && inner.every((entry) => typeof entry === 'string')
			? [...inner].sort()
			: inner,
	) as unknown;
}

/** Those that are on, the newest first, and then what there is room for. */
function watched(seen: Map<string, KnownWebhook>): Map<string, KnownWebhook> {
	let room = WEBHOOKS_TAKE;
	const fits = ([id, { switchedOnAt, isOff }]: [string, KnownWebhook]) =>
		(room -= sizeOf(id) + ENTRY_TAKES + ((switchedOnAt ?? isOff) ? HOUR_TAKES : 0)) >= 0;
	const isOn = ([, { isOff = false }]: [string, KnownWebhook]) => !isOff;
	const all = [...seen];
	const newest: typeof all = [];
	for (const one of [...all.filter((one) => !isOn(one)), ...all.filter(isOn)].reverse()) {
		if (newest.length === MOST_WEBHOOKS) break;
		if (sizeOf(one[0]) <= LONGEST_WATCHED_ID) newest.push(one);
	}
	const kept = newest.filter(fits).reverse();
	const longest = Math.floor(Math.max(0, room) / kept.length);
	return new Map(
		kept.map(([id, { url, fingerprint, switchedOnAt, isOff }]) => [
			id,
			{
				...{ url: shortenedUrl(url.replace(TAKES_MORE, '_'), longest), fingerprint },
				...(switchedOnAt === undefined ? {} : { switchedOnAt }),
				...(isOff ? { isOff } : {}),
			},
		]),
	);
}

/** In the memory, which is JSON. */
function sizeOf(text: string): number {
	return Buffer.byteLength(JSON.stringify(text)) - 2;
}

const ELLIPSIS = '…';

/** The end of an address tells more than its beginning, which all addresses of one n8n share. */
function shortenedUrl(url: string, longest: number): string {
	if (url.length <= longest) return url;
	const kept = longest - sizeOf(ELLIPSIS);
	return kept > 0 ? ELLIPSIS + url.slice(-kept) : '';
}
