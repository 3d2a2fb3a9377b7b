import axios from 'axios';

import type { Lab } from '../../n8n/lab/lab';
import { definition, type StoredWorkflow } from '../../n8n/lab/rest/workflows';
import type { SimulatedVenue } from '../../venue';
import { cpuSecondsOf } from '../process/cpuOfGroups';
import { forgetPeak, memoryOf, peakOf } from '../process/memory';
import { median } from '../statistics';
import type { Contender } from './contenders';
import { heldDuring } from './held/held';
import type { Venues } from './venues';

export interface Figures {
	seconds: number;
	cpuSeconds: number;
	/** The peak memory, in addition to what n8n had before the first list. */
	extraMb: number;
}

const SLOWEST_MS = 10 * 60_000;

/** Quick fetches are measured several times, as often as this many bookings allow. */
const BOOKINGS_A_ROUND = 20_000;

/** The path of the webhook that starts the fetch from the venue of this size. */
export type PathOf = (size: number) => string;

/** Workflows that answer their webhook after the bookings have arrived, and save no bookings. */
export async function publish(
	lab: Lab,
	venues: Venues,
	contender: Contender,
	pathOf: PathOf,
): Promise<void> {
	for (const [size, venue] of venues) {
		const credential = await lab.credentials.create('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
		});
		const path = pathOf(size);
		const onDemand = {
			name: 'On Demand',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { path, responseMode: 'lastNode', responseData: 'noData' },
		};
		const nodes = [onDemand, ...contender.nodes(venue.baseUrl, credential)];
		const workflow = await lab.session.call<StoredWorkflow>('POST', '/rest/workflows', {
			...definition(`${contender.name}, ${size}`, nodes),
			settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
		});
		await lab.workflows.publish(workflow);
	}
}

/** From the shortest list to the longest, in an n8n that has loaded everything it needs. */
export async function measure(
	lab: Lab,
	venues: Venues,
	pathOf: PathOf,
): Promise<Map<number, Figures>> {
	await fetchNothing(lab, venues, pathOf);
	const { pid } = lab.main;
	if (pid === undefined) throw new Error('n8n does not run');
	const before = await memoryOf(pid);
	const figures = new Map<number, Figures>();
	for (const [size, venue] of venues) {
		await forgetPeak(pid);
		const first = await fetchOnce(lab, venue, pathOf(size));
		const extraMb = (await peakOf(pid)) - before;
		const all = [first];
		while (all.length < BOOKINGS_A_ROUND / size) {
			all.push(await fetchOnce(lab, venue, pathOf(size)));
		}
		figures.set(size, {
			seconds: median(all.map(({ seconds }) => seconds)),
			cpuSeconds: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / all.length,
			extraMb,
		});
	}
	return figures;
}

/**
 * The memory that n8n needs for the largest list, in MB, without garbage that it collects later.
 */
export async function measureHeld(lab: Lab, venues: Venues, pathOf: PathOf): Promise<number> {
	await fetchNothing(lab, venues, pathOf);
	const largest = Math.max(...venues.keys());
	return await heldDuring(lab.main, async () => await fetchThrough(lab, pathOf(largest)));
}

/** Makes n8n load what it needs. */
async function fetchNothing(lab: Lab, venues: Venues, pathOf: PathOf): Promise<void> {
	for (const [size, venue] of venues) {
		await lab.untilRouted(pathOf(size));
		const nothing = { kind: 'answer', status: 200, body: '[]' } as const;
		venue.faults.on('GET /bookings', nothing, { times: 1 });
		await fetchThrough(lab, pathOf(size));
	}
}

async function fetchOnce(lab: Lab, venue: SimulatedVenue, path: string) {
	const pid = lab.main.pid ?? 0;
	venue.forgetRequests();
	const cpuBefore = await cpuSecondsOf([pid]);
	const begin = performance.now();
	await fetchThrough(lab, path);
	const seconds = (performance.now() - begin) / 1000;
	if (venue.count('GET /bookings') !== 1) throw new Error('The bookings were not fetched once');
	return { seconds, cpuSeconds: (await cpuSecondsOf([pid])) - cpuBefore };
}

async function fetchThrough({ webhookUrl }: Lab, path: string): Promise<void> {
	const { status, data } = await axios.get<unknown>(`${webhookUrl}/webhook/${path}`, {
		proxy: false,
		timeout: SLOWEST_MS,
		validateStatus: () => true,
	});
	if (status !== 200) throw new Error(`n8n answered with ${status}: ${JSON.stringify(data)}`);
}
