import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';

import axios from 'axios';

import { inParallel } from '../../n8n/fixtures/inParallel';
import { WEBHOOK_API_KEY } from '../../n8n/fixtures/triggerFixture';
import type { Contender } from './contenders';

const SENDERS = 8;

/** Deliveries that n8n accepts in a second, from eight senders that send as fast as they can. */
export async function acceptedPerSecond(
	webhookUrl: string,
	{ path, copies }: Contender,
	messages: number,
): Promise<number> {
	const bodies = Array.from({ length: messages }, message).flatMap((body) =>
		Array.from({ length: copies }, () => body),
	);
	const httpAgent = new Agent({ keepAlive: true });
	const headers = { 'content-type': 'application/json', 'x-api-key': WEBHOOK_API_KEY };
	const begin = performance.now();
	await inParallel(SENDERS, bodies, async (body) => {
		await axios.post(`${webhookUrl}/webhook/${path}`, body, { headers, httpAgent, proxy: false });
	});
	const seconds = (performance.now() - begin) / 1000;
	httpAgent.destroy();
	return bodies.length / seconds;
}

function message(): string {
	const now = new Date().toISOString();
	const data = { uniqueId: randomUUID(), note: 'x'.repeat(500) };
	const envelope = {
		id: randomUUID(),
		sendDate: now,
		type: 'Booking',
		eventDate: now,
		eventType: 'Updated',
	};
	return JSON.stringify({ ...envelope, data });
}
