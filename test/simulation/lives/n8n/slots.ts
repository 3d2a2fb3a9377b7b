/** n8n's limit of executions at a time: who finds none free waits in line. */
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
