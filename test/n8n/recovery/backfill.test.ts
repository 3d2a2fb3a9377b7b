import { setTimeout as sleep } from 'node:timers/promises';

import { cpuSecondsOf } from '../../bench/process/cpuOfGroups';
import { forgetPeak, peakOf } from '../../bench/process/memory';
import { median } from '../../bench/statistics';
import type { SimulatedVenue } from '../../venue';
import { LivesLab, type LivingWorkflow } from '../fixtures/livesLab';
import { recovery } from '../fixtures/nodes';
import { lossesOf, type Item } from '../fixtures/tally';

const MINUTES = 60_000;
const DAYS = 24 * 60 * MINUTES;

const BATCH = 1_000;
const BOOKINGS = Number(process.env.RECOVERY_BACKFILL ?? 100_000);
const BATCHES = BOOKINGS / BATCH;
const KILLS = Math.max(1, Math.floor(BATCHES / 33));
const LIST = 'GET /bookings';

/** A single poll time polls at most once a minute. */
const POLL_EVERY_SECONDS = 5;
const POLL_TIMES = {
	item: Array.from({ length: 60 / POLL_EVERY_SECONDS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * POLL_EVERY_SECONDS} * * * * *`,
	})),
};

/** The time from the request to the venue until n8n has surely started the workflow. */
const LONGEST_MS = 3_000;

/** For each poll: the list, and its newest part once more. */
const MOST_REQUESTS = 2;

/** This many requests without a batch mean that nothing is left. */
const IDLE_REQUESTS = 3 * MOST_REQUESTS;

/** Compared with the memory and the time of the first batches. */
const NO_MORE = 1.1;

/** The cost of one batch. A poll may begin before this test knows of the previous batch. */
interface Cost {
	requests: number;
	/** The number of bookings in the longest list. */
	listed: number;
	/** The peak memory of n8n's process. */
	peakMb: number;
	cpuSeconds: number;
	seconds: number;
}

describe('a backfill of a venue with very many bookings', () => {
	let lab: LivesLab;
	let venue: SimulatedVenue;
	beforeAll(async () => (lab = await LivesLab.open({ mode: 'regular' })), 20 * MINUTES);
	afterAll(async () => await lab?.close(), 5 * MINUTES);

	const versionOf = ({ uniqueId, modifiedDate }: Item) => ({
		id: `${String(uniqueId)} ${String(modifiedDate)}`,
		at: Date.parse(String(modifiedDate)),
	});

	/** A start of n8n polls. It is killed before that poll has surely ended. */
	const killInAPoll = async () => {
		await lab.n8n.main.stop();
		const before = venue.count(LIST);
		const starting = lab.n8n.main.start().catch(() => {});
		while (venue.count(LIST) === before) await sleep(5);
		await sleep(Math.random() * LONGEST_MS);
		await lab.n8n.main.kill();
		await starting;
		await lab.n8n.startAgain();
	};

	const changeTheNewest = async (note: string) => {
		for (const { uniqueId } of venue.bookings.all().slice(-100)) {
			await venue.bookings.change(uniqueId, { note });
		}
	};

	const listedBy = ({ query }: { query: Record<string, string> }) =>
		venue.bookings.changedSince(Date.parse(query.modifiedFromDate)).length;

	/** Undefined after the polls find nothing more. */
	const nextBatch = async ({ stored }: LivingWorkflow): Promise<Cost | undefined> => {
		const { pid = 0 } = lab.n8n.main;
		const executions = async () => await lab.n8n.executions.count(stored);
		const done = await executions();
		const asked = venue.count(LIST);
		await forgetPeak(pid);
		const cpuBefore = await cpuSecondsOf([pid]);
		const begin = performance.now();
		while ((await executions()) === done) {
			if (venue.count(LIST) >= asked + IDLE_REQUESTS) return undefined;
			await sleep(250);
		}
		const since = venue.requestsTo(LIST).slice(asked);
		return {
			requests: since.length,
			listed: Math.max(...since.map(listedBy)),
			peakMb: await peakOf(pid),
			cpuSeconds: (await cpuSecondsOf([pid])) - cpuBefore,
			seconds: (performance.now() - begin) / 1_000,
		};
	};

	const say = (line: string) => process.stdout.write(`${line}\n`);

	it(
		'returns the last version of each booking once, 1,000 with each poll, while n8n is restarted and killed',
		async () => {
			venue = await lab.openVenue();
			venue.bookings.seed(BOOKINGS, { everySeconds: 60 });
			const startDate = new Date(lab.n8n.clock.now() - 365 * DAYS).toISOString();
			const options = { startWith: 'date', startDate };
			const parameters = { events: ['booking'], options, pollTimes: POLL_TIMES };
			const node = recovery(await lab.credentialFor(venue), parameters);
			const workflow = await lab.publish('Backfill', [node]);

			const costs: Cost[] = [];
			for (let turn = 1; ; turn++) {
				const cost = await nextBatch(workflow);
				if (cost === undefined) break;
				costs.push(cost);
				const { requests, listed, peakMb, cpuSeconds, seconds } = cost;
				say(
					`batch ${turn}: ${listed} listed in ${requests}, ${peakMb.toFixed()} MB, ${cpuSeconds.toFixed(1)} s CPU, ${seconds.toFixed(1)} s`,
				);
				const inItsPart = turn % Math.ceil(BATCHES / KILLS);
				if (inItsPart === 2) await killInAPoll();
				if (inItsPart === 4) await lab.n8n.restart();
				if (inItsPart === 5) await changeTheNewest(`after batch ${turn}`);
			}

			const runs = await workflow.runs('Recovery');
			const batches = runs.map((items) => items.map(({ booking }) => versionOf(booking as Item)));
			const { within, between } = lossesOf(venue.bookings.all().map(versionOf), batches);
			const reported = batches.flat().map(({ id }) => id);
			const twice = reported.length - new Set(reported).size;
			say(
				`${reported.length} items in ${runs.length} batches: ${within.length} missing within a batch, ` +
					`${between.join(' + ') || 'none'} between two, ${twice} twice`,
			);
			// A kill loses at most the batch that n8n had saved but not started.
			expect(within).toEqual([]);
			expect(between.length).toBeLessThanOrEqual(KILLS);
			expect(Math.max(0, ...between)).toBeLessThanOrEqual(BATCH);
			expect(twice).toBeLessThanOrEqual(KILLS * BATCH);
			expect(Math.max(...runs.map(({ length }) => length))).toBe(BATCH);

			const requests = costs.reduce((sum, cost) => sum + cost.requests, 0);
			expect(requests).toBeLessThanOrEqual(MOST_REQUESTS * costs.length);
			const lists = venue.requestsTo(LIST).map(listedBy);
			const longOnes = lists.filter((length) => length > BATCH);
			expect(longOnes).toEqual([...longOnes].sort((a, b) => b - a));
			const quarter = Math.ceil(costs.length / 4);
			const [first, last] = [costs.slice(0, quarter), costs.slice(-quarter)];
			const most = (part: Cost[]) => Math.max(...part.map(({ peakMb }) => peakMb));
			expect(most(last) / most(first)).toBeLessThanOrEqual(NO_MORE);
			const cpuOf = (part: Cost[]) => median(part.map(({ cpuSeconds }) => cpuSeconds));
			expect(cpuOf(last) / cpuOf(first)).toBeLessThanOrEqual(NO_MORE);
		},
		240 * MINUTES,
	);
});
