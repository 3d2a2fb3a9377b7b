import axios from 'axios';

import type { Lab } from '../../n8n/lab/lab';
import { definition, type StoredWorkflow } from '../../n8n/lab/rest/workflows';
import type { SimulatedVenue } from '../../venue';
import { forgetPeak, memoryOf, peakOf } from '../process/memory';
import type { Contender } from './contenders';

export interface Figures {
	seconds: number;
	/** The peak memory, in addition to what n8n had before the list. */
	extraMb: number;
}

const SLOWEST_MS = 10 * 60_000;

/** A workflow that answers its webhook after the bookings have arrived, and saves none of them. */
export async function publish(
	lab: Lab,
	venue: SimulatedVenue,
	{ name, path, node }: Contender,
): Promise<void> {
	const credential = await lab.credentials.create('venuePlatformApi', {
		baseUrl: venue.baseUrl,
		...venue.credentials,
	});
	const onDemand = {
		name: 'On Demand',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, responseMode: 'lastNode', responseData: 'noData' },
	};
	const workflow = await lab.session.call<StoredWorkflow>('POST', '/rest/workflows', {
		...definition(name, [onDemand, node(venue.baseUrl, credential)]),
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	});
	await lab.workflows.publish(workflow);
}

/** In an n8n that has loaded everything it needs. */
export async function measure(
	lab: Lab,
	venue: SimulatedVenue,
	{ path }: Contender,
): Promise<Figures> {
	await fetchNothing(lab, venue, path);
	const { pid } = lab.main;
	if (pid === undefined) throw new Error('n8n does not run');
	const before = await memoryOf(pid);
	await forgetPeak(pid);
	venue.forgetRequests();
	const begin = performance.now();
	await fetchThrough(lab, path);
	const seconds = (performance.now() - begin) / 1000;
	if (venue.count('GET /bookings') !== 1) throw new Error('The bookings were not fetched once');
	return { seconds, extraMb: (await peakOf(pid)) - before };
}

async function fetchNothing(lab: Lab, venue: SimulatedVenue, path: string): Promise<void> {
	await lab.untilRouted(path);
	const nothing = { kind: 'answer', status: 200, body: '[]' } as const;
	venue.faults.on('GET /bookings', nothing, { times: 1 });
	await fetchThrough(lab, path);
}

async function fetchThrough({ webhookUrl }: Lab, path: string): Promise<void> {
	const { status, data } = await axios.get<unknown>(`${webhookUrl}/webhook/${path}`, {
		proxy: false,
		timeout: SLOWEST_MS,
		validateStatus: () => true,
	});
	if (status !== 200) throw new Error(`n8n answered with ${status}: ${JSON.stringify(data)}`);
}
