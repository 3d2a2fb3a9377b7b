/** What the venue has to say once, and when its copies set out. */
export class Message {
	constructor(
		readonly name: string,
		/** Two triggers of a workflow may be sent the same message. */
		readonly id: string,
		readonly trigger: number,
		readonly entity: string,
		readonly eventDate: number,
		readonly kind: 'genuine' | 'stranger' | 'unsubscribed',
		readonly copies: Copy[],
	) {}

	get entityKey(): string {
		return `${this.trigger} ${this.entity}`;
	}

	/** A newer event of the same thing, for the same trigger. */
	supersedes(other: Message): boolean {
		return this.entityKey === other.entityKey && this.eventDate > other.eventDate;
	}
}

export interface Copy {
	name: string;
	at: number;
}

export type Incident = { name: string; at: number } & (
	| { what: 'kill' | 'restart'; process: number; backAfter: number }
	| { what: 'rename'; trigger: number }
	| { what: 'poll' }
	| { what: 'clock'; process: number; by: number }
);

/** How often something goes wrong with one try of a message. */
export interface Weather {
	slow: boolean;
	hangUp: number;
	answerLost: number;
	noCredential: number;
	notAccepted: number;
	notAcceptedLate: number;
	lostWithProcess: number;
}

export interface Story {
	n8n: {
		isBefore28: boolean;
		processes: number;
		hasOneWriter: boolean;
		/** Executions at a time. */
		slots: number;
		longestExecutionMs: number;
		/** Each execution writes static data of its own. */
		executionsWrite: boolean;
		balance: 'random' | 'by address';
	};
	skipOutdated: boolean;
	/** n8n remembers as much as it ever does when the story begins. */
	isFull: boolean;
	triggers: number;
	messages: Message[];
	incidents: Incident[];
	weather: Weather;
	venue: { timeoutMs: number; firstPauseMs: number };
	/** Parts that can be left out. */
	parts: string[];
}
