import type { INodeExecutionData } from 'n8n-workflow';

import type { SimulatedVenue } from '../venue';
import { whileTimeMoves } from './harness/time';
import { TimedN8n } from './support/timedN8n';

const MINUTE = 60_000;

describe('the pace of calls, in moved time', () => {
	let venue: SimulatedVenue;
	let n8n: TimedN8n;

	beforeEach(async () => {
		n8n = await TimedN8n.open();
		({ venue } = n8n);
	});
	afterEach(async () => await n8n.close());

	const callInParallel = async (executions: number, calls: number, path: string) =>
		await whileTimeMoves(
			Promise.all(
				Array.from({ length: executions }, async () => {
					const items: INodeExecutionData[] = Array.from({ length: calls }, () => ({ json: {} }));
					return await n8n.call(path, { items });
				}),
			),
		);

	it.each([
		['REST API', '/bookings', 600, 720],
		['Data API', '/data/visits', 120, 160],
	])(
		'%s: eight executions at once get no 429 and at least 97 %% of the limit [reliability: All requests]',
		async (_, path, perMinute, total) => {
			const executions = await callInParallel(8, total / 8, path);

			expect(executions.map(({ status }) => status)).toEqual(Array(8).fill('success'));
			const requests = venue.requestsTo(`GET ${path}`);
			expect(requests).toHaveLength(total);
			expect(requests.filter(({ status }) => status === 429)).toEqual([]);

			const minutes = (requests[requests.length - 1].at - requests[0].at) / MINUTE;
			expect(total / minutes).toBeGreaterThanOrEqual(0.97 * perMinute);
		},
	);

	it('all calls succeed if another machine uses the same address, with refusals in one minute only [reliability: Everything waits as long]', async () => {
		venue.limits.consume('rest', 450);
		const executions = await callInParallel(8, 40, '/bookings');

		expect(executions.map(({ status }) => status)).toEqual(Array(8).fill('success'));
		const refused = venue.requestsTo('GET /bookings').filter(({ status }) => status === 429);
		expect(refused.length).toBeLessThanOrEqual(8);
		expect(
			new Set(refused.map(({ at }) => Math.floor((at - n8n.start) / MINUTE))).size,
		).toBeLessThanOrEqual(1);
	});

	it('Requests per Minute of the credential is kept [nodes: enter 300] [troubleshooting: example to 300]', async () => {
		await n8n.engine.updateCredential(n8n.credential, { requestsPerMinute: 60 });
		await callInParallel(4, 50, '/bookings');
		const times = venue.requestsTo('GET /bookings').map(({ at }) => at);
		const mostInAnyMinute = Math.max(
			...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length),
		);
		expect(mostInAnyMinute).toBeLessThanOrEqual(60);
	});
});
