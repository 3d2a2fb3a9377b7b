import axios from 'axios';

import { STARTING, tallyOf } from '../fixtures/deliveryTally';
import { inParallel } from '../fixtures/inParallel';
import { SteadySource } from '../fixtures/steadySource';
import { TriggerFixture } from '../fixtures/triggerFixture';
import { until } from '../fixtures/until';

const RESTARTS = 40;
const EVENTS_A_SECOND = 5;
const SENDERS = 1;
const ACCEPTED_IN_BETWEEN = 10;
/** What n8n rejects while it is down comes again later. */
const RETRIED_LATER = { timeoutMs: 60_000, firstRetrySeconds: 3_600 };

const CALLERS = 8;
/** One start may be too quick for any caller. */
const STARTS = 10;
const ANSWERED_BY_N8N = `200 ${STARTING}`;

describe('if n8n is stopped and started again while events keep coming', () => {
	let fixture: TriggerFixture;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({ mode: 'regular' });
	});

	afterAll(async () => await fixture?.stop());

	it(`misses only events that n8n itself answered: ${RESTARTS} times [reliability: 40 restarts]`, async () => {
		await fixture.startVenue({ delivery: RETRIED_LATER });
		const nodes = [fixture.trigger()];
		const workflow = await fixture.publish(nodes);
		const { venue, lab } = fixture;
		const accepted = () => venue.deliveries.filter(({ status }) => status === 200).length;
		const someMore = async () => {
			const enough = accepted() + ACCEPTED_IN_BETWEEN;
			await until(() => accepted() >= enough);
		};

		for (let restart = 0; restart < RESTARTS; restart++) {
			const source = new SteadySource(venue, EVENTS_A_SECOND, SENDERS);
			try {
				await someMore();
				await lab.main.stop();
				await fixture.startAgain(nodes);
			} finally {
				await source.stop();
			}
			await venue.messages.release();
			await until(async () => {
				await venue.clock.advance(RETRIED_LATER.firstRetrySeconds * 1_000);
				return venue.messages.failed().length === 0;
			});
		}

		const ids = venue.messages.all().map(({ id }) => id);
		const started = await fixture.executions(workflow, ids.length);
		const { missing, twice, takenAtStart } = tallyOf(ids, started, venue);
		const finished = new Set(
			started.filter(({ status }) => status === 'success').map(({ messageId }) => messageId),
		);
		const known = new Set(started.map(({ messageId }) => messageId));
		const cutOff = ids.filter((id) => known.has(id) && !finished.has(id)).length;
		process.stdout.write(
			`restart: ${RESTARTS} times, ${ids.length} messages, ${missing} missing, ${twice} twice, ${cutOff} cut off, ${takenAtStart} taken by n8n while it started\n`,
		);
		expect(missing).toBe(0);
		expect(twice).toBeLessThanOrEqual(RESTARTS * SENDERS);
		expect(cutOff).toBeLessThanOrEqual(RESTARTS * SENDERS);
	});

	it('n8n answers with a success before it is ready, and its readiness check shows that [reliability: is starting up answers]', async () => {
		await fixture.startVenue();
		const nodes = [fixture.trigger()];
		await fixture.publish(nodes);
		const { main, webhookUrl } = fixture.lab;
		const address = fixture.urlOf(nodes[0]);
		const isReadyToTake = async () => (await get(`${webhookUrl}/healthz/readiness`)) === 200;

		const toAll = new Set<string>();
		const afterAsking = new Set<string>();
		for (let start = 0; start < STARTS && !toAll.has(ANSWERED_BY_N8N); start++) {
			let isUp = false;
			await main.stop();
			const calls = inParallel(CALLERS, Array.from({ length: CALLERS }), async (_, caller) => {
				while (!isUp) {
					if (caller % 2 === 0) toAll.add(await post(address));
					else if (await isReadyToTake()) afterAsking.add(await post(address));
				}
			});
			try {
				await fixture.startAgain(nodes);
			} finally {
				isUp = true;
				await calls;
			}
		}

		expect([...toAll]).toContain(ANSWERED_BY_N8N);
		expect([...afterAsking]).not.toContain(ANSWERED_BY_N8N);
		expect(afterAsking.size).toBeGreaterThan(0);
	});
});

const WITHOUT_JUDGMENT = { proxy: false, validateStatus: () => true } as const;

async function get(url: string): Promise<number | undefined> {
	return await axios.get(url, WITHOUT_JUDGMENT).then(
		({ status }) => status,
		() => undefined,
	);
}

async function post(url: string): Promise<string> {
	return await axios.post<unknown>(url, {}, WITHOUT_JUDGMENT).then(
		({ status, data }) => `${status} ${typeof data === 'string' ? data : JSON.stringify(data)}`,
		(reason: Error) => reason.message,
	);
}
