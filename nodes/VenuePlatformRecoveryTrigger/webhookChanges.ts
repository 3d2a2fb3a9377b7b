import type { IDataObject } from 'n8n-workflow';

import { oneSpelling } from '../venueApi/address';
import { mayBeCut } from '../venueApi/resources/reading';
import { type OwnWrite, ownWriteTo, type Webhook } from '../venueApi/resources/webhooks';
import { isTestAddress } from '../venueApi/resources/triggerKeys';
import { hasMark, urlHider } from '../venueApi/resources/webhookSecrets';
import { hasBegun, type KnownWebhook, type Memory, type WebhookMemory } from './memory/memory';
import { shortFingerprintOf } from './memory/packedSet';
import { watched } from './memory/watchedWebhooks';
import type { WebhookChange } from './items';
import { notAllOf } from './outages';
import type { Poll } from './pollRun';
import { isHere, OffWebhooks, type SwitchedOff } from './switchedOff';
import { DAY_MS, HOUR_MS } from '../venueApi/durations';
import { textOf } from '../venueApi/records';

/** The webhooks of the venue, and what this process knows of them. */
export interface WebhookList {
	webhooks: Webhook[];
	/** It is not whole, or may not be. */
	isCut: boolean;
	readAt: number;
	/** What this process last wrote to the webhook at an address. */
	ownWriteTo: (id: string, url: unknown) => OwnWrite | undefined;
	/** Whether some n8n switched it off. */
	hasMark: (configuration: IDataObject) => boolean;
}

/** Those to watch first come last. */
type WebhooksById = Array<[id: string, webhook: KnownWebhook]>;

/**
 * Webhooks that were switched off, removed or changed, but not by this n8n. Those that the user wants on
 * are switched on here. The memory has what was off when a poll last stored something, `node.markedAtStart`
 * what was off when this process first looked, and `node` keeps what it found until it is reported.
 */
export async function newsOfWebhooks(poll: Poll, memory: Memory) {
	const { connection, node } = poll;
	const { venue } = memory;
	const stored = hasBegun(memory, 'switchedOff') ? memory.webhooks : undefined;
	const read = await poll.webhooks();
	const notices = notAllOf('webhooks', read);
	const list: WebhookList = {
		// No published workflow needs one for a test event, which the venue may switch off days later.
		webhooks: read.webhooks.filter(({ configuration }) => !isTestAddress(configuration.url)),
		isCut: mayBeCut(read),
		readAt: poll.now,
		ownWriteTo: (id, url) => ownWriteTo(connection(), id, url),
		hasMark: (configuration) => hasMark(configuration, connection().secrets),
	};
	const offHere = () => list.webhooks.filter((one) => one.isOff && isHere(poll, one));
	node.lookedAt ??= poll.now;
	const isFromBefore = stored !== undefined && stored.seenAt < node.lookedAt;
	const before = isFromBefore ? asFoundHere(poll, list.webhooks, stored) : stored;
	const { memory: seen, changes, off } = compareWebhooks(list, before);
	const byN8n = markedAtStart(poll, venue, list.webhooks, off);
	if (poll.why === 'publishing' && before) {
		const left = new Map([...before.known].filter(([id]) => !byN8n.has(id)));
		const webhooks = withNewWebhooks(list.webhooks, { ...before, known: left });
		return { memory: { webhooks: withOff(webhooks, offHere()) }, notices };
	}
	const toJudge = off.filter(({ webhookId }) => !byN8n.has(webhookId));
	const on = await switchOnOrReport(poll, venue, list, toJudge, before);
	for (const change of changes) node.found(venue, change);
	const others = isFromBefore && before ? wentOffUnseen(list, offHere(), before) : [];
	const known = new Map([...seen.known, ...on, ...others]);
	return {
		memory: { webhooks: withOff({ ...seen, known }, offHere()) },
		unreported: before && { webhooks: withNewWebhooks(list.webhooks, before) },
		findings: { changes: node.foundAt(venue) },
		notices,
	};
}

/** Returns those that count as on from now: they were switched on, or the next poll has to decide. */
async function switchOnOrReport(
	poll: Poll,
	venue: number,
	list: WebhookList,
	off: SwitchedOff[],
	before: WebhookMemory | undefined,
): Promise<WebhooksById> {
	const on: WebhooksById = [];
	const shownUrl = urlShower();
	const offWebhooks = new OffWebhooks(poll, list);
	const switchedOnAt = Math.ceil(list.readAt / HOUR_MS) * HOUR_MS;
	for (const one of off) {
		const { webhookId, webhook } = one;
		const known = before?.known.get(webhookId);
		const verdict = await offWebhooks.switchOnOrReport(one);
		if (verdict === 'isFine') continue;
		if (verdict === 'hasToWait') {
			if (known) on.push([webhookId, known]);
			continue;
		}
		const url = shownUrl(webhook) || textOf(known?.url);
		poll.node.found(venue, { webhookId, url, change: 'disabled', ...verdict });
		if (!verdict.switchedOn) continue;
		for (const [id, seen] of seenAs(webhook, shownUrl)) {
			on.push([id, { ...seen, isOff: false, switchedOnAt }]);
		}
	}
	return on;
}

