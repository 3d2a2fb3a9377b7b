import { readFile, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';

import { until } from '../../../n8n/fixtures/until';
import type { Lab } from '../../../n8n/lab/lab';
import type { Table } from '../../bench';
import type { Contender } from '../contenders';
import { deliver } from '../round';
import { PARTS, type Shares, sharesOf } from './shares';

export const PROFILE_PRELOAD = join(__dirname, 'preload.js');

const SENDERS = 8;

/** What n8n's main thread does for deliveries to each of them. */
export async function profileOf(
	lab: Lab,
	contenders: Contender[],
	deliveries: number,
): Promise<Table> {
	const shares: Array<[Contender, Shares]> = [];
	for (const contender of contenders) {
		signal(lab);
		await deliver(lab, contender, { senders: SENDERS, deliveries });
		signal(lab);
		shares.push([contender, sharesOf(await takeProfile(lab))]);
	}
	return {
		caption: 'What n8n’s main thread does for a delivery, in ms (one process on SQLite)',
		columns: ['', ...contenders.map(({ name }) => name)],
		rows: PARTS.map((part) => [part, ...shares.map(([, ms]) => ms[part] / deliveries)]),
	};
}

function signal({ main }: Lab): void {
	if (main.pid === undefined) throw new Error('n8n does not run');
	process.kill(main.pid, 'SIGUSR2');
}

async function takeProfile({ main }: Lab): Promise<Profiler.Profile> {
	const file = join(main.userFolder, 'profile.json');
	let text = '';
	await until(async () => {
		text = await readFile(file, 'utf8').catch(() => '');
		return text !== '';
	});
	await rm(file);
	return JSON.parse(text) as Profiler.Profile;
}
