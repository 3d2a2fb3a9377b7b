import type { INode } from 'n8n-workflow';
import { type Message, supersedes } from '../venue/message';
import type { Contents } from '../rules/knowledge';
import type { Line } from './line';
import type { N8nProcess } from './process';

type Trouble = 'noCredential' | 'notAccepted' | 'notAcceptedLate' | 'lostWithProcess';

/** One attempt to deliver a message to one process, and how far it has come. */
export class Delivery {
	workflowId = '';
	node?: INode;
	skipsOutdated = false;
	readAt = 0;
	contents: Contents = { keys: new Set(), newest: new Map() };
	/** When the trigger read the static data, just before it may have to wait for another delivery. */
	learntAt = Infinity;
	/** The static data that was read lacked something that the process knew. */
	isIncomplete = false;
	hasNoCredential = false;

	/** When the trigger passed the message to n8n, and what the trigger knew then. */
	decidedAt = Infinity;
	wasKnown = false;
	wasTakenBack = false;
	wasBesideItself = false;
	wasOutdated = false;
	besideNewer?: Delivery;

	/** When n8n asked for the response. */
	acceptedAt = Infinity;
	failedAt = Infinity;
	/** When the trigger was told that it has failed, after it was told that it had not. */
	takenBackAt = Infinity;
	readonly beganAt: number;

	constructor(
		readonly process: N8nProcess,
		readonly message: Message,
		readonly name: string,
		readonly line: Line,
		private readonly isCalm: boolean,
	) {
		this.beganAt = process.world.time.now();
		deliveries.set(line, this);
	}

	get key(): string {
		return this.message.name;
	}

	get hasFailed(): boolean {
		return this.failedAt < Infinity;
	}

	/** n8n may still start the workflow with it. */
	get isOnItsWay(): boolean {
		return this.decidedAt < Infinity && this.acceptedAt === Infinity && !this.hasFailed;
	}

	/** It may still become one of those. */
	get isUnderWay(): boolean {
		const isOpen = this.process.deliveries.has(this) && !this.line.writableEnded;
		return isOpen && this.acceptedAt === Infinity && !this.hasFailed;
	}

	isTroubled(trouble: Trouble): boolean {
		const { dice, plan } = this.process.world;
		return !this.isCalm && dice.of(`${trouble} ${this.name}`).chance(plan.weather[trouble]);
	}

	/** The workflow has been read, together with its memory. */
	reads(workflowId: string, node: INode): void {
		const { world } = this.process;
		this.workflowId = workflowId;
		this.node = node;
		this.readAt = world.time.now();
		this.contents = world.knowledge.stored(workflowId);
		const options = node.parameters.options as { skipOutdated?: boolean } | undefined;
		this.skipsOutdated = options?.skipOutdated === true;
	}

	/** Called when the trigger reads the static data. */
	learn(): void {
		if (this.learntAt < Infinity) return;
		const { knowledge, time } = this.process.world;
		this.learntAt = time.now();
		this.isIncomplete = !knowledge.learn(this.process, this.workflowId, this.contents);
	}

	emitted(): void {
		this.learn();
		const { time, knowledge, say, seen } = this.process.world;
		this.decidedAt = time.now();
		this.wasTakenBack = knowledge.hasTakenBack(this);
		this.wasKnown = knowledge.knows(this);
		const others = [...this.process.deliveries].filter(
			(other) => other !== this && other.isOnItsWay,
		);
		this.wasBesideItself = others.some(({ key }) => key === this.key);
		if (this.skipsOutdated) {
			// What arrived before the user switched the option on waits for no newer event.
			this.besideNewer = others.find(
				({ skipsOutdated, message, beganAt }) =>
					skipsOutdated && supersedes(message, this.message, beganAt),
			);
			this.wasOutdated = knowledge.knowsNewer(this);
		}
		seen('emitted');
		say(`${this.name} given to n8n by ${this.process.name}`);
	}

	/** n8n asks for the response, so the trigger can remember the message now. */
	accepted(): void {
		if (this.acceptedAt < Infinity) return;
		const { time, knowledge, say } = this.process.world;
		this.acceptedAt = time.now();
		knowledge.remember(this);
		say(`${this.name} accepted by ${this.process.name}`);
	}

	failed(): void {
		const { time, say, seen } = this.process.world;
		this.failedAt = time.now();
		seen('n8n has not accepted it');
		say(`${this.name} not accepted by ${this.process.name}`);
	}

	/** n8n before 2.8 has reported success too early, and reports the failure now. */
	takenBack(): void {
		const { time, knowledge } = this.process.world;
		this.takenBackAt = time.now();
		knowledge.takeBack(this);
	}

	body() {
		const { id, eventDate, kind, entity } = this.message;
		return {
			id,
			sendDate: new Date(this.process.world.time.now()).toISOString(),
			type: 'Booking',
			eventDate: new Date(eventDate).toISOString(),
			eventType: kind === 'unsubscribed' ? 'Deleted' : 'Updated',
			data: { uniqueId: entity },
		};
	}
}

const deliveries = new WeakMap<Line, Delivery>();

export function deliveryOn(line: Line): Delivery {
	return deliveries.get(line)!;
}
