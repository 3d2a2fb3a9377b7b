import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import type { HostileAnswer } from '../../attacks/answers';
import { answersThatJustFit, largeAnswers, largest, longWords } from '../../attacks/largeAnswers';
import { inParallel } from '../fixtures/inParallel';
import { ACTION_NODE, onDemand } from '../fixtures/nodes';
import { TriggerFixture } from '../fixtures/triggerFixture';
import { until } from '../fixtures/until';
import type { StoredWorkflow } from '../lab/rest/workflows';

const MINUTES = 60_000;
const AT_ONCE = 4;

const TICKS_PER_SECOND = 100;

interface Answer {
	status: number;
	message: string;
}

// 256 very long numbers are still 256 numbers, which the Query operation returns.
const areFew = ({ name }: HostileAnswer) => name.startsWith('numbers of a megabyte');
const tooLarge = largeAnswers.filter((answer) => !areFew(answer));

describe('a small n8n whose venue sends responses that would take all of its memory', () => {
	let fixture: TriggerFixture;
	let triggered: StoredWorkflow;
	let delivered = 0;

	beforeAll(async () => {
		fixture = await TriggerFixture.start({
			mode: 'regular',
			environment: { NODE_OPTIONS: '--max-old-space-size=1024' },
		});
		await fixture.startVenue();
		const { lab, venue } = fixture;
		const credential = await lab.credentials.create('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
		});
		const query = {
			name: 'Query',
			type: ACTION_NODE,
			parameters: {
				resource: 'bulkReport',
				operation: 'query',
				path: '=/data/{{ $json.body.id }}',
			},
			credential,
			onError: 'continueRegularOutput' as const,
		};
		const webhook = onDemand('query');
		const parameters = { ...webhook.parameters, responseData: 'firstEntryJson' };
		const workflow = await lab.workflows.create('query', [{ ...webhook, parameters }, query]);
		await lab.workflows.publish(workflow);
		await lab.untilRouted('query');
		triggered = await fixture.publish([fixture.trigger()]);
	}, 5 * MINUTES);

	afterAll(async () => await fixture?.stop(), MINUTES);

	const statusOf = async (path: string) => {
		const { status } = await axios.get(`${fixture.lab.main.url}${path}`, onNewConnection());
		return status;
	};

	/** The venue sends these responses, to this many executions at once, and keeps delivering. */
	const attack = async (attacks: HostileAnswer[], atOnce: number) => {
		const { lab, venue } = fixture;
		for (const [id, { faults }] of attacks.entries()) venue.faults.on(`GET /data/${id}`, faults);
		const { pid } = lab.main;
		const answers: Answer[] = [];
		let isOver = false;
		let longestSilence = 0;
		const delivering = (async () => {
			for (; !isOver; delivered++) {
				await venue.emit({ type: 'Booking', eventType: 'Updated', data: {} });
				await sleep(500);
			}
		})();
		const watching = (async () => {
			while (!isOver) {
				const before = await mainThreadSeconds(pid);
				expect(await statusOf('/healthz')).toBe(200);
				longestSilence = Math.max(longestSilence, (await mainThreadSeconds(pid)) - before);
				await sleep(20);
			}
		})();
		const asking = inParallel(atOnce, [...attacks.keys()], async (id) => {
			const { status, data } = await axios.post<{ error?: string }>(
				`${lab.webhookUrl}/webhook/query`,
				{ id },
				onNewConnection(),
			);
			answers[id] = { status, message: data.error ?? '' };
		}).finally(() => {
			isOver = true;
		});
		try {
			await Promise.all([asking, watching, delivering]);
		} finally {
			isOver = true;
			venue.faults.clear();
		}
		process.stdout.write(
			`${attacks.length} answers (${attacks[0].name}): ${longestSilence.toFixed(2)} s of work at most before a health check was answered\n`,
		);
		expect(lab.main.pid).toBe(pid);
		expect(answers.map(({ status }) => status)).toEqual(attacks.map(() => 200));
		return { messages: answers.map(({ message }) => message), longestSilence };
	};

	it(
		'ends each call with a message, and answers health checks in the meantime [security: keeps responding]',
		async () => {
			const { messages, longestSilence } = await attack(tooLarge, AT_ONCE);
			expect(longestSilence).toBeLessThan(secondsToParse(largest / 2));
			for (const [id, { name }] of tooLarge.entries()) {
				const isTold = expect.stringMatching(/larger than n8n|no memory left|is not a list/);
				expect([name, messages[id]]).toEqual([name, isTold]);
			}
		},
		10 * MINUTES,
	);

	it(
		'reads the fields around the records, and answers health checks in the meantime',
		async () => {
			const { longestSilence } = await attack(longWords, 1);
			expect(longestSilence).toBeLessThan(secondsToParse(largest / 2));
		},
		5 * MINUTES,
	);

	// n8n itself needs seconds to save a million items, and does nothing else meanwhile.
	it.each(answersThatJustFit)(
		'survives $name',
		async (answer) => {
			const { messages } = await attack([answer], 1);
			// The response did fit.
			expect(messages).toEqual(['']);
		},
		5 * MINUTES,
	);

	it(
		'survives several of those at the same time',
		async () => {
			await attack(answersThatJustFit, AT_ONCE);
		},
		5 * MINUTES,
	);

	it(
		'has accepted every delivery in the meantime',
		async () => {
			const { venue } = fixture;
			await until(async () => (await statusOf('/healthz/readiness')) === 200);
			const notTaken = venue.deliveries.filter(({ status }) => status !== 200);
			process.stdout.write(
				`${delivered} deliveries, ${notTaken.length} sent again: ${notTaken.map(({ detail }) => detail).join(', ')}\n`,
			);
			// If n8n closes a connection while the venue writes to it, there is no response. On a busy
			// machine, n8n may also find its database too slow. The venue then sends the message again,
			// here a minute later.
			const isRefused = ({ status, answer = '' }: (typeof notTaken)[number]) =>
				status !== undefined && !answer.includes('Database is not ready');
			expect(notTaken.filter(isRefused)).toEqual([]);
			for (let tries = 0; tries < 3; tries++) await fixture.executions(triggered, delivered);
			expect(await fixture.allExecutions(triggered)).toHaveLength(delivered);
			expect(delivered).toBeGreaterThan(0);
		},
		5 * MINUTES,
	);
});

/** n8n closes connections that it was too busy to use, which would look like a crash. */
function onNewConnection() {
	const httpAgent = new Agent({ keepAlive: false });
	return { httpAgent, proxy: false as const, validateStatus: () => true };
}

/** Processor time, which a busy machine takes longer for, here as in n8n. */
function secondsToParse(length: number): number {
	const booking = '{"uniqueId":"BKG-000001","status":"CONFIRMED","guests":4},';
	const text = `[${booking.repeat(length / 4 / booking.length)}0]`;
	const before = process.cpuUsage();
	for (let times = 0; times < 4; times++) JSON.parse(text);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000_000;
}

/** Only for the thread that answers, because a garbage collector runs next to it. */
async function mainThreadSeconds(pid: number | undefined): Promise<number> {
	const text = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8');
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
