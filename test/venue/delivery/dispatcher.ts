import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosInstance } from 'axios';
import type { Webhook } from '../account/webhooks';
import type { Clock } from '../clock';
import type { Profile } from '../profile';
import { authenticationHeaders } from './authentication';
import { envelopeOf } from './envelope';
import { isAccepted, type Delivery, type Message, type Sender } from './message';
import type { Receivers } from './receivers';

const LARGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * AbortSignal.timeout() within AbortSignal.any() is lost if garbage is collected in the meantime.
 */
class AnswerTimeout {
	readonly #end = new AbortController();
	readonly #answered = new AbortController();

	constructor(ms: number) {
		const options = { signal: this.#answered.signal, ref: false };
		void sleep(ms, undefined, options).then(
			() => this.#end.abort(),
			() => {},
		);
	}

	get signal(): AbortSignal {
		return this.#end.signal;
	}

	cancel(): void {
		this.#answered.abort();
	}
}

/** Posts messages to receivers and records each attempt. */
export class Dispatcher implements Sender {
	readonly #clock: Clock;
	readonly #profile: Profile;
	readonly #receivers: Receivers;
	readonly #timeoutMs: number;
	readonly #agent = new Agent({ keepAlive: true });
	readonly #closing = new AbortController();
	readonly #client: AxiosInstance;
	readonly #underWay = new Set<Promise<Delivery>>();
	readonly deliveries: Delivery[] = [];
	/** The key of the signatures, which a venue's owner finds in the console. */
	readonly signatureKey = randomBytes(16).toString('hex');

	constructor(clock: Clock, profile: Profile, receivers: Receivers, timeoutMs: number) {
		this.#clock = clock;
		this.#profile = profile;
		this.#receivers = receivers;
		this.#timeoutMs = timeoutMs;
		this.#client = axios.create({
			httpAgent: this.#agent,
			proxy: false,
			maxRedirects: 0,
			maxContentLength: LARGEST_ANSWER_BYTES,
			responseType: 'text',
			transformRequest: (body: string) => body,
			transformResponse: (body: string) => body,
			validateStatus: () => true,
		});
	}

	send(webhook: Webhook, message: Message): Promise<Delivery> {
		const sending = this.#post(webhook, message);
		this.#underWay.add(sending);
		void sending.finally(() => this.#ended(sending));
		return sending;
	}

	/**
	 * A receiver ends a connection that was idle for seconds, and breaks off what comes over it at that
	 * moment. That would look like an outage, and cost a minute until the retry.
	 */
	#ended(sending: Promise<Delivery>): void {
		this.#underWay.delete(sending);
		if (this.#underWay.size === 0) this.#agent.destroy();
	}

	async idle(): Promise<void> {
		while (this.#underWay.size > 0) await Promise.all(this.#underWay);
	}

	async stop(): Promise<void> {
		this.#closing.abort();
		await this.idle();
		this.#agent.destroy();
	}

	async #post({ webhookId, configuration }: Webhook, message: Message): Promise<Delivery> {
		const at = this.#clock.now();
		const body = JSON.stringify(envelopeOf(message, at, this.#profile));
		const headers = {
			'content-type': 'application/json; charset=utf-8',
			...authenticationHeaders(configuration, body, this.#profile, this.signatureKey),
		};
		const { url } = configuration;
		const delivery: Delivery = { messageId: message.id, webhookId, url, headers, body, at };
		this.deliveries.push(delivery);
		const timeout = new AnswerTimeout(this.#timeoutMs);
		try {
			const { loopbackUrl, host } = this.#receivers.locate(url);
			const { status, data } = await this.#client.post<string>(loopbackUrl, body, {
				headers: { ...headers, host },
				signal: AbortSignal.any([this.#closing.signal, timeout.signal]),
			});
			delivery.status = status;
			delivery.answer = data;
			if (!isAccepted(status, this.#profile)) delivery.detail = `The receiver answered ${status}`;
		} catch (error) {
			delivery.detail = error instanceof Error ? error.message || error.name : String(error);
		} finally {
			timeout.cancel();
		}
		return delivery;
	}
}
