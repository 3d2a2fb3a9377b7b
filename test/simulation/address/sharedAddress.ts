import type { Simulation, Violation } from '../core/simulation';
import { type Jobs, runJobs } from './jobs';

const MINUTE_MS = 60_000;
/** By then, all processes have begun and know how many they are. */
const SETTLED_AFTER = 6;
const MEASURED = 5;

const LEAST_OF_LIMIT = 0.9;
const LIMIT = 600;
const LEAST_OF_FASTEST = 0.5;
const MOST_REFUSED_A_MINUTE = 2;

interface Share {
	process: string;
	taken: number;
	/** In the worst minute. */
	refused: number;
}

/** Processes of n8n do not know each other, and have to share the limit of their address. */
export const sharedAddress: Simulation = {
	name: 'shared address',
	sometimes: ['two processes', 'four processes', 'too many requests before they have settled'],
	run: async (seed) => {
		const count = seed % 2 === 0 ? 2 : 4;
		const jobs = await runJobs(seed, count, SETTLED_AFTER + MEASURED);
		const shares = jobs.processes.map((process) => shareOf(jobs, process));
		return {
			violations: [...violationsOf(shares), ...jobs.ended.map((what) => ({ rule: 'ended', what }))],
			parts: [],
			seen: {
				[count === 2 ? 'two processes' : 'four processes']: 1,
				'too many requests before they have settled': jobs.exchanges.filter(
					({ result, at }) => result === 429 && at < jobs.startedAt + SETTLED_AFTER * MINUTE_MS,
				).length,
			},
			story: () => shares.map((share) => JSON.stringify(share)),
		};
	},
};

function shareOf({ exchanges, startedAt }: Jobs, process: string): Share {
	const from = startedAt + SETTLED_AFTER * MINUTE_MS;
	const own = exchanges.filter(
		({ process: sender, surface, at }) =>
			sender === process && surface === 'rest' && at >= from && at < from + MEASURED * MINUTE_MS,
	);
	const refused = Array.from(
		{ length: MEASURED },
		(_, minute) =>
			own.filter(
				({ result, at }) => result === 429 && Math.floor((at - from) / MINUTE_MS) === minute,
			).length,
	);
	const taken = own.filter(({ result }) => result === 200).length;
	return { process, taken, refused: Math.max(...refused) };
}

function violationsOf(shares: Share[]): Violation[] {
	const taken = shares.map((share) => share.taken);
	const perMinute = taken.reduce((sum, one) => sum + one, 0) / MEASURED;
	const [slowest, fastest] = [Math.min(...taken), Math.max(...taken)];
	const inWords = `${taken.join(', ')} in ${MEASURED} minutes`;
	return [
		...(perMinute < LEAST_OF_LIMIT * LIMIT ? [{ rule: 'together', what: inWords }] : []),
		...(slowest < LEAST_OF_FASTEST * fastest ? [{ rule: 'fair', what: inWords }] : []),
		...shares
			.filter(({ refused }) => refused > MOST_REFUSED_A_MINUTE)
			.map(({ process, refused }) => ({
				rule: 'refused',
				what: `${process}: ${refused} in a minute`,
			})),
	];
}
