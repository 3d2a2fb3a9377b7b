import axios from 'axios';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { EACH_ONCE, tallyOf } from '../fixtures/deliveryTally';
import { inParallel } from '../fixtures/inParallel';
import { end } from '../fixtures/nodes';
import { TriggerFixture } from '../fixtures/triggerFixture';
import { until } from '../fixtures/until';
import type { N8nServer } from '../lab/server/n8nServer';
import type { StoredWorkflow } from '../lab/rest/workflows';

const WORKFLOWS = 200;
const SENDERS = 8;
const MINUTE_MS = 60_000;
const MB = 2 ** 20;

const HEAP_PRELOAD = join(__dirname, '..', 'fixtures', 'heapPreload.ts');

describe(`${WORKFLOWS} live workflows in one n8n`, () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		// n8n keeps 10,000 executions by default, and each one counts here.
		const environment = { EXECUTIONS_DATA_PRUNE: 'false' };
		const preloads = [HEAP_PRELOAD];
		fixture = await TriggerFixture.start({ mode: 'regular', environment, preloads });
		await fixture.startVenue({ delivery: { timeoutMs: 2 * MINUTE_MS }, maxWebhooks: WORKFLOWS });
	}, 10 * MINUTE_MS);

	afterAll(async () => await fixture?.stop());

	it('start once for each message and take no more memory after an hour than after ten minutes, at the rate of an empty webhook', async () => {
		const workflows: StoredWorkflow[] = [];
		await inParallel(4, Array.from({ length: WORKFLOWS }), async () => {
			workflows.push(await fixture.publish([fixture.trigger(), end]));
		});
		const perSecond = await rateOfEmptyWebhook();
		say(`an empty webhook accepts ${perSecond.toFixed(1)} a second`);

		const begin = performance.now();
		let sent = 0;
		const sendToEach = async () => {
			await inParallel(SENDERS, await fixture.createMessages(1), async (id) => {
				const due = begin + (++sent / perSecond) * 1_000;
				await sleep(Math.max(0, due - performance.now()));
				await fixture.venue.messages.release([id]);
			});
		};
		const heldAfter = new Map<number, Memory>();
		for (let minutes = 5; minutes <= 60; minutes += 5) {
			while (performance.now() < begin + minutes * MINUTE_MS) await sendToEach();
			const held = await memoryOf(fixture.lab.main);
			heldAfter.set(minutes, held);
			const rate = sent / ((performance.now() - begin) / 1_000);
			say(`${minutes} minutes: ${sent} sent, ${rate.toFixed(1)} a second, ${inWords(held)}`);
		}

		const ids = fixture.venue.messages.all().map(({ id }) => id);
		const started = [];
		for (const workflow of workflows) {
			await until(async () => await fixture.lab.executions.haveEnded(workflow));
			started.push(...(await fixture.allExecutions(workflow)));
		}
		expect(ids).toHaveLength(sent);
		expect(tallyOf(ids, started, fixture.venue)).toEqual(EACH_ONCE);
		const [early, late] = [heldAfter.get(10), heldAfter.get(60)] as [Memory, Memory];
		expect(late.heapUsed / early.heapUsed).toBeLessThan(1.1);
		expect(late.rss / early.rss).toBeLessThan(1.1);
	});

	/** As fast as n8n accepts them, beside the other workflows. */
	async function rateOfEmptyWebhook(): Promise<number> {
		const { lab } = fixture;
		const webhook = {
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: 'empty',
			parameters: { path: 'empty', httpMethod: 'POST' },
		};
		const workflow = await lab.workflows.create('Empty', [webhook, end]);
		await lab.workflows.publish(workflow);
		await lab.untilRouted('empty');
		const begin = performance.now();
		let accepted = 0;
		const sender = async () => {
			while (performance.now() < begin + MINUTE_MS) {
				await axios.post(`${lab.webhookUrl}/webhook/empty`, { accepted }, { proxy: false });
				accepted++;
			}
		};
		await Promise.all(Array.from({ length: SENDERS }, sender));
		const seconds = (performance.now() - begin) / 1_000;
		await until(async () => await lab.executions.haveEnded(workflow));
		await lab.workflows.unpublish(workflow);
		return accepted / seconds;
	}
});

interface Memory {
	heapUsed: number;
	rss: number;
}

/** With all garbage collected. */
async function memoryOf({ pid, userFolder }: N8nServer): Promise<Memory> {
	const file = join(userFolder, 'heap');
	await rm(file, { force: true });
	process.kill(pid ?? NaN, 'SIGUSR2');
	let text = '';
	await until(async () => {
		text = await readFile(file, 'utf8').catch(() => '');
		return text.endsWith('}');
	});
	return JSON.parse(text) as Memory;
}

const inWords = ({ heapUsed, rss }: Memory) =>
	`${Math.round(heapUsed / MB)} MB in use, ${Math.round(rss / MB)} MB resident`;

const say = (text: string) => void process.stdout.write(`hour: ${text}\n`);
