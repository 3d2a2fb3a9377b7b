import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SHAPES } from '../../attacks/smallAnswers';
import { installN8n } from '../../n8n/lab/installation/n8nInstallation';
import type { BenchContext, Section } from '../bench';
import { median } from '../statistics';
import type { Reading } from './reader/messages';
import { buildReader, readAll } from './readingProcess';
import { sectionOf } from './section';

const SCALES = {
	full: { shapes: Object.keys(SHAPES), rounds: 5 },
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

function line({ operation, shape, costs, parseCosts }: Reading): string {
	const name = operation || 'n8n alone';
	return `${name} × ${shape}: ${median(costs).toFixed(1)} ms, parsed in ${median(parseCosts).toFixed(2)} ms`;
}
