import axios from 'axios';
import { randomUUID } from 'node:crypto';

import { envelope } from '../../attacks/deliveries';
import { billOf } from './bill';
import { byMany, KEY, Theatre } from './theatre';

const MESSAGES = 500;
const SENDERS = 16;
const APART_MS = 2_000;

describe('with two webhook processors in queue mode', () => {
	let theatre: Theatre;

	beforeAll(async () => {
		theatre = await Theatre.open({ mode: 'queue' });
	});

	afterAll(async () => await theatre?.close());

	beforeEach(async () => await theatre.invite());

	const published = async () => {
		const trigger = theatre.trigger();
		const workflow = await theatre.publish([trigger]);
		const urls = theatre.lab.webhookProcessors.map(
			({ url }) => `${url}/webhook/${trigger.webhookId}/venue-platform`,
		);
		const send = async (id: string, processor: number) => {
			const { status } = await axios.post(
				urls[processor % urls.length],
				{ ...envelope, id },
				{ headers: { 'x-api-key': KEY }, proxy: false },
			);
			expect(status).toBe(200);
		};
		return { workflow, send, ids: Array.from({ length: MESSAGES }, () => randomUUID()) };
	};

	it('copies two seconds apart on different ones start the workflow once', async () => {
		const { workflow, send, ids } = await published();
		await byMany(SENDERS, ids, async (id, index) => {
			await send(id, index);
			await new Promise((resolve) => setTimeout(resolve, APART_MS));
			await send(id, index + 1);
		});
		const { missing, twice } = billOf(
			ids,
			await theatre.executions(workflow, MESSAGES),
			theatre.venue,
		);
		process.stdout.write(
			`processors, 2 s apart: ${missing} missing, ${twice} twice of ${MESSAGES}\n`,
		);
		expect(missing).toBe(0);
		expect(twice).toBeLessThanOrEqual(MESSAGES / 100);
	});

	it('copies in the same instant on both are never missing; so many come twice', async () => {
		const { workflow, send, ids } = await published();
		await byMany(SENDERS / 2, ids, async (id) => await Promise.all([send(id, 0), send(id, 1)]));
		const { missing, twice } = billOf(
			ids,
			await theatre.executions(workflow, MESSAGES),
			theatre.venue,
		);
		process.stdout.write(
			`processors, same instant: ${missing} missing, ${twice} twice of ${MESSAGES}\n`,
		);
		expect(missing).toBe(0);
	});
});
