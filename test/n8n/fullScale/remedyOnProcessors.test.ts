import axios from 'axios';
import { randomUUID } from 'node:crypto';

import { envelope } from '../../attacks/deliveries';
import { ExampleLab } from '../examples/exampleLab';
import { forOurs } from '../examples/stories/story';
import { ExecutionReader } from '../fixtures/executionReader';
import { inParallel } from '../fixtures/inParallel';
import { until } from '../fixtures/until';

const EXAMPLE = 'safety/exactly-once';
const KEY = 'the-key-of-the-venue';
const MESSAGES = 500;
const SENDERS = 4;
const EFFECT = 'Do It Once';

describe('the example “Exactly once” with two webhook processors', () => {
	let lab: ExampleLab;
	let reader: ExecutionReader;

	beforeAll(async () => {
		lab = await ExampleLab.open('queue');
		reader = await ExecutionReader.open(lab.n8n);
	});

	afterAll(async () => await lab?.close());

	it(`does what ${MESSAGES} messages ask for once, although both processors get each at the same moment [reliability: none of 455]`, async () => {
		const { credential } = await lab.addVenue('A venue that sends twice', KEY);
		const imported = await lab.import(EXAMPLE, forOurs(credential));
		const { workflow, definition } = imported;
		await lab.run(imported, 'Set Up Once');
		await lab.publish(imported);
		const webhookId = definition.nodes.find((node) => node.webhookId)?.webhookId;
		const urls = lab.n8n.webhookProcessors.map(
			({ url }) => `${url}/webhook/${webhookId}/venue-platform`,
		);
		const ids = Array.from({ length: MESSAGES }, () => randomUUID());
		await inParallel(SENDERS, ids, async (id) => {
			const message = { ...envelope, eventType: 'Created', id };
			const headers = { 'x-api-key': KEY };
			const send = async (url: string) => await axios.post(url, message, { headers, proxy: false });
			await Promise.all(urls.map(send));
		});

		await until(async () => (await reader.count(workflow)) > MESSAGES);
		await until(async () => await lab.n8n.executions.haveEnded(workflow));
		const executions = (await reader.of(workflow)).filter(({ messageId }) => messageId !== '');
		const done = executions.filter(({ ran }) => ran.includes(EFFECT));
		const failed = executions.filter(({ status }) => status !== 'success').length;
		const doubled = done.length - new Set(done.map(({ messageId }) => messageId)).size;
		process.stdout.write(
			`exactly once on processors: ${executions.length} executions for ${MESSAGES} messages, ${failed} failed, ${done.length} effects, ${doubled} doubled\n`,
		);
		expect(executions.length).toBeGreaterThan(MESSAGES);
		expect({ failed, doubled, done: done.length }).toEqual({
			failed: 0,
			doubled: 0,
			done: MESSAGES,
		});
	});
});
