import {
	type IExecuteFunctions,
	type INodeProperties,
	NodeOperationError,
	sleep,
} from 'n8n-workflow';

import { DATE_OF_SHEET, namesListed } from '../../../parameters/reading';
import { isNothing, timeOnDayIn } from '../../../parameters/values';
import { isRecord, type VenueRecord } from '../../../venueApi/records';
import { hint } from '../../../n8n/hint';
import { isForAgent } from '../../output/forAgent';
import { type Candidate, holdsVisits, surenessOfVisit, surest } from '../../output/meaning';
import { type FieldPath, readPaths } from '../../output/selected';
import { readZone, venueTimeZoneField } from '../../parameters/days';
import type { LeftOut } from './leftOut';
import {
	atOf,
	emptyIn,
	FIRST_MOMENT,
	visitRange,
	type Visit,
	type VisitDate,
	visitDateIn,
	type VisitRange,
	visitsIn,
	wholeDayIn,
} from './visitDates';

export const visitFields: INodeProperties[] = [
	{
		displayName: 'Visit Field',
		name: 'visitField',
		type: 'string',
		default: '',
		placeholder: 'e.g. items.bookingDate',
		description:
			'Name of the field that holds the day or time of the visit. If it is empty, the node finds it by itself.',
	},
	{
		displayName: 'Visit From',
		name: 'visitFrom',
		type: 'dateTime',
		default: '',
		description:
			'Only bookings with a visit on this day or later, such as 2026-11-25, or from this time on. All bookings of the list are read for it.',
	},
	{
		displayName: 'Visit To',
		name: 'visitTo',
		type: 'dateTime',
		default: '',
		description:
			'Only bookings with a visit on this day or earlier, such as 2026-11-25, or until this time. The whole day counts.',
	},
];

export const venueTimeZone: INodeProperties = {
	...venueTimeZoneField,
	description:
		'Where the days of Visit From and Visit To begin and end. Without it, in the time zone of the workflow.',
};

const MOST_VISITS_NAMED = 12;
/** With 200 dates each, they block n8n for 10 to 50 milliseconds. */
const BOOKINGS_IN_A_TURN = 50;
/** The same for the end of a range. */
const LAST_MOMENT =
	/^(\d{4}-\d{2}-\d{2})[T ](00:00(:00(\.0+)?)?|23:59(:59(\.9+)?)?)(Z|[+-][\d:]+)?$/i;

interface Chosen {
	bookings: VenueRecord[];
	field?: string;
}

interface VisitChoice {
	/** Keeps bookings that may be wanted. `choose` decides, when all of them are known. */
	isWanted(booking: VenueRecord): boolean;
	/** Which field holds the visit shows only when all bookings are known. */
	needsAll: boolean;
	/** Throws if nothing shows which field holds the visit. */
	choose(bookings: VenueRecord[], leftOut: LeftOut): Promise<Chosen>;
	/** Without all bookings, there is no answer. */
	refusePart(why: string): void;
	/** An agent reads only the first entries of a list, so those in the range come first. */
	wantedFirst(booking: VenueRecord, field: string | undefined): VenueRecord;
}

/** What depends on which field holds the visit. */
type FieldChoice = Omit<VisitChoice, 'refusePart' | 'wantedFirst'>;

/** Reads Visit From, Visit To and Visit Field. Undefined without the first two. */
export function readVisit(
	context: IExecuteFunctions,
	{
		visitFrom,
		visitTo,
		visitField,
	}: { [name in 'visitFrom' | 'visitTo' | 'visitField']?: unknown },
	venueZone: unknown,
): VisitChoice | undefined {
	const zone = readZone(context, venueZone) ?? context.getTimezone();
	const from = readEnd(context, 'Visit From', visitFrom, FIRST_MOMENT, zone);
	const to = readEnd(context, 'Visit To', visitTo, LAST_MOMENT, zone);
	if (!from && !to) return undefined;
	const range = visitRange(from, to, zone);
	if (range.to.at < range.from.at) {
		throw new NodeOperationError(context.getNode(), '“Visit To” is before “Visit From”', {
			description: 'Exchange them, or correct the expressions.',
		});
	}
	const [path] = readPaths(visitField);
	return {
		...(path ? inField(context, path, range, zone) : inAnyField(context, range, zone)),
		refusePart(why) {
			throw new NodeOperationError(
				context.getNode(),
				'The venue’s list may leave out visits, so there is no answer',
				{
					description: `${why} If the venue has a parameter for the day of the visit, enter it in Additional Query Parameters, and ask for one day at a time.`,
				},
			);
		},
		wantedFirst: (booking, field) =>
			field !== undefined && isForAgent(context)
				? wantedFirst(booking, field.split('.'), range, zone)
				: booking,
	};
}

function wantedFirst(
	record: VenueRecord,
	[name, ...rest]: FieldPath,
	range: VisitRange,
	zone: string,
): VenueRecord {
	const { [name]: inner } = record;
	if (isRecord(inner)) return { ...record, [name]: wantedFirst(inner, rest, range, zone) };
	if (!Array.isArray(inner)) return record;
	const field = [name, ...rest].join('.');
	const isWanted = (entry: unknown) => {
		const visits = visitsIn({ [name]: entry } as VenueRecord, range, zone);
		return visits.some((visit) => visit.name === field && visit.isInRange);
	};
	const entries = inner.map((entry: unknown) => ({ entry, place: isWanted(entry) ? 0 : 1 }));
	entries.sort((one, other) => one.place - other.place);
	return { ...record, [name]: entries.map(({ entry }) => entry) } as VenueRecord;
}

