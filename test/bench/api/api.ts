import { startLab } from '../../n8n/lab/lab';
import type { BenchContext, Claim, Section, Table } from '../bench';
import { median, shuffled } from '../statistics';
import { QuickClock } from '../time/quickClock';
import { batched, type Contender, ours } from './contenders';
import { type Job, lookUp, type Round } from './round';

interface Entry {
	contender: Contender;
	job: Job;
	isPromised: boolean;
	rounds: Round[];
}

const SCALES = {
	full: { lookUps: 3_000, rounds: 2, timesAsQuick: 4 },
	quick: { lookUps: 80, rounds: 1, timesAsQuick: 4 },
};

const SHARE = 0.97;
const NEAR_MS = 50;
const FAR_MS = 250;

const forOne = batched(10, 1_000);
const forEight = batched(10, 8_000);

export async function api({ tarball, scale, say }: BenchContext): Promise<Section> {
	const { lookUps, rounds, timesAsQuick } = SCALES[scale];
	const entries = entriesFor(lookUps);
	const clock = new QuickClock(timesAsQuick);
	const lab = await startLab({ mode: 'regular', tarball, ...clock.plan });
	try {
		// Makes n8n load what it only loads when needed.
		const warmUp = { lookUps: 4, executions: 1, latencyMs: NEAR_MS };
		for (const contender of [ours, forOne]) await lookUp(lab, clock, contender, warmUp);
		for (let number = 1; number <= rounds; number++) {
			for (const { contender, job, rounds: own } of shuffled(entries)) {
				const round = await lookUp(lab, clock, contender, job);
				own.push(round);
				say(`round ${number} of ${rounds}  ${contender.name}, ${whose(job)}: ${told(round)}`);
			}
		}
	} finally {
		await lab.stop();
	}
	return {
		name: 'api',
		title: 'API work',
		asks: `Bookings looked up by their IDs at a venue that allows 600 calls a minute, by one execution and by eight at once. HTTP Request has the same credential, Batching sized for one execution or for eight, and Retry On Fail with five tries and the longest pause that n8n offers. n8n and the venue share a clock that runs ${timesAsQuick} times as fast as the machine’s.`,
		tables: [tableOf(entries)],
		claims: entries.filter(({ isPromised }) => isPromised).flatMap(claimsOf),
		notes: NOTES,
	};
}

const NOTES = [
	'One execution of ours has five look-ups under way: a venue that takes longer than about half a second for an answer is asked less often than it allows. HTTP Request sends the items of a batch together, and the next batch when all have come.',
	'The share counts the bookings that came out until the last execution ended. It can exceed 1, because the venue counts by the minute and the first calls need not wait.',
	'Retry On Fail begins with the first item again, and waits for 25 seconds in all: less than the minute after “Too many requests”.',
];

function entriesFor(lookUps: number): Entry[] {
	const entry = (contender: Contender, job: Partial<Job>, isPromised = false): Entry => ({
		contender,
		job: { lookUps, executions: 1, latencyMs: NEAR_MS, ...job },
		isPromised,
		rounds: [],
	});
	// Contenders without a promise get fewer look-ups, but more than a minute allows: the slowest
	// would need 40 minutes for all of them.
	return [
		entry(ours, {}, true),
		entry(ours, { executions: 8 }, true),
		entry(ours, { latencyMs: FAR_MS, lookUps: lookUps / 4 }, true),
		entry(ours, { executions: 8, latencyMs: FAR_MS, lookUps: lookUps / 4 }),
		entry(forOne, { lookUps: lookUps / 4 }),
		entry(forOne, { latencyMs: FAR_MS, lookUps: lookUps / 10 }),
		entry(forOne, { executions: 8, lookUps: lookUps / 4 }),
		entry(forEight, { lookUps: lookUps / 20 }),
		entry(forEight, { executions: 8, lookUps: lookUps / 4 }),
	];
}

function tableOf(entries: Entry[]): Table {
	return {
		columns: [
			'Node',
			'Executions',
			'Look-ups',
			'An answer takes',
			'Minutes',
			'Share of what is allowed',
			'Calls',
			'Answered 429',
			'Not found out',
		],
		rows: entries.map(({ contender, job, rounds }) => {
			const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
			return [
				contender.name,
				job.executions,
				job.lookUps,
				`${job.latencyMs} ms`,
				of('minutes'),
				of('share'),
				of('requests'),
				of('tooMany'),
				of('lost'),
			];
		}),
	};
}

function claimsOf({ contender, job, rounds }: Entry): Claim[] {
	const what = `${contender.name}, ${whose(job)}`;
	const share = median(rounds.map((round) => round.share));
	const tooMany = Math.max(...rounds.map((round) => round.tooMany));
	const lost = Math.max(...rounds.map((round) => round.lost));
	return [
		{
			claim: `${what}: ${share.toFixed(2)} of the allowed rate (≥ ${SHARE})`,
			isKept: share >= SHARE,
		},
		{
			claim: `${what}: ${tooMany} calls too many, ${lost} of ${job.lookUps} lost`,
			isKept: tooMany === 0 && lost === 0,
		},
	];
}

const whose = ({ executions, latencyMs }: Job) =>
	`${executions === 1 ? 'one execution' : `${executions} executions`} at ${latencyMs} ms`;

const told = ({ share, tooMany, lost }: Round) =>
	`${share.toFixed(2)} of the rate, ${tooMany} × 429, ${lost} lost`;
