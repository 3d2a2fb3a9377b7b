import { join } from 'node:path';

/** A clock that runs this many times as fast, for n8n and a venue. */
export class QuickClock {
	private readonly begin = Date.now();

	constructor(private readonly factor: number) {}

	readonly now = (): number => this.begin + (Date.now() - this.begin) * this.factor;

	/** How long a time of this clock is on the machine. */
	onTheMachine(ms: number): number {
		return ms / this.factor;
	}

	/** How a lab starts n8n with this clock. */
	get plan(): { preloads: string[]; environment: Record<string, string> } {
		return {
			preloads: [join(__dirname, 'quickTime.js')],
			environment: {
				BENCH_TIME_FACTOR: String(this.factor),
				BENCH_TIME_BEGIN: String(this.begin),
			},
		};
	}
}
