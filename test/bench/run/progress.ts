const MINUTE = 60_000;

/** Whole lines that say how far the run is: a terminal and a log get the same. */
export class Progress {
	private readonly begun = performance.now();

	private part = '';

	enter(name: string, number: number, of: number): void {
		this.part = `${number}/${of} ${name}`;
	}

	leave(): void {
		this.part = '';
	}

	readonly say = (line: string): void => {
		const spent = performance.now() - this.begun;
		const minutes = Math.floor(spent / MINUTE);
		const seconds = Math.floor((spent % MINUTE) / 1000);
		const time = `${minutes}:${String(seconds).padStart(2, '0')}`.padStart(6);
		process.stdout.write(`${time}  ${this.part && `${this.part}  `}${line}\n`);
	};
}
