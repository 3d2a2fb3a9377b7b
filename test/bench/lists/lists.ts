import { type Lab, startLab } from '../../n8n/lab/lab';
import { startVenue } from '../../venue';
import type { BenchContext, Comparison } from '../comparison';
import { median, shuffled } from '../statistics';
import { getAll, httpRequest } from './contenders';
import { type Figures, measure, publish } from './round';

const SCALES = {
	full: { size: 100_000, rounds: 5 },
	quick: { size: 10_000, rounds: 1 },
};

/** The same bookings through each node in turn, each time in an n8n that has just started. */
export async function lists({ tarball, scale, say }: BenchContext): Promise<Comparison[]> {
	if (process.platform !== 'linux') throw new Error('Memory is read as Linux tells it');
	const { size, rounds } = SCALES[scale];
	const measured = new Map([getAll, httpRequest].map((node) => [node, [] as Figures[]]));
	const venue = await startVenue();
	let lab: Lab | undefined;
	try {
		venue.bookings.seed(size);
		lab = await startLab({ mode: 'regular', tarball });
		for (const contender of measured.keys()) await publish(lab, venue, contender);
		for (let round = 1; round <= rounds; round++) {
			for (const [contender, own] of shuffled(measured)) {
				await lab.main.restart();
				const figures = await measure(lab, venue, contender);
				own.push(figures);
				const { seconds, extraMb } = figures;
				say(`round ${round}  ${contender.name}: ${seconds.toFixed(2)} s, ${extraMb.toFixed(0)} MB`);
			}
		}
	} finally {
		await lab?.stop();
		await venue.stop();
	}
	const compared = (task: string, figure: keyof Figures, unit: string): Comparison => {
		const [ours, theirs] = [getAll, httpRequest].map((contender) =>
			median((measured.get(contender) ?? []).map((figures) => figures[figure])),
		);
		return { task, ours, theirs, unit, built: httpRequest.name };
	};
	return [
		compared(`Get ${size.toLocaleString('en-US')} bookings: time`, 'seconds', 's'),
		compared('The same: memory', 'extraMb', 'MB'),
	];
}
