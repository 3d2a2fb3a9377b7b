import { startLab } from '../../n8n/lab/lab';
import type { BenchContext, Comparison } from '../comparison';
import { median, shuffled } from '../statistics';
import { QuickClock } from '../time/quickClock';
import { batched, type Contender, ours } from './contenders';
import { lookUp, type Round } from './round';

interface Entry {
	contender: Contender;
	lookUps: number;
	executions: number;
	rounds: Round[];
}

const SCALES = {
	full: { lookUps: 3_000, rounds: 2 },
	quick: { lookUps: 80, rounds: 1 },
};

const TIMES_AS_QUICK = 4;

export async function api({ tarball, scale, say }: BenchContext): Promise<Comparison[]> {
	const { lookUps, rounds } = SCALES[scale];
	const entry = (contender: Contender, executions: number): Entry => ({
		contender,
		// Still more than a minute allows: the other node would need very long for all of them.
		lookUps: contender === ours ? lookUps : lookUps / 4,
		executions,
		rounds: [],
	});
	const alone = { ours: entry(ours, 1), theirs: entry(batched, 1) };
	const atOnce = { ours: entry(ours, 8), theirs: entry(batched, 8) };
	const clock = new QuickClock(TIMES_AS_QUICK);
	const lab = await startLab({ mode: 'regular', tarball, ...clock.plan });
	try {
		// Makes n8n load what it only loads when needed.
		const warmUp = { lookUps: 4, executions: 1 };
		for (const contender of [ours, batched]) await lookUp(lab, clock, contender, warmUp);
		for (let number = 1; number <= rounds; number++) {
			for (const { contender, rounds: own, ...job } of shuffled([
				...Object.values(alone),
				...Object.values(atOnce),
			])) {
				const round = await lookUp(lab, clock, contender, job);
				own.push(round);
				say(
					`round ${number} of ${rounds}  ${contender.name}, executions: ${job.executions}, a minute: ${round.perMinute.toFixed(0)}, lost: ${round.lostPercent} %`,
				);
			}
		}
	} finally {
		await lab.stop();
	}
	const of = ({ rounds: own }: Entry, figure: keyof Round) =>
		median(own.map((round) => round[figure]));
	const compared = (task: string, pair: typeof alone, figure: keyof Round, unit: string) => ({
		task,
		ours: of(pair.ours, figure),
		theirs: of(pair.theirs, figure),
		unit,
		built: batched.name,
	});
	return [
		compared(
			'Look up bookings in one execution, where the venue allows 600 calls a minute',
			alone,
			'perMinute',
			'a minute',
		),
		compared(
			'The same in eight executions at once: look-ups that fail',
			atOnce,
			'lostPercent',
			'%',
		),
	];
}
