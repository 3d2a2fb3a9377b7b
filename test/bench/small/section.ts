import type { Section, Table } from '../bench';
import type { Reading } from './reader/messages';

const MOST_RATIO = 20;
const BOOKINGS = 'many bookings';
/** The page shows as many operations. */
const SHOWN = 5;
const WHY_OVER =
	'`JSON.parse` reads long texts, and fields with a number as their name, several times faster than bookings. n8n alone takes longer for these, too, as the last column shows, so for them the limit is 20 times `JSON.parse` of as many characters of bookings.';

/** What other work on the machine adds is never negative, so the least of several rounds counts. */
export function figuresOf({ responses, costs, shortCosts, parseCosts }: Reading) {
	const fixed = Math.min(...shortCosts);
	const cost = (Math.min(...costs) - fixed) / responses;
	const parseCost = Math.min(...parseCosts);
	return { cost, fixed, parseCost, ratio: cost / parseCost };
}

interface Row {
	reading: Reading;
	cost: number;
	fixed: number;
	parseCost: number;
	ratio: number;
	/** A node without our package, with the same response. */
	plain: number;
	isWithinLimit: boolean;
}

export function sectionOf(readings: Reading[]): Section {
	const plain = new Map(
		readings
			.filter(({ operation }) => operation === '')
			.map((reading) => [reading.shape, figuresOf(reading).ratio]),
	);
	const bookings = new Map(
		readings
			.filter(({ shape }) => shape === BOOKINGS)
			.map((reading) => [reading.operation, figuresOf(reading).parseCost]),
	);
	const rows = readings
		.filter(({ operation }) => operation !== '')
		.map((reading) => {
			const figures = figuresOf(reading);
			const unit = Math.max(figures.parseCost, bookings.get(reading.operation) ?? 0);
			const isWithinLimit = figures.cost <= MOST_RATIO * unit;
			return { reading, ...figures, plain: plain.get(reading.shape) ?? 0, isWithinLimit };
		});
	const over = rows.filter(({ ratio }) => ratio > MOST_RATIO);
	const worst = worstOf(rows);
	const within = rows.filter(({ isWithinLimit }) => isWithinLimit).length;
	return {
		name: 'small',
		title: 'Small responses that cost most',
		asks: 'A venue can choose a response of 200 kB that costs as much as possible: thousands of records of a few characters, of secrets, or of names that no other record has. Each of them is read by every operation and by both triggers, in the real n8n-core. The figures are the CPU of the whole execution for each response with the text, without that of the same execution with 1 kB of the same kind; the unit is `JSON.parse` of the same text in the same run. Each is the least of several rounds, because other work on the machine only adds. “n8n alone” is a node without this package, which returns what n8n’s own HTTP helper reads. `STEPS=all npx jest --selectProjects steps` counts steps instead, which are the same on every machine.',
		tables: [worstTable('The operations that cost most', worst.slice(0, SHOWN))],
		details: [
			worstTable(
				'The other operations, each with the response that costs most',
				worst.slice(SHOWN),
			),
			...(over.length > 0 ? [overLimit(over)] : []),
		],
		claims: [
			{
				claim: `${within} of ${rows.length} pairs of operation and response cost at most ${MOST_RATIO} times \`JSON.parse\` of the response, or of as many characters of bookings if those take longer (all)`,
				isKept: within === rows.length,
			},
		],
		notes: over.length > 0 ? [WHY_OVER] : undefined,
	};
}

function worstTable(caption: string, rows: Row[]): Table {
	return {
		caption,
		columns: [
			'Operation',
			'Response',
			'Responses',
			'CPU for each, ms',
			'CPU with 1 kB, ms',
			'`JSON.parse`, ms',
			'Times `JSON.parse`',
			'n8n alone',
		],
		rows: rows.map(({ reading, cost, fixed, parseCost, ratio, plain }) => [
			reading.operation,
			reading.shape,
			String(reading.responses),
			cost.toFixed(1),
			fixed.toFixed(1),
			parseCost.toFixed(2),
			ratio.toFixed(1),
			plain.toFixed(1),
		]),
	};
}

function overLimit(over: Row[]): Table {
	return {
		caption: `Over ${MOST_RATIO} times, the worst first`,
		columns: [
			'Operation',
			'Response',
			'CPU for each, ms',
			'`JSON.parse`, ms',
			'Times `JSON.parse`',
			'n8n alone',
		],
		rows: [...over]
			.sort((one, other) => other.ratio - one.ratio)
			.map(({ reading, cost, parseCost, ratio, plain }) => [
				reading.operation,
				reading.shape,
				cost.toFixed(1),
				parseCost.toFixed(2),
				ratio.toFixed(1),
				plain.toFixed(1),
			]),
	};
}

/** For each operation the response that costs most, the worst first. */
function worstOf(rows: Row[]): Row[] {
	const worst = new Map<string, Row>();
	for (const row of rows) {
		const known = worst.get(row.reading.operation);
		if (!known || row.ratio > known.ratio) worst.set(row.reading.operation, row);
	}
	return [...worst.values()].sort((one, other) => other.ratio - one.ratio);
}
