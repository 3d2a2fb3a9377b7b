import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { envelope } from '../../attacks/deliveries';
import type { WorkflowNode } from '../lab/rest/workflows';
import { tallyOf, EACH_ONCE } from '../fixtures/deliveryTally';
import { end } from '../fixtures/nodes';
import { removeDuplicates } from '../fixtures/removeDuplicates';
import { inParallel } from '../fixtures/inParallel';
import { TriggerFixture, WEBHOOK_API_KEY } from '../fixtures/triggerFixture';

const MESSAGES = 500;
const SENDERS = 8;
const APART_MS = 2_000;

/** With this pause, a machine with two cores keeps up with eight senders. */
const BETWEEN_MS = 500;

describe('with two webhook processors in queue mode', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'queue' });
	});

	afterAll(async () => await fixture?.stop());

	beforeEach(async () => await fixture.startVenue());

	const published = async (after: WorkflowNode[] = []) => {
		const trigger = fixture.trigger();
		const workflow = await fixture.publish([trigger, ...after]);
		const urls = fixture.lab.webhookProcessors.map(
			({ url }) => `${url}/webhook/${trigger.webhookId}/venue-platform`,
		);
		const send = async (id: string, processor: number) => {
			const { status } = await axios.post(
				urls[processor % urls.length],
				{ ...envelope, id },
				{ headers: { 'x-api-key': WEBHOOK_API_KEY }, proxy: false },
			);
			expect(status).toBe(200);
		};
		return { workflow, send, ids: Array.from({ length: MESSAGES }, () => randomUUID()) };
	};

	it('copies two seconds apart on different ones start the workflow once, except 1 % at most [reliability: copies two seconds apart]', async () => {
		const { workflow, send, ids } = await published();
		const copies: Array<Promise<void>> = [];
		await inParallel(SENDERS, ids, async (id, index) => {
			await send(id, index);
			copies.push(pause(APART_MS).then(async () => await send(id, index + 1)));
			await pause(BETWEEN_MS);
		});
		await Promise.all(copies);
		const { missing, twice } = tallyOf(
			ids,
			await fixture.executions(workflow, MESSAGES),
			fixture.venue,
		);
		process.stdout.write(
			`processors, 2 s apart: ${missing} missing, ${twice} twice of ${MESSAGES}\n`,
		);
		expect(missing).toBe(0);
		expect(twice).toBeLessThanOrEqual(MESSAGES / 100);
	});

	it('copies at the same moment on both are never missing, but can start the workflow twice [reliability: both copies; two webhook processors comes twice]', async () => {
		const { workflow, send, ids } = await published([removeDuplicates('={{ $json.id }}'), end]);
		await inParallel(SENDERS, ids, async (id) => await Promise.all([send(id, 0), send(id, 1)]));
		const started = await fixture.executions(workflow, MESSAGES);
		const { missing, twice } = tallyOf(ids, started, fixture.venue);
		const passed = started.filter(({ ran }) => ran.includes(end.name));
		const afterRemoveDuplicates = tallyOf(ids, passed, fixture.venue);
		process.stdout.write(
			`processors, same instant: ${missing} missing, ${twice} twice of ${MESSAGES}; after Remove Duplicates ${afterRemoveDuplicates.missing} missing, ${afterRemoveDuplicates.twice} twice\n`,
		);
		expect(missing).toBe(0);
	});

	it('copies at the same moment start it once if one processor receives them all', async () => {
		const { workflow, send, ids } = await published();
		await inParallel(SENDERS, ids, async (id) => await Promise.all([send(id, 0), send(id, 0)]));
		const started = await fixture.executions(workflow, MESSAGES);
		expect(tallyOf(ids, started, fixture.venue)).toEqual(EACH_ONCE);
	});
});
