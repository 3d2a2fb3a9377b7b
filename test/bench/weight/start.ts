import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Lab } from '../../n8n/lab/lab';
import { cpuSecondsOf } from '../process/cpuOfGroups';
import { memoryOf } from '../process/memory';
import type { Contender } from './contenders';

export interface Start {
	/** Until n8n reports that it is ready. */
	seconds: number;
	cpuSeconds: number;
	memoryMb: number;
}

/** n8n continues its start for a while after it has reported that it is ready. */
const SETTLED_AFTER_MS = 5_000;

/** Starts n8n with only this package, or with none. */
export async function start({ main }: Lab, contender?: Contender): Promise<Start> {
	await main.stop();
	const nodes = join(main.userFolder, '.n8n', 'nodes');
	await rm(nodes, { recursive: true, force: true });
	if (contender) await cp(join(contender.home, '.n8n', 'nodes'), nodes, { recursive: true });
	const begin = performance.now();
	await main.start();
	const seconds = (performance.now() - begin) / 1000;
	const { pid } = main;
	if (pid === undefined) throw new Error('n8n does not run');
	const cpuSeconds = await cpuSecondsOf([pid]);
	await sleep(SETTLED_AFTER_MS);
	return { seconds, cpuSeconds, memoryMb: await memoryOf(pid) };
}
