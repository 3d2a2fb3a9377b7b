import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Lab, startLab } from '../../n8n/lab/lab';
import type { BenchContext, Comparison } from '../comparison';
import { shuffled } from '../statistics';
import { ours, unguarded } from './contenders';
import { burst } from './story';
import { packUnguarded } from './unguardedPackage';

const TOGETHER = { full: 50, quick: 10 };

const HOUR = 3_600_000;

export async function tokens({ tarball, scale, say }: BenchContext): Promise<Comparison[]> {
	const requested = new Map([ours, unguarded].map((contender) => [contender, NaN]));
	const folder = await mkdtemp(join(tmpdir(), 'venue-platform-unguarded-'));
	let lab: Lab | undefined;
	try {
		const otherPackages = [await packUnguarded(folder)];
		lab = await startLab({ mode: 'regular', tarball, otherPackages });
		for (const contender of shuffled(requested.keys())) {
			const count = await burst(lab, contender, TOGETHER[scale]);
			requested.set(contender, count);
			say(`${contender.name}: ${count}`);
			// The limit of the address no longer affects the next contender.
			lab.clock.advance(HOUR);
		}
	} finally {
		await lab?.stop();
		await rm(folder, { recursive: true, force: true });
	}
	return [
		{
			task: `${TOGETHER[scale]} executions at once, twice: access tokens requested`,
			ours: requested.get(ours) ?? NaN,
			theirs: requested.get(unguarded) ?? NaN,
			unit: '',
			built: unguarded.name,
		},
	];
}
