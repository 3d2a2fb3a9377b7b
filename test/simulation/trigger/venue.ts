import { Delivery } from './n8n/delivery';
import { Line, type Result } from './n8n/line';
import { receive } from './n8n/receive';
import type { Copy, Message } from './story/story';
import type { World } from './world';

const RETRIES = 7;
const PATIENCE_WHEN_CALM_MS = 10 * 60_000;

/** Sends what it has to say until somebody says that all is well, seven times more at most. */
export class Venue {
	constructor(private readonly world: World) {}

	async sendAll(): Promise<void> {
		const sent = this.world.story.messages.flatMap((message) =>
			message.copies.map(async (copy) => await this.send(message, copy)),
		);
		await Promise.all(sent);
	}

	private async send(message: Message, copy: Copy): Promise<void> {
		const { time, story, seen } = this.world;
		await time.sleepUntil(copy.at);
		const tries = message.kind === 'stranger' ? 1 : 1 + RETRIES;
		for (let attempt = 0; attempt < tries; attempt++) {
			const result = await this.attempt(message, `${copy.name}/${attempt}`);
			if (typeof result === 'number' && result < 300) return;
			await time.sleep(story.venue.firstPauseMs * 2 ** attempt);
		}
		if (message.kind === 'genuine') seen('given up');
	}

	/** One try. In calm weather nothing goes wrong that the trigger has not made wrong. */
	async attempt(message: Message, name: string, isCalm = false): Promise<Result> {
		const { world } = this;
		const { time, dice, story, seen, say } = world;
		const weather = dice.of(`weather ${name}`);
		await time.sleep(weather.int(1, 30));
		const life = world.processFor(message, name);
		if (!life) {
			seen('connection refused');
			return 'refused';
		}
		say(`${name} sent to ${life.name} (${message.id}, trigger ${message.trigger})`);
		let line: Line | undefined;
		const ended = new Promise<Result>((resolve) => {
			line = new Line({
				answered: (status) => world.ledger.answered(delivery, status),
				ended: resolve,
				later: (ms, ring) => void life.after(ms, ring),
			});
		});
		const delivery = new Delivery(life, message, name, line!, isCalm);
		world.deliveries.push(delivery);
		life.deliveries.add(delivery);
		world.ledger.readings.push({ at: time.now(), clock: life.clock() });
		void receive(delivery).then(
			() => life.deliveries.delete(delivery),
			(error) => world.ledger.broken('the model of n8n', String(error)),
		);

		const hangsUp = !isCalm && weather.chance(story.weather.hangUp);
		const patience = isCalm ? PATIENCE_WHEN_CALM_MS : story.venue.timeoutMs;
		const timer = time.after(hangsUp ? weather.scaled(1, 3_000) : patience, () => {
			seen('sender hung up');
			say(`${name}: the sender hangs up`);
			line!.close('timed out');
		});
		const result = await ended;
		time.cancel(timer);
		const isLost =
			typeof result === 'number' && !isCalm && weather.chance(story.weather.answerLost);
		if (!isLost) return result;
		seen('answer lost');
		say(`${name}: the answer is lost`);
		return 'reset';
	}
}
