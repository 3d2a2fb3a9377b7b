import type { Webhook } from '../account/webhooks';
import type { Clock } from '../clock';
import type { Profile } from '../profile';
import type { Delivery, Message } from './message';

/** A receiver gave an answer that no receiver of genuine deliveries should give. */
interface Review {
	webhookId: number;
	messageId: string;
	at: number;
	status: number;
}

const EXPECTED = [200, 500, 503, 504];

/** What the venue concludes from how its receivers answer. */
export class Supervision {
	readonly #clock: Clock;
	readonly #profile: Profile;
	readonly reviews: Review[] = [];

	constructor(clock: Clock, profile: Profile) {
		this.#clock = clock;
		this.#profile = profile;
	}

	/** A venue that switches webhooks off sends nothing to those that are off. */
	isSilenced({ configuration }: Webhook): boolean {
		return this.#switchesOff && configuration.enabled !== true;
	}

	answered({ webhookId }: Webhook, { messageId, status }: Delivery): void {
		const { accepted } = this.#profile.deliveries;
		if (accepted === 'any2xx' || status === undefined || EXPECTED.includes(status)) return;
		this.reviews.push({ webhookId, messageId, at: this.#clock.now(), status });
	}

	failed(webhook: Webhook, { status }: Message): void {
		if (!this.#switchesOff || status !== 'Failed') return;
		webhook.configuration = { ...webhook.configuration, enabled: false };
	}

	get #switchesOff(): boolean {
		return this.#profile.deliveries.afterLastAttempt === 'switchedOff';
	}
}