function readEnd(
	context: IExecuteFunctions,
	label: string,
	value: unknown,
	wholeDay: RegExp,
	zone: string,
): VisitDate | undefined {
	if (isNothing(value)) return undefined;
	const isPlain = typeof value === 'string' && visitDateIn(value, zone) !== undefined;
	const text = isPlain ? value.trim() : timeOnDayIn(value, zone)?.toISO();
	const [, day] = wholeDay.exec(text ?? '') ?? [];
	const date = visitDateIn(day ?? text, zone);
	if (date) return wholeDayIn(date, zone);
	throw new NodeOperationError(
		context.getNode(),
		`“${label}” is not a day or time such as 2026-11-25 or 2026-11-25T14:00`,
		{
			description: `Choose one in the field, or use an expression such as {{ $today }}. ${DATE_OF_SHEET}`,
		},
	);
}

/** In the field that the user names. */
function inField(
	context: IExecuteFunctions,
	path: FieldPath,
	range: VisitRange,
	zone: string,
): FieldChoice {
	const name = path.filter((part) => !/^\d+$/.test(part)).join('.');
	const others = new Set<string>();
	let [read, found, empty, without] = [0, 0, 0, 0];
	return {
		needsAll: false,
		isWanted(booking) {
			read++;
			const visits = visitsIn(booking, range, zone);
			const ofField = visits.filter((visit) => visit.name === name);
			if (ofField.length > 0) found++;
			else if (emptyIn(booking, (field) => field.name === name)) empty++;
			else if (emptyIn(booking, (field) => name.startsWith(`${field.name}.`))) without++;
			else for (const visit of visits) others.add(visit.name);
			return ofField.some(({ isInRange }) => isInRange);
		},
		async choose(bookings, leftOut) {
			if (read === 0 || found > 0) return { bookings, field: name };
			const told = empty > 0 ? undefined : await leftOut();
			// With a list around it that has entries, its name may be wrong.
			if (told === undefined && (empty > 0 || without === read)) {
				hint(context, emptyEverywhere(name));
				return { bookings, field: name };
			}
			throw new NodeOperationError(
				context.getNode(),
				`No booking has a date in the field of “Visit Field”: ${namesListed([name])}`,
				{ description: told ?? namedFields(others) },
			);
		},
	};
}

function emptyEverywhere(name: string): string {
	return `No booking has a visit in “${name}”: the field is empty or missing in each of them. If the visit is in another field, enter that one in Visit Field.`;
}

/** In the field that holds the visit most surely. Which one it is shows once all bookings are read. */
function inAnyField(context: IExecuteFunctions, range: VisitRange, zone: string): FieldChoice {
	const candidates = new Map<string, Candidate>();
	const others = new Set<string>();
	const now = Date.now();
	let [read, without] = [0, 0];
	let emptyField: string | undefined;
	return {
		needsAll: true,
		isWanted(booking) {
			read++;
			let isWanted = false;
			for (const { name, path, date, isInRange } of visitsIn(booking, range, zone)) {
				if (others.has(name)) continue;
				const known = candidates.get(name) ?? candidateAt(path);
				if (!known) {
					others.add(name);
					continue;
				}
				candidates.set(name, known);
				known.isLikely ||= atOf(date, zone) > now;
				isWanted ||= isInRange;
			}
			if (candidates.size === 0) {
				const empty = emptyIn(booking, holdsVisits);
				if (empty !== undefined) without++;
				emptyField ??= empty;
			}
			return isWanted;
		},
		async choose(bookings, leftOut) {
			if (read === 0) return { bookings };
			const fields = surest(candidates);
			if (fields.length === 1) {
				const [field] = fields;
				// Its name does not say that it is the visit.
				if (candidates.get(field)?.sureness === 2) {
					const message = `The visit was taken from “${field}”. If that is another date, enter the field with the visit in Visit Field.`;
					hint(context, message);
				}
				const isVisit = ({ name, isInRange }: Visit) => name === field && isInRange;
				const chosen: VenueRecord[] = [];
				for (const [index, booking] of bookings.entries()) {
					if (visitsIn(booking, range, zone).some(isVisit)) chosen.push(booking);
					if ((index + 1) % BOOKINGS_IN_A_TURN === 0) await sleep(0);
				}
				return { bookings: chosen, field };
			}
			if (fields.length > 1) {
				throw new NodeOperationError(
					context.getNode(),
					`Several fields may hold the visit: ${fields.slice(0, MOST_VISITS_NAMED).join(', ')}`,
					{ description: 'Enter one of them in Visit Field.' },
				);
			}
			const told = await leftOut();
			if (told === undefined && emptyField !== undefined && without === read) {
				hint(context, emptyEverywhere(emptyField));
				return { bookings };
			}
			throw new NodeOperationError(
				context.getNode(),
				'No field of the bookings looks like the day of the visit',
				{ description: told ?? namedFields(others) },
			);
		},
	};
}

function candidateAt(path: FieldPath): Candidate | undefined {
	const sureness = surenessOfVisit(path);
	return sureness === undefined ? undefined : { sureness, isLikely: false };
}

function namedFields(names: Set<string>): string {
	const named = [...names].sort().slice(0, MOST_VISITS_NAMED).join(', ');
	return named === ''
		? 'No field of the list has a date such as 2026-11-25. Set Output to Raw once to see all fields.'
		: `Enter the field with the visit in Visit Field. These fields have dates: ${named}.`;
}
