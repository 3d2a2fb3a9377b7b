import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Call } from './questions';

/** What a model asked at one front desk, as docs/development/front-desk-questions.md tells. */
export interface Recording {
	vocabulary: string;
	zone: string;
	/** The day of the questions, for example 2026-12-04. */
	today: string;
	/** The calls for each question. */
	calls: Map<string, Call[]>;
}

const FOLDER = join(__dirname, 'recorded');

function recordingOf(text: string): Recording {
	const [head, ...lines] = text.trimEnd().split('\n');
	const [vocabulary, zone, today] = head.split(' · ');
	const calls: Recording['calls'] = new Map();
	let asked: Call[] = [];
	for (const line of lines) {
		if (line.startsWith('\t')) {
			const brace = line.indexOf(' {');
			const given = JSON.parse(line.slice(brace)) as Call['given'];
			asked.push({ tool: line.slice(1, brace), given });
		} else {
			calls.set(line, (asked = []));
		}
	}
	return { vocabulary, zone, today, calls };
}

/** By day, because the clock of the tests only goes forward. */
export const recordings = readdirSync(FOLDER)
	.map((file) => recordingOf(readFileSync(join(FOLDER, file), 'utf8')))
	.sort((one, other) => one.today.localeCompare(other.today));
