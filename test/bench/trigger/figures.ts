import type { Claim, Table } from '../bench';
import { median, quantile, type Spread, spreadOf } from '../statistics';
import { type Contender, empty } from './contenders';
import type { ContestPlan, Standing } from './contest';
import type { Round } from './round';
import { WAITS } from './waits/waits';

/** Shares of what an empty trigger accepts that stores as much. */
const ONCE = 0.97;
const EACH_TWICE = 1.3;

/** The share of a delivery that our trigger needs more than an empty one. */
const OWN_PART = 0.03;
const EMPTY_ONES = 2;

type Figure = (round: Round) => number;

const accepted: Figure = ({ perSecond }) => perSecond;
const processor: Figure = ({ cpuMsEach }) => cpuMsEach;

export function tableOf({ title }: ContestPlan, standings: Standing[], shown: number[]): Table {
	return {
		caption: title,
		columns: [
			'Senders',
			'Trigger',
			'Accepted a second',
			'Of the empty trigger',
			'Latency p50, p95',
			'Processor ms each',
			'Of the empty trigger’s',
		],
		rows: shown.flatMap((senders) =>
			standings.map((standing) => {
				const rounds = roundsOf(standing, senders);
				const latencies = rounds.flatMap((round) => round.latencies);
				const at = (part: number) => quantile(latencies, part).toFixed(0);
				return [
					senders,
					standing.contender.name,
					median(rounds.map(accepted)),
					written(partOf(standings, standing, senders, accepted)),
					`${at(0.5)}, ${at(0.95)} ms`,
					median(rounds.map(processor)),
					written(partOf(standings, standing, senders, processor)),
				];
			}),
		),
	};
}

/** Shows why one trigger answers sooner than another. */
export function waitsTableOf({ title, groups }: ContestPlan, standings: Standing[]): Table {
	const compared = standings.filter(({ contender: { isEmpty, isOurs } }) => isEmpty || isOurs);
	return {
		caption: `What a sender waits for, in ms. ${title}`,
		columns: ['Senders', '', ...compared.map(({ contender }) => contender.name)],
		rows: groups.flatMap(({ senders, deliveries }) =>
			WAITS.map((wait) => [
				senders,
				wait,
				...compared.map((standing) =>
					median(roundsOf(standing, senders).map(({ waits }) => waits[wait] / deliveries)),
				),
			]),
		),
	};
}

export function claimsOf({ mode, groups }: ContestPlan, standings: Standing[]) {
	const ours = standings.filter(({ contender }) => contender.isOurs);
	return ours.flatMap((standing): Claim[] => {
		const { contender, copies: counted } = standing;
		const least = contender.copies === 'none' ? ONCE : EACH_TWICE;
		const parts = groups.map(({ senders }) => ({
			senders,
			part: partOf(standings, standing, senders, accepted, storesAsMuchAs(contender)).median,
		}));
		const list = parts.map(({ senders, part }) => `${part.toFixed(2)} with ${senders}`).join(', ');
		const speed = {
			claim: `${mode} mode, ${contender.name}: ${list} senders, of an empty trigger that stores as much (≥ ${least})`,
			isKept: parts.every(({ part }) => part >= least),
		};
		if (!counted) return [speed];
		const { twice, never, of } = counted;
		return [
			speed,
			{
				claim: `${mode} mode: ${twice} of ${of} emitted twice, ${never} never`,
				isKept: twice + never === 0,
			},
		];
	});
}

/** The first row is that of the node, and the first two columns are those of empty triggers. */
export function claimOfProfile(mode: ContestPlan['mode'], { columns, rows }: Table): Claim {
	const names = columns.slice(1 + EMPTY_ONES).map((name) => name.replace(/^.*?, /, ''));
	const ours = (row: Table['rows'][number]) => row.slice(1 + EMPTY_ONES).map(Number);
	const parts = ours(rows[0]).map((ms, index) => {
		const whole = rows.reduce((sum, row) => sum + ours(row)[index], 0);
		return { name: names[index], ms, whole, part: ms / whole };
	});
	const list = parts.map(
		({ name, ms, whole }) => `${ms.toFixed(2)} of ${whole.toFixed(1)} ms (${name})`,
	);
	return {
		claim: `${mode} mode: what our trigger itself does for a delivery, of all that n8n’s main threads do for it: ${list.join(', ')} (≤ ${OWN_PART * 100} %)`,
		isKept: parts.every(({ part }) => part <= OWN_PART),
	};
}

export function whatBecameOfCopies({ mode, copies }: ContestPlan, standings: Standing[]): string {
	const counts = standings.flatMap(({ contender, copies: counted }) =>
		counted
			? [`${contender.name}: ${counted.twice} of ${counted.of} twice, ${counted.never} never`]
			: [],
	);
	const when = copies === 'together' ? 'both at once' : 'again when all had come once';
	return `What came to the end of the workflow in ${mode} mode, where each was sent twice (${when}): ${counts.join('; ')}.`;
}

type Choice = (contender: Contender) => boolean;

const doesNothing: Choice = (contender) => contender === empty;

const storesAsMuchAs =
	({ remembered }: Contender): Choice =>
	(other) =>
		other.isStoring === true && other.remembered === remembered;

/**
 * Compares each round with another trigger in the same round so that other work of the machine
 * affects both.
 */
function partOf(
	standings: Standing[],
	own: Standing,
	senders: number,
	figure: Figure,
	isBase = doesNothing,
): Spread {
	const base = standings.find(({ contender }) => isBase(contender));
	if (!base) throw new Error('There is no empty trigger');
	const theirs = roundsOf(base, senders).map(figure);
	return spreadOf(roundsOf(own, senders).map((round, index) => figure(round) / theirs[index]));
}

function roundsOf({ rounds }: Standing, senders: number): Round[] {
	return rounds.get(senders) ?? [];
}

function written({ low, median: middle, high }: Spread): string {
	return `${middle.toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
}
