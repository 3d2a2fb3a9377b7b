import type { OwnWrite } from '../../venueApi/resources/ownWrites';
import type { Webhook } from '../../venueApi/resources/webhooks';
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
	{ webhooks, isPart }: { webhooks: Webhook[]; isPart: boolean },
	before: WebhookMemory | undefined,
	now: number,
	ownWriteTo: (id: string) => OwnWrite | undefined,
): { memory: WebhookMemory; changes: WebhookChange[] } {
	const seen = new Map(webhooks.flatMap(seenAs));
	const changes: WebhookChange[] = [];
	for (const [webhookId, known] of before?.known ?? []) {
		const webhook = seen.get(webhookId);
		const own = ownWriteTo(webhookId);
		const ownSince = own !== undefined && own.at >= (before?.seenAt ?? 0) ? own : undefined;
		if (webhook === undefined && isPart) {
			seen.set(webhookId, known);
			continue;
		}
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
function seenAs({ id, configuration }: Webhook): Array<[string, KnownWebhook]> {
	if (id === undefined) return [];
	const { url, authentication, webhooks, enabled } = configuration;
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
