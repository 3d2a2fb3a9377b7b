import axios from 'axios';

import type { Lab } from '../../n8n/lab/lab';
import { definition, type StoredWorkflow } from '../../n8n/lab/rest/workflows';
import type { SimulatedVenue } from '../../venue';
import type { Contender } from './contenders';
import { forgetPeak, peakOf } from '../process/memory';

export interface Figures {
	seconds: number;
	peakMb: number;
}

const SLOWEST_MS = 10 * 60_000;

/** A workflow that answers its webhook when the bookings are there, and saves nothing of them. */
export async function publish(
	lab: Lab,
	venue: SimulatedVenue,
	contender: Contender,
	path: string,
): Promise<StoredWorkflow> {
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
		...definition(contender.name, [onDemand, contender.node(venue.baseUrl, credential)]),
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	});
	await lab.workflows.publish(workflow);
	return workflow;
}

/** One fetch in an n8n that has just started and has everything loaded that it needs. */
export async function measure(lab: Lab, venue: SimulatedVenue, path: string): Promise<Figures> {
	await lab.main.restart();
	await lab.untilRouted(path);
	const { pid } = lab.main;
	if (pid === undefined) throw new Error('n8n does not run');

	venue.faults.on('GET /bookings', { kind: 'answer', status: 200, body: '[]' }, { times: 1 });
	await fetchThrough(lab, path);
	venue.forgetRequests();
	await forgetPeak(pid);

	const begin = performance.now();
	await fetchThrough(lab, path);
	const seconds = (performance.now() - begin) / 1000;
	if (venue.count('GET /bookings') !== 1) throw new Error('The bookings were not fetched once');
	return { seconds, peakMb: await peakOf(pid) };
}

async function fetchThrough({ webhookUrl }: Lab, path: string): Promise<void> {
	await axios.get(`${webhookUrl}/webhook/${path}`, { proxy: false, timeout: SLOWEST_MS });
}
