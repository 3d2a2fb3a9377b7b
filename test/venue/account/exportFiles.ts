import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import type { Booking } from './bookingSamples';

const LINK_LIVES_MS = 24 * 60 * 60 * 1000;

interface ExportFile {
	text: string;
	until: number;
}

/** The files of a venue's bulk exports, each for a day under a name that cannot be guessed. */
export class ExportFiles {
	readonly #clock: Clock;
	readonly #files = new Map<string, ExportFile>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	add(bookings: readonly Booking[]): string {
		const name = `${randomBytes(12).toString('hex')}.csv`;
		const lines = bookings.map(({ uniqueId, status }) => `${JSON.stringify(uniqueId)},${status}`);
		const text = ['uniqueId,status', ...lines, ''].join('\n');
		this.#files.set(name, { text, until: this.#clock.now() + LINK_LIVES_MS });
		return name;
	}

	find(name: string): string | undefined {
		const file = this.#files.get(name);
		return file && this.#clock.now() < file.until ? file.text : undefined;
	}
}
