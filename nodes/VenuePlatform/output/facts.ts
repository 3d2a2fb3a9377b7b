import { hasWord, isDate, OTHER_RECORDS, saysNothing, type FieldValues, setOf } from './meaning';

/** What people ask about a booking besides its essentials, in the words of the answer to an agent. */
const FACTS = {
	created: 'when the booking came in',
	changed: 'when it last changed',
	due: 'what is still to pay',
	used: 'whether tickets were used',
};
type Fact = keyof typeof FACTS;

/** The names of fields that may hold a fact. */
type FoundFacts = Array<[Fact, string[]]>;

const CREATED = setOf(
	'booked created creation entered made ordered placed purchased registered sold',
);
const CHANGED = setOf('changed edited modified updated');
const DUE = setOf('balance due open outstanding owed owing remainder remaining unpaid');
const USED = setOf('arrived attended checked redeemed redemption scanned used');
const MOST_FIELDS_OF_FACT = 3;

type NamedFieldValues = FieldValues & { name: string };

/** By the names of the fields, or else by the order of their times. */
export function timesOfChanges(
	fields: NamedFieldValues[],
	taken: Set<string>,
): { found: FoundFacts; isGuess: boolean } {
	const dates = fields.filter(
		({ path, values, isInList }) =>
			!isInList &&
			values.every(isDate) &&
			!path.slice(0, -1).some((of) => hasWord(of, OTHER_RECORDS)),
	);
	const named = (words: Set<string>) =>
		dates.filter(({ path }) => hasWord(path[path.length - 1], words)).map(({ name }) => name);
	const [created, changed] = [named(CREATED), named(CHANGED)];
	if (created.length + changed.length > 0) {
		return {
			found: [
				['created', created],
				['changed', changed],
			],
			isGuess: false,
		};
	}
	const unnamed = dates
		.filter(({ name, path }) => !taken.has(name) && path.every(saysNothing))
		.map(({ name, values }) => ({ name, at: sumOf(values), count: values.length }));
	const most = Math.max(...unnamed.map(({ count }) => count));
	const inOrder = unnamed.filter(({ count }) => count === most).sort((a, b) => a.at - b.at);
	const [first, ...later] = inOrder;
	const last = later.at(-1);
	// What comes in is changed later, so the earlier time of all bookings is that of its coming in.
	if (last && first.at < last.at) {
		return {
			found: [
				['created', [first.name]],
				['changed', [last.name]],
			],
			isGuess: true,
		};
	}
	const names = inOrder.map(({ name }) => name);
	return {
		found: [
			['created', names],
			['changed', names],
		],
		isGuess: true,
	};
}

/** Facts of one booking that no name of a field tells, and the fields that may hold them. */
export function untoldFacts(fields: NamedFieldValues[], taken: Set<string>): FoundFacts {
	const untold = (words: Set<string>, mayBe: (field: NamedFieldValues) => boolean): string[] => {
		if (fields.some(({ path }) => path.some((part) => hasWord(part, words)))) return [];
		return fields
			.filter((field) => !taken.has(field.name) && field.path.every(saysNothing) && mayBe(field))
			.map(({ name }) => name);
	};
	const isAmount = ({ values, isInList }: NamedFieldValues) =>
		!isInList && values.every((value) => typeof value === 'number');
	const isMark = ({ values, isInList }: NamedFieldValues) =>
		isInList && values.every((value) => typeof value === 'boolean');
	const times = timesOfChanges(fields, taken);
	return [
		['due', untold(DUE, isAmount)],
		['used', untold(USED, isMark)],
		...(times.isGuess ? times.found : []),
	];
}

/** Undefined if there is nothing to say. */
export function noteOnFacts(facts: FoundFacts): string | undefined {
	const told = facts
		.filter(([, names]) => names.length > 0)
		.map(([fact, names]) => `${FACTS[fact]} (${names.slice(0, MOST_FIELDS_OF_FACT).join(' or ')})`);
	return told.length === 0
		? undefined
		: `No name tells these, so they are guesses: ${told.join(', ')}.`;
}

function sumOf(values: unknown[]): number {
	return values.reduce<number>((sum, value) => sum + new Date(value as string).getTime(), 0);
}
