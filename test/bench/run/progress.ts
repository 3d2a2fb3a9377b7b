const MINUTE = 60_000;

/** Whole lines that show the progress, the same for a terminal and a log. */
export class Progress {
	private readonly begun = performance.now();

	readonly say = (line: string): void => {
		const spent = performance.now() - this.begun;
		const minutes = Math.floor(spent / MINUTE);
		const seconds = Math.floor((spent % MINUTE) / 1000);
		const time = `${minutes}:${String(seconds).padStart(2, '0')}`.padStart(6);
		process.stdout.write(`${time}  ${line}\n`);
	};

	of(part: string): (line: string) => void {
		return (line) => this.say(`${part}  ${line}`);
	}
}
