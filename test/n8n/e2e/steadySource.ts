import type { SimulatedVenue } from '../../venue';

/** Something happens at the venue so many times a second; it sends as fast as n8n takes it in. */
export class SteadySource {
	private readonly waiting: string[] = [];
	private readonly senders: Array<Promise<void>>;
	private readonly timer: NodeJS.Timeout;
	private emitted = 0;
	private isOver = false;

	constructor(
		private readonly venue: SimulatedVenue,
		perSecond: number,
		senders: number,
	) {
		venue.messages.hold();
		this.timer = setInterval(() => void this.emit(), 1_000 / perSecond);
		this.senders = Array.from({ length: senders }, async () => await this.send());
	}

	/** How many there were, when each of them has been sent once. */
	async stop(): Promise<number> {
		clearInterval(this.timer);
		this.isOver = true;
		await Promise.all(this.senders);
		return this.emitted;
	}

	private async emit() {
		const data = { index: this.emitted++ };
		const messages = await this.venue.emit({ type: 'Booking', eventType: 'Updated', data });
		this.waiting.push(...messages.map(({ id }) => id));
	}

	private async send() {
		for (;;) {
			const id = this.waiting.shift();
			if (id !== undefined) await this.venue.messages.release([id]);
			else if (this.isOver) return;
			else await new Promise((resolve) => setTimeout(resolve, 5));
		}
	}
}
