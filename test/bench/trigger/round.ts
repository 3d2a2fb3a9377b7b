import { Agent } from 'node:http';

import axios from 'axios';

import { bookingUpdated } from '../../n8n/fixtures/bookingUpdated';
import { inParallel } from '../../n8n/fixtures/inParallel';
import { WEBHOOK_API_KEY } from '../../n8n/fixtures/triggerFixture';
import type { Lab } from '../../n8n/lab/lab';
import { cpuSecondsOf, untilAtRest } from '../process/cpuOfGroups';
import type { Contender } from './contenders';
import { readWaited, type Waits, waitsOf } from './waits/waits';

export interface Group {
	senders: number;
	/** To each contender, in each round. */
	deliveries: number;
	rounds: number;
}

export interface Round {
	/** Deliveries that n8n accepts per second. */
	perSecond: number;
	/** Processor time of all n8n processes until the executions have ended. */
	cpuMsEach: number;
	latencies: number[];
	/** What the senders waited for, in total for all deliveries. */
	waits: Waits;
}

const SLOWEST_MS = 5 * 60_000;

/** Senders send as fast as they can. A round ends when n8n has processed all deliveries. */
export async function deliver(
	lab: Lab,
	contender: Contender,
	{ senders, deliveries }: Pick<Group, 'senders' | 'deliveries'>,
): Promise<Round> {
	const leaders = lab.servers.map(({ pid }) => pid ?? 0);
	const bodies = bodiesFor(contender, deliveries);
	const url = `${lab.webhookUrl}/webhook/${contender.path}`;
	const httpAgent = new Agent({ keepAlive: true });
	const headers = { 'content-type': 'application/json', 'x-api-key': WEBHOOK_API_KEY };
	const latencies: number[] = [];

	const waitedBefore = await readWaited(lab);
	const cpuBefore = await cpuSecondsOf(leaders);
	const begin = performance.now();
	await inParallel(senders, bodies, async (body) => {
		const sent = performance.now();
		await axios.post(url, body, { headers, httpAgent, proxy: false, timeout: SLOWEST_MS });
		latencies.push(performance.now() - sent);
	});
	const seconds = (performance.now() - begin) / 1000;
	httpAgent.destroy();
	await untilAtRest(leaders);
	const cpuSeconds = (await cpuSecondsOf(leaders)) - cpuBefore;
	const latency = latencies.reduce((sum, own) => sum + own, 0);
	return {
		perSecond: bodies.length / seconds,
		cpuMsEach: (cpuSeconds * 1000) / bodies.length,
		latencies,
		waits: waitsOf(waitedBefore, await readWaited(lab), latency),
	};
}

function bodiesFor({ copies }: Contender, deliveries: number): string[] {
	const bodies = Array.from({ length: copies === 'none' ? deliveries : deliveries / 2 }, message);
	if (copies === 'together') return bodies.flatMap((body) => [body, body]);
	return copies === 'none' ? bodies : [...bodies, ...bodies];
}

const message = () => JSON.stringify(bookingUpdated());
