import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The date that all n8n processes of a lab share. Expressions such as `$now` run in an isolate and
 * use the machine's date.
 */
export class LabClock {
	readonly file: string;

	private offset = 0;

	constructor(folder: string) {
		this.file = join(folder, 'clock');
		this.write();
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
