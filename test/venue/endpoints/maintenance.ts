import type { Clock } from '../clock';
import type { Answer, Answers } from './answers';

/** Forms of the remaining time, in addition to any fixed text. */
type TimeLeft = { left: 'seconds' | 'date' | 'isoDate' | 'decimal' };

export interface Maintenance {
	/** 7: "Plain text maintenance message". */
	text?: string;
	/** A fixed text, or derived from the remaining time of `forSeconds`. None by default. */
	retryAfter?: string | TimeLeft;
	/** When it ends by itself. By default, it lasts until `end`. */
	forSeconds?: number;
	/** The document names it for the Data API only. */
	surfaces?: ReadonlyArray<'data' | 'rest' | 'token'>;
}

const DEFAULT_TEXT = 'Reporting is under maintenance. Please try again later.';

/** 7: the venue returns 503 while it is under maintenance. */
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

	/** The response of a surface that is under maintenance now. */
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
