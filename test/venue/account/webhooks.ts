import type { Clock } from '../clock';
import type { JsonObject } from '../json';
import { topicKey, type EventKind, type Topic } from '../topics';
import type { SubscriptionFields, WebhookConfiguration } from './webhookRules';

export interface Webhook {
	readonly webhookId: number;
	configuration: WebhookConfiguration;
}

const FIRST_ID = 1001;

/** The webhook configurations of one venue. They can be changed in place. */
export class Webhooks {
	readonly #webhooks = new Map<number, Webhook>();
	readonly #clock: Clock;
	readonly #created = new Map<number, number>();
	readonly #max: number;
	#nextId = FIRST_ID;

	constructor(clock: Clock, max: number) {
		this.#clock = clock;
		this.#max = max;
	}

	get max(): number {
		return this.#max;
	}

	get full(): boolean {
		return this.#webhooks.size >= this.#max;
	}

	all(): Webhook[] {
		return [...this.#webhooks.values()];
	}

	find(webhookId: number): Webhook | undefined {
		return this.#webhooks.get(webhookId);
	}

	create(configuration: WebhookConfiguration): Webhook {
		const webhook = { webhookId: this.#nextId++, configuration };
		this.#webhooks.set(webhook.webhookId, webhook);
		this.#created.set(webhook.webhookId, this.#clock.now());
		return webhook;
	}

	createdAt(webhookId: number): number {
		return this.#created.get(webhookId) ?? this.#clock.now();
	}

	/** Like a user who edits the configuration in the venue's console. */
	change(webhookId: number, fields: JsonObject): Webhook {
		const webhook = this.#webhooks.get(webhookId);
		if (!webhook) throw new Error(`The venue has no webhook ${webhookId}`);
		webhook.configuration = { ...webhook.configuration, ...fields };
		return webhook;
	}

	/** 4 has no way to delete one, but the console may have. */
	remove(webhookId: number): void {
		this.#webhooks.delete(webhookId);
	}

	subscribedTo(topic: Topic, kind: EventKind): Webhook[] {
		return this.all().filter(
			({ configuration }) =>
				configuration.enabled === true &&
				configuration.webhooks[topicKey(topic)]?.events.includes(kind),
		);
	}
}

export function subscriptionOf(webhook: Webhook, topic: Topic): SubscriptionFields | undefined {
	return webhook.configuration.webhooks[topicKey(topic)];
}
