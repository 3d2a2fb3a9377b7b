import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installN8n } from '../../n8n/lab/installation/n8nInstallation';
import type { BenchContext, Scale, Section } from '../bench';
import { shuffled } from '../statistics';
import { buildPoller } from './pollingProcess';
import { type Course, type Load, play } from './scenario';
import { sectionOf } from './section';

const LOADS: Record<Scale, Load[]> = {
	full: [
		{ failed: 0, bookings: 0 },
		{ failed: 500, bookings: 0 },
		{ failed: 5_000, bookings: 0 },
		{ failed: 0, bookings: 1_000 },
		{ failed: 0, bookings: 10_000 },
		{ failed: 0, bookings: 100_000 },
		{ failed: 5_000, bookings: 100_000 },
	],
	quick: [
		{ failed: 0, bookings: 0 },
		{ failed: 500, bookings: 1_000 },
		{ failed: 5_000, bookings: 10_000 },
	],
};

const ROUNDS = { full: 3, quick: 1 };
const CALM_POLLS = { full: 20, quick: 4 };

/** Polls of the recovery trigger in the real n8n-core, at a venue where more and more happens. */
export async function recovery({ tarball, scale, say }: BenchContext): Promise<Section> {
	const { node } = await installN8n();
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-polls-'));
	try {
		const build = await buildPoller(tarball, folder);
		const stage = { build, node, folder, calmPolls: CALM_POLLS[scale] };
		const courses = new Map<Load, Course[]>(LOADS[scale].map((load) => [load, []]));
		for (let round = 1; round <= ROUNDS[scale]; round++) {
			for (const load of shuffled(courses.keys())) {
				const course = await play(load, stage);
				courses.get(load)?.push(course);
				say(`round ${round}  ${line(load, course)}`);
			}
		}
		return sectionOf(courses);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function line({ failed, bookings }: Load, { news }: Course): string {
	const { items, cpuSeconds, extraMb } = news;
	return `${failed} given up, ${bookings} changed: ${items} items, ${cpuSeconds.toFixed(2)} s CPU, ${extraMb.toFixed(0)} MB`;
}
