import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { type Installation, installN8n } from '../../n8n/lab/installation/n8nInstallation';
import { startLab } from '../../n8n/lab/lab';
import type { BenchContext, Section } from '../bench';
import { shuffled } from '../statistics';
import { type Contender, installAll, OTHERS } from './contenders';
import type { Load } from './load';
import { sectionOf, type Weights } from './section';
import { start } from './start';

const run = promisify(execFile);

const SCALES = {
	full: { others: OTHERS, loads: 15, starts: 3, besides: () => true },
	quick: { others: OTHERS.slice(0, 1), loads: 1, starts: 1, besides: () => false },
};

/** What a package costs an n8n that does not use it. */
export async function weight({ tarball, scale, say }: BenchContext): Promise<Section> {
	const installation = await installN8n();
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-weight-'));
	try {
		const { others, loads, starts, besides } = SCALES[scale];
		const contenders = await installAll(tarball, folder, installation.node, others);
		const weights: Weights = new Map();
		for (const contender of [undefined, ...contenders]) {
			weights.set(contender, { loads: [], starts: [] });
		}
		for (let round = 1; round <= loads; round++) {
			for (const contender of shuffled(contenders)) {
				weights.get(contender)?.loads.push(await load(installation, contender));
			}
		}
		const started = [undefined, ...contenders.filter(besides)];
		const lab = await startLab({ mode: 'regular', tarball });
		try {
			for (let round = 1; round <= starts; round++) {
				for (const contender of shuffled(started)) {
					const measured = await start(lab, contender);
					weights.get(contender)?.starts.push(measured);
					const { cpuSeconds, memoryMb } = measured;
					const figures = `${cpuSeconds.toFixed(2)} s CPU, ${memoryMb.toFixed(0)} MB`;
					say(`round ${round}  ${contender?.name ?? 'no package'}: ${figures}`);
				}
			}
		} finally {
			await lab.stop();
		}
		return sectionOf(weights);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function load({ node, program }: Installation, { packageFolder }: Contender): Promise<Load> {
	const args = ['--expose-gc', '--no-warnings', join(__dirname, 'load.js'), program, packageFolder];
	// n8n provides its own modules to packages through this path.
	const modules = join(dirname(program), '../..');
	const env = { PATH: process.env.PATH, HOME: packageFolder, NODE_PATH: modules };
	return JSON.parse((await run(node, args, { env })).stdout) as Load;
}
