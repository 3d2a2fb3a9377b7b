import type { WebhookConfiguration } from '../../../venue/account/webhookRules';
import type { Webhook } from '../../../venue/account/webhooks';
import type { Message as FailedMessage } from '../../../venue/delivery/message';
import { Delivery } from '../n8n/delivery';
import { receive } from '../n8n/door';
import { Line, type Result } from '../n8n/line';
import type { World } from '../world';
import { ATTEMPTS, failedMessage, type Message, UNAVAILABLE } from './message';
import { addressOf, type Venue } from './venue';

const PATIENCE_WHEN_CALM_MS = 10 * 60_000;

interface Sent {
	message: Message;
	venue: Venue;
	isTaken: boolean;
}

/** Sends the messages of venues until n8n accepts them, with at most seven retries. */
export class Sending {
	readonly all: Sent[] = [];

	constructor(private readonly world: World) {}

	/** How many messages there are, wherever they went. */
	private get count(): number {
		return this.world.all.reduce((sum, { sending }) => sum + sending.all.length, 0);
	}

	/** Something happened to a booking: the subscribed webhooks are called. */
	happened(venue: Venue, entity: string, kind: Message['kind'] = 'genuine', aheadMs = 0): void {
		const { time } = this.world;
		const number = this.count;
		const urls = new Set<string>();
		for (const webhook of venue.webhooks.subscribedTo('Booking', 'Updated')) {
			const { webhookId, configuration } = webhook;
			const url = addressOf(webhook);
			const message: Message = {
				name: `m${this.count}`,
				// Two triggers may be sent the same message; at one address, they are two.
				id: `id-${number}${urls.has(url) ? ` of ${webhookId}` : ''}`,
				venue: this.world.venues.indexOf(venue),
				url,
				entity,
				sentAt: time.now(),
				eventDate: time.now() + aheadMs - this.world.dice.of(`event ${number}`).int(0, 10 * 60_000),
				kind,
				apiKey: keyOf(configuration),
			};
			urls.add(url);
			this.world.at(url).sending.send(venue, message, webhookId);
		}
	}

	/** The venue repeats a message: the same message may arrive more than once. */
	again(sent: Sent, name: string): void {
		this.world.background(this.untilTaken(sent, `${sent.message.name}.${name}`, undefined));
	}

	/** A stranger sends something to a known address. */
	stranger(webhook: Webhook, venue: Venue): void {
		const name = `m${this.count}`;
		const eventDate = this.world.time.now();
		const message: Message = {
			...{ name, id: name, venue: -1, url: addressOf(webhook), entity: 'any', eventDate },
			sentAt: eventDate,
			kind: 'stranger',
			apiKey: 'guessed',
		};
		const sent = { message, venue, isTaken: false };
		this.all.push(sent);
		this.world.background(this.attempt(message, `${name}.0`));
	}

	/** In the end, everything is accepted and has an execution. */
	async finish(): Promise<void> {
		const { ledger, addresses } = this.world;
		ledger.judgeLosses();
		for (const { message } of this.all) {
			if (message.kind !== 'genuine' || !addresses.isLive(message)) continue;
			const result = await this.attempt(message, `${message.name}.last`, true);
			if (result !== 200) this.world.broken('taken when all is well', `${message.name}: ${result}`);
		}
	}

	private send(venue: Venue, message: Message, webhookId: number): void {
		const sent = { message, venue, isTaken: false };
		this.all.push(sent);
		const failed = failedMessage(message.id, webhookId, 'Booking', message.eventDate);
		this.world.background(this.untilTaken(sent, `${message.name}.0`, failed));
		this.sendCopies(sent);
	}

	/** The same message may arrive more than once, and its copies before the first was answered. */
	private sendCopies(sent: Sent): void {
		const { time, plan, dice } = this.world;
		const { name } = sent.message;
		const draw = dice.of(`copies ${name}`);
		for (const [from, to] of plan.sending.copiesAfter) {
			if (draw.chance(0.5)) continue;
			const sendCopy = async () => {
				await time.sleep(draw.int(from, to));
				await this.untilTaken(sent, `${name}.${from} later`, undefined);
			};
			this.world.background(sendCopy());
		}
	}

	private async untilTaken(
		sent: Sent,
		copy: string,
		failed: FailedMessage | undefined,
	): Promise<void> {
		const { time, plan, seen } = this.world;
		const { message, venue } = sent;
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			const result = await this.attempt(message, `${copy}/${attempt}`);
			if (typeof result === 'number' && result < 300) {
				sent.isTaken = true;
				if (failed) venue.messages.delivered(failed);
				return;
			}
			if (failed) venue.messages.failedOnceMore(failed, UNAVAILABLE);
			if (attempt === ATTEMPTS - 1) break;
			await time.sleep(plan.sending.firstPauseMs * 2 ** attempt);
			if (this.world.isCalm) return;
		}
		seen('given up');
	}

	/** One attempt. In calm weather, nothing goes wrong unless the trigger causes it. */
	async attempt(message: Message, name: string, isCalm = false): Promise<Result> {
		const { world } = this;
		const { time, dice, plan, seen, say } = world;
		const weather = dice.of(`weather ${name}`);
		await time.sleep(weather.int(1, 30));
		const process = world.processFor(message, name);
		if (!process) {
			seen('connection refused');
			return 'refused';
		}
		say(`${name} sent to ${process.name} (${message.id}, ${message.url.slice(-40)})`);
		let line: Line | undefined;
		const ended = new Promise<Result>((resolve) => {
			line = new Line({
				answered: (status, body) => world.ledger.answered(delivery, status, body),
				ended: resolve,
				later: (ms, ring) => void process.after(ms, ring),
			});
		});
		const delivery = new Delivery(process, message, name, line!, isCalm);
		world.ledger.deliveries.push(delivery);
		process.deliveries.add(delivery);
		void receive(delivery).then(
			() => process.deliveries.delete(delivery),
			(error) => world.broken('the model of n8n', String((error as Error).stack)),
		);

		const hangsUp = !isCalm && weather.chance(plan.weather.hangUp);
		const patience = isCalm ? PATIENCE_WHEN_CALM_MS : plan.sending.timeoutMs;
		const timer = time.after(hangsUp ? weather.scaled(1, 3_000) : patience, () => {
			seen('sender hung up');
			say(`${name}: the sender hangs up`);
			line!.close('timed out');
		});
		const result = await ended;
		time.cancel(timer);
		const isLost = typeof result === 'number' && !isCalm && weather.chance(plan.weather.answerLost);
		if (!isLost) return result;
		seen('answer lost');
		say(`${name}: the answer is lost`);
		return 'reset';
	}
}

function keyOf(configuration: WebhookConfiguration): string {
	const { authentication } = configuration as { authentication?: { apiKey?: string } };
	return authentication?.apiKey ?? '';
}
