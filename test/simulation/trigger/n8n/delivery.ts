import type { Message } from '../story/story';
import type { Contents } from '../rules/knowledge';
import type { Stored } from './database';
import type { Life } from './life';
import type { Line } from './line';

export type Trouble = 'noCredential' | 'notAccepted' | 'notAcceptedLate' | 'lostWithProcess';

/** One try of a message at one process, and how far it has come. */
export class Delivery {
	readAt = 0;
	contents: Contents = { keys: new Set(), newest: new Map() };
	private hasLearnt = false;
	/** The static data that was read lacked something that the process knew. */
	isIncomplete = false;
	hasNoCredential = false;

	/** When the trigger gave the message to n8n, what the clock showed, and what it knew then. */
	decidedAt = Infinity;
	clock = 0;
	wasKnown = false;
	wasTakenBack = false;
	wasBesideItself = false;
	wasOutdated = false;
	besideNewer?: Delivery;

	/** When n8n asked for the answer. */
	acceptedAt = Infinity;
	hasFailed = false;

	constructor(
		readonly life: Life,
		readonly message: Message,
		readonly name: string,
		readonly line: Line,
		private readonly isCalm: boolean,
	) {}

	get key(): string {
		return this.message.name;
	}

	/** n8n may still start the workflow with it. */
	get isOnItsWay(): boolean {
		return this.decidedAt < Infinity && this.acceptedAt === Infinity && !this.hasFailed;
	}

	isTroubled(trouble: Trouble): boolean {
		const { dice, story } = this.life.world;
		return !this.isCalm && dice.of(`${trouble} ${this.name}`).chance(story.weather[trouble]);
	}

	wasRead(stored: Stored): void {
		this.readAt = this.life.world.time.now();
		this.contents = stored.contents;
	}

	/** At the moment at which the trigger takes the static data in hand. */
	learn(): void {
		if (this.hasLearnt) return;
		this.hasLearnt = true;
		const { knowledge } = this.life.world;
		this.isIncomplete = !knowledge.learn(this.life, this.contents);
	}

	emitted(): void {
		this.learn();
		const { time, knowledge, story, say, seen } = this.life.world;
		this.decidedAt = time.now();
		this.clock = this.life.clock();
		this.wasTakenBack = knowledge.hasTakenBack(this.life, this.message);
		this.wasKnown = knowledge.knows(this);
		const others = [...this.life.deliveries].filter((other) => other !== this && other.isOnItsWay);
		this.wasBesideItself = others.some(({ key }) => key === this.key);
		if (story.skipOutdated) {
			this.besideNewer = others.find(({ message }) => message.supersedes(this.message));
			this.wasOutdated = knowledge.knowsNewer(this);
		}
		seen('emitted');
		say(`${this.name} given to n8n by ${this.life.name}`);
	}

	/** n8n asks for the answer: from now on the trigger can remember. */
	accepted(): void {
		if (this.acceptedAt < Infinity) return;
		const { time, knowledge, say } = this.life.world;
		this.acceptedAt = time.now();
		this.clock = this.life.clock();
		knowledge.remember(this.life, this.message);
		say(`${this.name} accepted by ${this.life.name}`);
	}

	failed(): void {
		this.hasFailed = true;
		const { ledger, say, seen } = this.life.world;
		ledger.failed(this);
		seen('n8n has not accepted it');
		say(`${this.name} not accepted by ${this.life.name}`);
	}

	/** n8n before 2.8 has told the trigger too early, and tells it now. */
	takenBack(): void {
		this.life.world.knowledge.takeBack(this.life, this.message);
	}

	body() {
		const { message } = this;
		return {
			id: message.id,
			sendDate: new Date(this.life.world.time.now()).toISOString(),
			type: 'Booking',
			eventDate: new Date(message.eventDate).toISOString(),
			eventType: message.kind === 'unsubscribed' ? 'Deleted' : 'Updated',
			data: { uniqueId: message.entity },
		};
	}
}
