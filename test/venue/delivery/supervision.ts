import type { Webhook } from '../account/webhooks';
import type { Clock } from '../clock';
import type { Profile } from '../profile';
import type { Delivery, Message } from './message';

interface Notice {
	webhookId: number;
	messageId: string;
	at: number;
}

/** A receiver gave an answer that no receiver of genuine deliveries should give. */
interface Review extends Notice {
	status: number;
}

const EXPECTED = [200, 500, 503, 504];
const ATTEMPT_BEFORE_LAST = 6;

/** What the venue concludes from how its receivers answer. */
export class Supervision {
	readonly #clock: Clock;
	readonly #profile: Profile;
	readonly reviews: Review[] = [];
	/** To the owner of the venue. */
	readonly mails: Notice[] = [];

	constructor(clock: Clock, profile: Profile) {
		this.#clock = clock;
		this.#profile = profile;
	}

	/** A venue that switches webhooks off sends nothing to those that are off. */
	isSilenced({ configuration }: Webhook): boolean {
		return this.#switchesOff && configuration.enabled !== true;
	}

	answered(webhook: Webhook, { messageId, status }: Delivery): void {
		const { accepted, reviewsToSwitchOff } = this.#profile.deliveries;
		if (accepted === 'any2xx' || status === undefined || EXPECTED.includes(status)) return;
		this.reviews.push({ ...this.#notice(webhook, messageId), status });
		const { webhookId } = webhook;
		const reviews = this.reviews.filter((review) => review.webhookId === webhookId);
		if (reviews.length >= reviewsToSwitchOff) switchOff(webhook);
	}

	failed(webhook: Webhook, { id, status, history }: Message): void {
		if (!this.#switchesOff) return;
		if (history.length === ATTEMPT_BEFORE_LAST) this.mails.push(this.#notice(webhook, id));
		if (status === 'Failed') switchOff(webhook);
	}

	get #switchesOff(): boolean {
		return this.#profile.deliveries.afterLastAttempt === 'switchedOff';
	}

	#notice({ webhookId }: Webhook, messageId: string): Notice {
		return { webhookId, messageId, at: this.#clock.now() };
	}
}

function switchOff(webhook: Webhook): void {
	webhook.configuration = { ...webhook.configuration, enabled: false };
}
