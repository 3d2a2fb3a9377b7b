import { randomUUID } from 'node:crypto';
import type { Webhook, Webhooks } from '../account/webhooks';
import type { Schedule } from '../clock';
import type { EventKind, Topic } from '../topics';
import type { Json } from '../json';
import type { Profile } from '../profile';
import { isAccepted, type Delivery, type Message, type Sender, type VenueEvent } from './message';
import { retryDelayMs, statusAfterFailure, type DeliveryRules } from './retryRules';
import { Supervision } from './supervision';

interface FailedTry {
	/** Absent if there was no response. */
	httpResponseStatus?: number;
	detail: string;
	/** By default, now. */
	at?: number;
}

interface PastFailure {
	type?: Topic;
	eventType?: EventKind;
	eventDate?: string;
	data?: Json;
	webhookId?: number;
	attempts?: number;
	httpResponseStatus?: number;
	detail?: string;
	/**
	 * With it, the attempts follow the retry rules from then on. Without it, all were made just now.
	 */
	firstAttemptAt?: number;
}

const UNKNOWN_WEBHOOK = 9000;

/** The messages of one venue: their first delivery, their retries and their outcome. */
export class Messages {
	readonly #clock: Schedule;
	readonly #sender: Sender;
	readonly #webhooks: Webhooks;
	readonly #profile: Profile;
	readonly #rules: DeliveryRules;
	readonly #messages = new Map<string, Message>();
	/** Messages with a failed attempt, in the order of their first one. */
	readonly #failed = new Set<Message>();
	#held: Message[] | undefined;
	readonly supervision: Supervision;

	constructor(
		clock: Schedule,
		sender: Sender,
		webhooks: Webhooks,
		profile: Profile,
		rules: DeliveryRules,
	) {
		this.#clock = clock;
		this.#sender = sender;
		this.#webhooks = webhooks;
		this.#profile = profile;
		this.#rules = rules;
		this.supervision = new Supervision(clock, profile);
	}

	all(): Message[] {
		return [...this.#messages.values()];
	}

	/** 6.2.7: messages whose last attempt failed, and messages that were given up recently. */
	failed(): Message[] {
		return [...this.#failed].filter(
			(message) => message.status !== 'Delivered' && !this.#isForgotten(message),
		);
	}

	/** Resolves when the message has been sent for the first time, or is held back. */
	async post(webhook: Webhook, event: VenueEvent): Promise<Message> {
		const message: Message = {
			...event,
			id: randomUUID(),
			webhookId: webhook.webhookId,
			status: 'Pending',
			history: [],
		};
		this.#messages.set(message.id, message);
		if (this.#held) this.#held.push(message);
		else await this.#attempt(message);
		return message;
	}

	/** From now on, messages are held back. A test releases them in any order. */
	hold(): void {
		this.#held ??= [];
	}

	/**
	 * Sends these messages one after the other; by default all of them, in the order of their events.
	 */
	async release(ids?: string[]): Promise<void> {
		const held = this.#held ?? [];
		this.#held = ids && held.filter(({ id }) => !ids.includes(id));
		const released = ids ? ids.map((id) => this.#known(id)) : held;
		for (const message of released) await this.#attempt(message);
	}

	/**
	 * 6.2.5: "the same message may arrive more than once". Does not change the status of the message.
	 */
	async resend(id: string, { copies = 1, together = false } = {}): Promise<Delivery[]> {
		const message = this.#known(id);
		const webhook = this.#webhooks.find(message.webhookId);
		if (!webhook) throw new Error(`The venue has no webhook ${message.webhookId}`);
		const send = () => this.#send(webhook, message);
		if (together) return await Promise.all(Array.from({ length: copies }, send));
		const deliveries: Delivery[] = [];
		for (let copy = 0; copy < copies; copy++) deliveries.push(await send());
		return deliveries;
	}

	/** Adds a message to the failed list whose attempts failed earlier. It is not retried. */
	addFailed(past: PastFailure = {}): Message {
		const { attempts = 1, detail = 'The receiver answered 500', httpResponseStatus = 500 } = past;
		const now = this.#clock.now();
		const message: Message = {
			id: randomUUID(),
			webhookId: past.webhookId ?? this.#webhooks.all()[0]?.webhookId ?? UNKNOWN_WEBHOOK,
			type: past.type ?? 'Booking',
			eventType: past.eventType ?? 'Updated',
			eventDate: past.eventDate ?? new Date(now).toISOString(),
			data: past.data ?? {},
			status: 'Pending',
			history: [],
		};
		for (let attempt = 1; attempt <= attempts; attempt++) {
			const at = past.firstAttemptAt && (message.nextRetryAt ?? past.firstAttemptAt);
			this.failedOnceMore(message, { httpResponseStatus, detail, at });
		}
		this.#messages.set(message.id, message);
		return message;
	}

	/** A message from before the venue was closed. It is retried if it is still due. */
	restore(message: Message): void {
		this.#messages.set(message.id, message);
		this.#failed.add(message);
		this.#scheduleRetry(message);
	}

	/** A receiver has accepted it, so it leaves the failed list. */
	delivered(message: Message): void {
		message.status = 'Delivered';
		delete message.nextRetryAt;
	}

	/** One more attempt has failed; the rules decide whether another one follows. */
	failedOnceMore(
		message: Message,
		{ httpResponseStatus, detail, at = this.#clock.now() }: FailedTry,
	): void {
		const attempt = message.history.length + 1;
		message.status = statusAfterFailure(attempt, this.#rules);
		message.history.push({ status: message.status, httpResponseStatus, detail, createdAt: at });
		if (message.status !== 'Failed') message.nextRetryAt = at + retryDelayMs(attempt, this.#rules);
		this.#failed.add(message);
	}

	async #attempt(message: Message): Promise<void> {
		const webhook = this.#webhooks.find(message.webhookId);
		const isSilenced = webhook !== undefined && this.supervision.isSilenced(webhook);
		const delivery = webhook && !isSilenced ? await this.#send(webhook, message) : undefined;
		if (isAccepted(delivery?.status, this.#profile)) return this.delivered(message);
		const notSent = `The webhook configuration is ${isSilenced ? 'switched off' : 'gone'}`;
		const detail = delivery?.detail ?? notSent;
		this.failedOnceMore(message, { httpResponseStatus: delivery?.status, detail });
		if (webhook) this.supervision.failed(webhook, message);
		this.#scheduleRetry(message);
	}

	async #send(webhook: Webhook, message: Message): Promise<Delivery> {
		const delivery = await this.#sender.send(webhook, message);
		this.supervision.answered(webhook, delivery);
		return delivery;
	}

	#scheduleRetry(message: Message): void {
		if (message.status !== 'Failed' && message.nextRetryAt !== undefined) {
			this.#clock.schedule(message.nextRetryAt, () => this.#attempt(message));
		}
	}

	#isForgotten({ status, history }: Message): boolean {
		const givenUpAt = history[history.length - 1]?.createdAt;
		if (status !== 'Failed' || givenUpAt === undefined) return false;
		return this.#clock.now() >= givenUpAt + this.#rules.failedListSeconds * 1000;
	}

	#known(id: string): Message {
		const message = this.#messages.get(id);
		if (!message) throw new Error(`The venue knows no message ${id}`);
		return message;
	}
}
