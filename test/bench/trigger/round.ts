import { Agent } from 'node:http';

import axios from 'axios';

import { bookingUpdated } from '../../n8n/fixtures/bookingUpdated';
import { inParallel } from '../../n8n/fixtures/inParallel';
import { WEBHOOK_API_KEY } from '../../n8n/fixtures/triggerFixture';
import type { Lab } from '../../n8n/lab/lab';
import { untilAtRest } from '../process/cpuOfGroups';
import type { Contender } from './contenders';

const SENDERS = 8;
const SLOWEST_MS = 5 * 60_000;

/**
 * Senders send as fast as they can. Returns how many deliveries n8n accepts per second, after it has
 * processed all of them.
 */
export async function deliver(lab: Lab, { path }: Contender, deliveries: number): Promise<number> {
	const bodies = Array.from({ length: deliveries }, () => JSON.stringify(bookingUpdated()));
	const url = `${lab.webhookUrl}/webhook/${path}`;
	const httpAgent = new Agent({ keepAlive: true });
	const headers = { 'content-type': 'application/json', 'x-api-key': WEBHOOK_API_KEY };
	const begin = performance.now();
	await inParallel(SENDERS, bodies, async (body) => {
		await axios.post(url, body, { headers, httpAgent, proxy: false, timeout: SLOWEST_MS });
	});
	const seconds = (performance.now() - begin) / 1000;
	httpAgent.destroy();
	await untilAtRest(lab.servers.map(({ pid }) => pid ?? 0));
	return deliveries / seconds;
}
