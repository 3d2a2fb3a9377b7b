/** n8n's limit of concurrent executions: if no slot is free, an execution waits in the queue. */
export class Slots {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	async take(): Promise<void> {
		if (this.free > 0) {
			this.free--;
			return;
		}
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	release(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free++;
	}
}