/**
 * n8n stores what it saw only with news. So a webhook that was registered since, and that went off
 * while n8n was not running, counts as one that was on.
 */
function wentOffUnseen(list: WebhookList, off: Webhook[], before: WebhookMemory): WebhooksById {
	const shownUrl = urlShower();
	const on: WebhooksById = [];
	for (const webhook of off) {
		const { configuration } = webhook;
		if (list.hasMark(configuration)) continue;
		for (const [id, seen] of seenAs(webhook, shownUrl)) {
			// With another Client ID in the credential, nothing shows whose mark it is.
			const isOwn = list.ownWriteTo(id, configuration.url)?.isOff === true;
			if (!isOwn && !before.known.has(id)) on.push([id, { ...seen, isOff: false }]);
		}
	}
	return on;
}

/**
 * A poll without news stores nothing, so before a restart, n8n may have published a trigger with other
 * settings. Nothing shows whether it did, so they count as known.
 */
function asFoundHere(poll: Poll, webhooks: Webhook[], before: WebhookMemory): WebhookMemory {
	const shownUrl = urlShower();
	const on = webhooks.filter((one) => !one.isOff && isHere(poll, one));
	const here = new Map(on.flatMap((webhook) => seenAs(webhook, shownUrl)));
	const known = [...before.known].map(([id, one]): [string, KnownWebhook] => {
		return [id, { ...one, fingerprint: here.get(id)?.fingerprint ?? one.fingerprint }];
	});
	return { ...before, known: new Map(known) };
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

/** What was switched off, removed or changed since the last list, but not by this process. */
export function compareWebhooks(
	list: WebhookList,
	before: WebhookMemory | undefined,
): { memory: WebhookMemory; changes: WebhookChange[]; off: SwitchedOff[] } {
	const { webhooks, isCut, readAt } = list;
	const shownUrl = urlShower();
	const seen = new Map(webhooks.flatMap((webhook) => seenAs(webhook, shownUrl)));
	const listed = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
	const changes: WebhookChange[] = [];
	const off: SwitchedOff[] = [];
	const unseen: WebhooksById = [];
	for (const [webhookId, known] of before?.known ?? []) {
		const webhook = seen.get(webhookId);
		if (webhook === undefined && isCut) {
			unseen.push([webhookId, known]);
			continue;
		}
		const found = listed.get(webhookId);
		const { switchedOnAt = -Infinity } = known;
		const wasSwitchedOn = readAt - switchedOnAt < DAY_MS;
		if (webhook && wasSwitchedOn) webhook.switchedOnAt = switchedOnAt;
		const own = list.ownWriteTo(webhookId, found?.configuration.url ?? known.url);
		const ownSince = own && own.at >= (before?.seenAt ?? 0) ? own : undefined;
		const change = known.isOff ? undefined : changeOf(known, webhook, ownSince);
		if (change === 'disabled' && found) {
			// A webhook that was switched on again in the console still has n8n's mark, so only a new
			// mark counts.
			const isNew = webhook?.fingerprint !== known.fingerprint;
			const hasNewMark = isNew && list.hasMark(found.configuration);
			off.push({ webhookId, webhook: found, hasNewMark, wasSwitchedOn });
		} else if (change) changes.push({ webhookId, url: webhook?.url ?? known.url, change });
	}
	// Those that the venue shows are the ones to watch first, and so they come last.
	const known = watched(new Map(withoutOff([...unseen, ...seen], before?.known)));
	// What n8n did since then excuses a change, also of those that this list does not show.
	const seenAt = isCut && before ? before.seenAt : readAt;
	return { memory: { seenAt, known }, changes, off };
}

/** What is off stays in the memory if it was known to be off, or if this node switched it on. */
function withoutOff(seen: WebhooksById, before?: WebhookMemory['known']): WebhooksById {
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
	if (webhook && !webhook.isOff)
		return webhook.fingerprint === known.fingerprint || own ? undefined : 'changed';
	// A venue may list only what is on.
	if (own?.isOff === true) return undefined;
	return webhook ? 'disabled' : 'removed';
}

/**
 * Only documented fields: a venue may add when a webhook was last called. A fingerprint takes long,
 * and of a long list only the few that are watched need one.
 */
function seenAs(webhook: Webhook, shownUrl: (webhook: Webhook) => string): WebhooksById {
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
