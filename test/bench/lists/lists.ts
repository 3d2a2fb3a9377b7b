import { startLab, type Lab } from '../../n8n/lab/lab';
import type { BenchContext, Section } from '../bench';
import { shuffled } from '../statistics';
import { CONTENDERS, type Contender, findGuest, getFifty } from './contenders';
import { HELD_PRELOAD } from './held/held';
import { type Figures, measure, measureHeld, type PathOf, publish } from './round';
import { sectionOf } from './section';
import { closeVenues, openVenues, type Venues } from './venues';

const SCALES = {
	full: { sizes: [1_000, 10_000, 100_000], rounds: 5, startsAnew: true },
	quick: { sizes: [1_000, 10_000], rounds: 1, startsAnew: false },
};

/** Both take from a list of any length what fits on a screen. */
const FEW_OF_MANY = [getFifty, findGuest];

/** One entry for each round. */
export interface Rounds {
	figures: Map<Contender, Map<number, Figures[]>>;
	/** For the largest list. */
	heldMb: Map<Contender, number[]>;
}

/** The same bookings through each contender in turn, each time in an n8n that has just started. */
export async function lists({ tarball, scale, say }: BenchContext): Promise<Section> {
	if (process.platform !== 'linux') throw new Error('Memory is read as Linux tells it');
	const venues = await openVenues(SCALES[scale].sizes);
	try {
		const lab = await startLab({ mode: 'regular', tarball, preloads: [HELD_PRELOAD] });
		try {
			return sectionOf(await playRounds(lab, venues, { scale, say }));
		} finally {
			await lab.stop();
		}
	} finally {
		await closeVenues(venues);
	}
}

async function playRounds(
	lab: Lab,
	venues: Venues,
	{ scale, say }: Pick<BenchContext, 'scale' | 'say'>,
): Promise<Rounds> {
	const paths = new Map<Contender, PathOf>();
	const figures: Rounds['figures'] = new Map();
	const heldMb: Rounds['heldMb'] = new Map(FEW_OF_MANY.map((contender) => [contender, []]));
	for (const [index, contender] of CONTENDERS.entries()) {
		const pathOf = (size: number) => `fetch-${index}-${size}`;
		paths.set(contender, pathOf);
		figures.set(contender, new Map([...venues.keys()].map((size) => [size, []])));
		await publish(lab, venues, contender, pathOf);
	}
	for (let round = 1; round <= SCALES[scale].rounds; round++) {
		for (const [contender, pathOf] of shuffled(paths)) {
			if (SCALES[scale].startsAnew) await lab.main.restart();
			for (const [size, measured] of await measure(lab, venues, pathOf)) {
				figures.get(contender)?.get(size)?.push(measured);
				say(`round ${round}  ${line(contender, size, measured)}`);
			}
		}
		for (const [contender, held] of shuffled(heldMb)) {
			await lab.main.restart();
			held.push(await measureHeld(lab, venues, paths.get(contender)!));
			say(`round ${round}  ${contender.name.padEnd(38)} holds ${held.at(-1)?.toFixed(1)} MB`);
		}
	}
	return { figures, heldMb };
}

function line({ name }: Contender, size: number, { seconds, cpuSeconds, extraMb }: Figures) {
	const columns = [
		`${seconds.toFixed(2)} s`,
		`${cpuSeconds.toFixed(2)} s CPU`,
		`${extraMb.toFixed(0)} MB`,
	];
	return `${name.padEnd(30)}${String(size).padStart(8)} ${columns.map((text) => text.padStart(12)).join('')}`;
}
