import type { Clock } from '../clock';
import type { Answer, Answers } from './answers';

/** Forms in which the time that is left may be told, besides any text as it stands. */
export type TimeLeft = { left: 'seconds' | 'date' | 'isoDate' | 'decimal' };

export interface Maintenance {
	/** 7: "Plain text maintenance message". */
	text?: string;
	/** As it stands, or made from the time that is left of `forSeconds`; none unless given. */
	retryAfter?: string | TimeLeft;
	/** It ends by itself; without this it goes on until it is ended. */
	forSeconds?: number;
	/** The document knows it of the Data API only. */
	surfaces?: ReadonlyArray<'data' | 'rest' | 'token'>;
}

const DEFAULT_TEXT = 'Reporting is under maintenance. Please try again later.';

/** 7: the venue answers 503 while it is under maintenance. */
export class MaintenanceSchedule {
	readonly #clock: Clock;
	#current: Maintenance | undefined;
	#until = Infinity;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	start(maintenance: Maintenance): void {
		this.#current = maintenance;
		this.#until = this.#clock.now() + (maintenance.forSeconds ?? Infinity) * 1000;
	}

	end(): void {
		this.#current = undefined;
	}

	/** The answer of a surface that is under maintenance now. */
	answer(surface: 'data' | 'rest' | 'token', answers: Answers): Answer | undefined {
		if (!this.#current || this.#clock.now() >= this.#until) return undefined;
		const { text = DEFAULT_TEXT, retryAfter, surfaces = ['data'] } = this.#current;
		if (!surfaces.includes(surface)) return undefined;
		return answers.maintenance(
			text,
			typeof retryAfter === 'object' ? this.#timeLeft(retryAfter) : retryAfter,
		);
	}

	#timeLeft({ left }: TimeLeft): string {
		const seconds = (this.#until - this.#clock.now()) / 1000;
		const end = new Date(Number.isFinite(this.#until) ? this.#until : this.#clock.now());
		switch (left) {
			case 'seconds':
				return String(Math.ceil(seconds));
			case 'decimal':
				return seconds.toFixed(1);
			case 'date':
				return end.toUTCString();
			case 'isoDate':
				return end.toISOString();
		}
	}
}
