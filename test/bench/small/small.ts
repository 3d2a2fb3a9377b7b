import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SHAPES } from '../../attacks/smallAnswers';
import { installN8n } from '../../n8n/lab/installation/n8nInstallation';
import type { BenchContext, Section } from '../bench';
import type { Reading } from './reader/messages';
import { buildReader, readAll } from './readingProcess';
import { figuresOf, sectionOf } from './section';

const SCALES = {
	full: { shapes: Object.keys(SHAPES), rounds: 9 },
	quick: { shapes: ['empty records', 'many bookings'], rounds: 1 },
};

/** The small responses that cost most, through everything that reads a response. */
export async function small({ tarball, scale, say }: BenchContext): Promise<Section> {
	const { node } = await installN8n();
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-small-'));
	try {
		const build = await buildReader(tarball, folder);
		const readings = await readAll({ build, node }, SCALES[scale], (reading) => say(line(reading)));
		return sectionOf(readings);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function line(reading: Reading): string {
	const name = reading.operation || 'n8n alone';
	const { cost, parseCost, ratio } = figuresOf(reading);
	return `${name} × ${reading.shape}: ${cost.toFixed(1)} ms, parsed in ${parseCost.toFixed(2)} ms: ${ratio.toFixed(1)} times`;
}
