import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import type { Booking } from './bookingSamples';

const DAY_SECONDS = 24 * 60 * 60;

interface ExportFile {
	text: string;
	until: number;
}

/** The files of a venue's bulk exports, each for some time under a name that cannot be guessed. */
export class ExportFiles {
	readonly #clock: Clock;
	readonly #files = new Map<string, ExportFile>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	add(bookings: readonly Booking[], forSeconds = DAY_SECONDS): string {
		const name = `${randomBytes(12).toString('hex')}.csv`;
		const lines = bookings.map(({ uniqueId, status }) => `${JSON.stringify(uniqueId)},${status}`);
		const text = ['uniqueId,status', ...lines, ''].join('\n');
		this.#files.set(name, { text, until: this.#clock.now() + forSeconds * 1000 });
		return name;
	}

	find(name: string): string | undefined {
		const file = this.#files.get(name);
		return file && this.#clock.now() < file.until ? file.text : undefined;
	}
}
