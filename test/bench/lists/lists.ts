import { startLab, type Lab } from '../../n8n/lab/lab';
import { startVenue, type SimulatedVenue } from '../../venue';
import type { BenchContext, Claim, Section } from '../bench';
import { median } from '../statistics';
import { type Contender, getAll, getFifty, httpRequest } from './contenders';
import { type Figures, measure, publish } from './round';

const BOOKINGS = 100_000;
const ROUNDS = 5;
const CONTENDERS = [httpRequest, getAll, getFifty];

/** Parts of HTTP Request's figures. */
const AT_MOST = 1;
const CLEARLY_LESS = 0.9;

/** The same 100,000 bookings through each contender in turn, each time in an n8n just started. */
export async function lists({ tarball, say }: BenchContext): Promise<Section> {
	if (process.platform !== 'linux') throw new Error('Peak memory is read as Linux tells it');
	const venue = await startVenue();
	venue.bookings.seed(BOOKINGS);
	const lab = await startLab({ mode: 'regular', tarball });
	try {
		return judge(await rounds(lab, venue, say));
	} finally {
		await lab.stop();
		await venue.stop();
	}
}

async function rounds(lab: Lab, venue: SimulatedVenue, say: BenchContext['say']) {
	const figures = new Map<Contender, Figures[]>();
	for (const [index, contender] of CONTENDERS.entries()) {
		figures.set(contender, []);
		await publish(lab, venue, contender, `fetch-${index}`);
	}
	for (let round = 1; round <= ROUNDS; round++) {
		for (const [index, contender] of CONTENDERS.entries()) {
			const measured = await measure(lab, venue, `fetch-${index}`);
			figures.get(contender)?.push(measured);
			say(`round ${round}  ${line(contender.name, measured)}`);
		}
	}
	return figures;
}

function judge(figures: Map<Contender, Figures[]>): Section {
	const medianOf = (contender: Contender): Figures => {
		const measured = figures.get(contender) ?? [];
		return {
			seconds: median(measured.map(({ seconds }) => seconds)),
			peakMb: median(measured.map(({ peakMb }) => peakMb)),
		};
	};
	const today = medianOf(httpRequest);
	const all = medianOf(getAll);
	const fifty = medianOf(getFifty);
	const compared = (what: string, ours: number, theirs: number, most: number): Claim => ({
		claim: `${what}: ${(ours / theirs).toFixed(2)} of HTTP Request`,
		isKept: ours / theirs <= most,
	});
	const claims = [
		compared('peak memory of all bookings', all.peakMb, today.peakMb, AT_MOST),
		compared('time of all bookings', all.seconds, today.seconds, AT_MOST),
		compared('peak memory of Limit 50', fifty.peakMb, today.peakMb, CLEARLY_LESS),
		compared('time of Limit 50', fifty.seconds, today.seconds, CLEARLY_LESS),
	];
	return {
		name: 'lists',
		title: 'Lists',
		asks: 'The same 100,000 bookings through each node in turn, each time in an n8n just started.',
		tables: [
			{
				columns: ['Node', 'Peak memory in MB', 'Seconds'],
				rows: CONTENDERS.map((contender) => {
					const { peakMb, seconds } = medianOf(contender);
					return [contender.name, peakMb, seconds];
				}),
			},
		],
		plots: [],
		claims,
	};
}

function line(name: string, { seconds, peakMb }: Figures): string {
	return `${name.padEnd(30)}${peakMb.toFixed(0).padStart(6)} MB${seconds.toFixed(2).padStart(8)} s`;
}
