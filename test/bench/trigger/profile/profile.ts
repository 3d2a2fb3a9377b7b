import { readFile, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';

import { until } from '../../../n8n/fixtures/until';
import type { Lab } from '../../../n8n/lab/lab';
import type { N8nServer } from '../../../n8n/lab/server/n8nServer';
import type { Table } from '../../bench';
import { shuffled } from '../../statistics';
import type { Contender } from '../contenders';
import { deliver } from '../round';
import { PARTS, type Shares, sharesOf } from './shares';

export const PROFILE_PRELOAD = join(__dirname, 'preload.js');

const SENDERS = 8;

/** What the main threads of n8n's processes do for deliveries to each contender. */
export async function profileOf(
	lab: Lab,
	contenders: Contender[],
	deliveries: number,
	title: string,
): Promise<Table> {
	const shares = new Map<Contender, Shares[]>();
	for (const contender of shuffled(contenders)) {
		lab.servers.forEach(signal);
		await deliver(lab, contender, { senders: SENDERS, deliveries });
		lab.servers.forEach(signal);
		const profiles = await Promise.all(lab.servers.map(takeProfile));
		shares.set(contender, profiles.map(sharesOf));
	}
	return {
		caption: `What n8n’s main threads do for a delivery, in ms. ${title}`,
		columns: ['', ...contenders.map(({ name }) => name)],
		rows: PARTS.map((part) => [
			part,
			...contenders.map((contender) => {
				const processes = shares.get(contender) ?? [];
				return processes.reduce((sum, own) => sum + own[part], 0) / deliveries;
			}),
		]),
	};
}

function signal({ pid, name }: N8nServer): void {
	if (pid === undefined) throw new Error(`${name} does not run`);
	process.kill(pid, 'SIGUSR2');
}

async function takeProfile({ userFolder }: N8nServer): Promise<Profiler.Profile> {
	const file = join(userFolder, 'profile.json');
	let text = '';
	await until(async () => {
		text = await readFile(file, 'utf8').catch(() => '');
		return text !== '';
	});
	await rm(file);
	return JSON.parse(text) as Profiler.Profile;
}
