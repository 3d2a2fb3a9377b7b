import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/**
 * The time of day that all n8n processes of a lab share. Expressions such as `$now` are computed in
 * an isolate of their own and keep the machine's.
 */
export class LabClock {
	private offset = 0;

	private readonly file: string;

	constructor(folder: string) {
		this.file = join(folder, 'clock');
		this.write();
	}

	/** What makes a Node.js process live by this clock. */
	get environment(): Record<string, string> {
		const preload = join(__dirname, `movedClock${extname(__filename)}`);
		return {
			LAB_CLOCK_FILE: this.file,
			NODE_OPTIONS: `--disable-warning=MODULE_TYPELESS_PACKAGE_JSON --require=${preload}`,
		};
	}

	now(): number {
		return Date.now() + this.offset;
	}

	advance(milliseconds: number): void {
		this.offset += milliseconds;
		this.write();
	}

	private write(): void {
		writeFileSync(this.file, new Uint8Array(Float64Array.of(this.offset).buffer));
	}
}
