import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';

import { Attacker, malformed, envelope, unauthenticated } from '../../attacks/deliveries';
import type { StoredWorkflow, WorkflowNode } from '../lab/rest/workflows';
import { tallyOf, EACH_ONCE } from '../fixtures/deliveryTally';
import { inParallel } from '../fixtures/inParallel';
import { TriggerFixture, WEBHOOK_API_KEY } from '../fixtures/triggerFixture';

const MESSAGES = 500;
const SENDERS = 16;
const SECOND = 1_000;
const HOURS_BETWEEN_RETRIES = [0.1, 0.4, 1, 3, 7, 12, 25];

describe('500 messages, each delivered four times or more to a real n8n, [reliability: four times]', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'regular' });
	});

	afterAll(async () => await fixture?.stop());

	beforeEach(async () => await fixture.startVenue());

	const send = async (id: string) => await fixture.venue.messages.resend(id);
	const sendAll = async (ids: string[]) => await inParallel(SENDERS, ids, send);

	const expectEachOnce = async (workflow: StoredWorkflow, ids: string[]) => {
		const started = await fixture.executions(workflow, ids.length);
		expect(tallyOf(ids, started, fixture.venue)).toEqual(EACH_ONCE);
		const largest = Math.max(...started.map(({ staticBytes }) => staticBytes));
		expect(largest).toBeLessThan(32_000);
	};

	const published = async (nodes: WorkflowNode[]) => {
		const workflow = await fixture.publish(nodes);
		const perTrigger = MESSAGES / nodes.length;
		return { workflow, ids: await fixture.createMessages(perTrigger) };
	};

	it('start the workflow once each if all copies come at once', async () => {
		const { workflow, ids } = await published([fixture.trigger()]);
		await inParallel(SENDERS / 4, ids, async (id) => {
			await fixture.venue.messages.resend(id, { copies: 4, together: true });
		});
		await expectEachOnce(workflow, ids);
	});

	it('start it once each if the copies come a second apart', async () => {
		const { workflow, ids } = await published([fixture.trigger()]);
		await inParallel(SENDERS, ids, async (id) => {
			for (let copy = 0; copy < 4; copy++) {
				await send(id);
				await new Promise((resolve) => setTimeout(resolve, SECOND));
			}
		});
		await expectEachOnce(workflow, ids);
	});

	it('start it once each if the copies are seven retries over two days [reliability: seven retries]', async () => {
		const { workflow, ids } = await published([fixture.trigger()]);
		await sendAll(ids);
		for (const hours of HOURS_BETWEEN_RETRIES) {
			fixture.lab.clock.advance(hours * 3_600_000);
			await sendAll(ids);
		}
		await expectEachOnce(workflow, ids);
	});

	it('start it once each if the node is renamed in between and n8n restarted [reliability: a new name for the node]', async () => {
		const nodes = [fixture.trigger()];
		const { workflow, ids } = await published(nodes);
		for (const name of ['Bookings', 'Tickets', 'Both', 'All']) {
			await sendAll(ids);
			await fixture.publishChanged(workflow, [{ ...nodes[0], name }]);
			if (name === 'Both') {
				await fixture.lab.main.stop();
				await fixture.startAgain(nodes);
			}
		}
		await expectEachOnce(workflow, ids);
	});

	it('start it once each if two triggers of the workflow share them [reliability: two triggers in one workflow]', async () => {
		const { workflow, ids } = await published([fixture.trigger('One'), fixture.trigger('Two')]);
		expect(ids).toHaveLength(MESSAGES);
		for (let copy = 0; copy < 4; copy++) await sendAll(ids);
		await expectEachOnce(workflow, ids);
	});

	it('are neither missing nor doubled: 1,000 at once, a restart of n8n, all of them again [reliability: 32 senders]', async () => {
		const nodes = [fixture.trigger()];
		const workflow = await fixture.publish(nodes);
		const ids = await fixture.createMessages(1_000);
		await inParallel(32, ids, send);
		await fixture.lab.main.stop();
		await fixture.startAgain(nodes);
		await inParallel(32, ids, send);
		await expectEachOnce(workflow, ids);
	});

	it('are not disturbed by 10,000 hostile deliveries, and n8n needs little more memory', async () => {
		const trigger = fixture.trigger();
		const workflow = await fixture.publish([trigger]);
		const attacker = new Attacker(fixture.urlOf(trigger));
		const memory = () => {
			const status = readFileSync(`/proc/${fixture.lab.main.pid}/status`, 'utf8');
			return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_000;
		};
		const statuses = new Map<number, number>();
		const attack = async (count: number) => {
			const attacks = [
				...fc.sample(unauthenticated(WEBHOOK_API_KEY), count * 0.6),
				...fc.sample(malformed(WEBHOOK_API_KEY), count * 0.4),
			];
			await inParallel(SENDERS, attacks, async (one) => {
				const { status } = await attacker.send(one);
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
			});
		};
		await attack(2_000);
		const before = memory();
		const ids = await fixture.createMessages(50);
		await Promise.all([attack(8_000), inParallel(1, ids, send)]);
		const large = JSON.stringify({ ...envelope, data: { text: 'x'.repeat(15_000_000) } });
		await inParallel(2, Array.from({ length: 10 }), async () => {
			const { status } = await attacker.send({ headers: { 'x-api-key': 'guess' }, body: large });
			expect(status).toBe(401);
		});
		attacker.stop();
		process.stdout.write(
			`hostile: ${JSON.stringify([...statuses])}, ${before} MB before, ${memory()} MB after\n`,
		);
		expect([...statuses.keys()].sort()).toEqual([400, 401, 422]);
		expect(memory()).toBeLessThan(before + 250);
		await expectEachOnce(workflow, ids);
	});
});
