import { join } from 'node:path';

/** A time that runs so many times as quickly, for n8n and a venue beside it. */
export class QuickClock {
	private readonly begin = Date.now();

	constructor(private readonly factor: number) {}

	readonly now = (): number => this.begin + (Date.now() - this.begin) * this.factor;

	/** What takes so long there, on the machine. */
	onTheMachine(ms: number): number {
		return ms / this.factor;
	}

	/** How a lab starts n8n in this time. */
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
