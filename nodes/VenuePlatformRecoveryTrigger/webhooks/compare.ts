import type { IDataObject } from 'n8n-workflow';

import type { OwnWrite } from '../../venueApi/resources/ownWrites';
import { idOf } from '../../venueApi/resources/webhooks';
import { isRecord, type VenueRecord } from '../../venueApi/shapes/records';
import { fingerprintOf } from '../memory/fingerprint';
import type { KnownWebhook, WebhookMemory } from '../memory/memory';

export interface WebhookChange {
	webhookId: string;
	url: string;
	change: 'disabled' | 'removed' | 'changed';
}

/** A venue has a handful of webhooks; what goes beyond these would take room from messages. */
const MOST_WEBHOOKS = 24;
const LONGEST_URL = 64;

/** What somebody switched off, removed or changed since the list was seen last. */
export function compareWebhooks(
	list: VenueRecord[],
	before: WebhookMemory | undefined,
	now: number,
	ownWriteTo: (id: string) => OwnWrite | undefined,
): { memory: WebhookMemory; changes: WebhookChange[] } {
	const seen = new Map(list.flatMap((record) => seenAs(record)));
	const changes: WebhookChange[] = [];
	for (const [webhookId, known] of before?.known ?? []) {
		const webhook = seen.get(webhookId);
		const own = ownWriteTo(webhookId);
		const ownSince = own !== undefined && own.at >= (before?.seenAt ?? 0) ? own : undefined;
		const change = known.isOff ? undefined : changeOf(known, webhook, ownSince);
		if (change) changes.push({ webhookId, url: webhook?.url ?? known.url, change });
	}
	const switchedOn = [...seen].filter(([, { isOff }]) => !isOff);
	const known = new Map(
		switchedOn
			.slice(-MOST_WEBHOOKS)
			.map(([id, webhook]) => [id, { ...webhook, url: webhook.url.slice(0, LONGEST_URL) }]),
	);
	return { memory: { seenAt: now, known }, changes };
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

/** The documented parts alone: a venue may add when a webhook was last called. */
function seenAs(record: VenueRecord): Array<[string, KnownWebhook]> {
	const id = idOf(record);
	if (id === undefined) return [];
	const configuration = isRecord(record.configuration) ? record.configuration : record;
	const { url, authentication, webhooks, enabled } = configuration as IDataObject;
	const fingerprint = fingerprintOf(inOneOrder([url, authentication, webhooks]));
	return [[id, { url: String(url ?? ''), fingerprint, isOff: enabled === false }]];
}

/** Events are a set. */
function inOneOrder(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) =>
		Array.isArray(inner) && inner.every((entry) => typeof entry === 'string')
			? [...inner].sort()
			: inner,
	) as unknown;
}
