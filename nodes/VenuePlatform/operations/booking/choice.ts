import { type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow';

import { namesListed, readChoice, refuseObjectAsText } from '../../../parameters/reading';
import type { BookingChoice } from '../../../venueApi/resources/bookings';
import { isRecord, textOf, type VenueRecord } from '../../../venueApi/records';
import { changedAt, showsChange } from '../../lists/bookingLabel';
import { hint } from '../../../n8n/hint';
import { chosenFields } from '../../output/output';
import { has, readPaths, selection } from '../../output/selected';
import type { LeftOut } from './leftOut';

/** Letters that are not a base letter with a mark, and punctuation that people type differently. */
const PLAIN: Record<string, string> = {
	ł: 'l',
	ø: 'o',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ı: 'i',
	'’': "'",
	'‘': "'",
	ʼ: "'",
	'‐': '-',
	'‑': '-',
	'–': '-',
};
const ASCII = /^\p{ASCII}*$/u;
const NOT_ASCII = /\P{ASCII}/gu;
/** Pages and chats put invisible characters, such as a soft hyphen, into what is copied from them. */
const MARK_OR_INVISIBLE = /[\p{Mn}\p{Cf}]/gu;

/** As in “Lovelace, Ada”, or with the quotes in which a model may put a name. */
const AROUND_WORDS = /^["'“”„«»(]{1,3}(?=.)|(?<=.)[,;.:"'“”«»)]{1,3}$/g;

/** How many bookings beyond the limit are read before the older ones are dropped. */
const READ_BETWEEN = 1_000;

export const containsText: INodeProperties = {
	displayName: 'Contains Text',
	name: 'containsText',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lovelace',
	description:
		'Only bookings with this text in any field, such as the name of the guest, the email or the reference. Capital letters and accents make no difference. All bookings are read for it, or those after Modified From Date.',
};

const IN_FIELDS = 'Contains Text: In Field Names or IDs';

const inFields: INodeProperties = {
	displayName: IN_FIELDS,
	name: 'inFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. customer.name, customer.email',
	description:
		'Names of the fields in which Contains Text looks, separated by commas, such as the one that holds the day of the visit. Leave it empty to look in all fields.',
};

/** For a person, and for an agent. */
export const [inChosenFields, inNamedFields] = chosenFields(
	inFields,
	'Where Contains Text looks. If it is empty, in all fields.',
	'getListedFields',
);

export const sort: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	options: [
		{
			name: 'As the Venue Returns Them',
			value: 'venue',
			description: 'Limit returns the first ones of the venue’s list',
		},
		{
			name: 'Newest Change First',
			value: 'newestFirst',
			description: 'Limit returns those that changed last. All bookings are read for it.',
		},
	],
	default: 'venue',
	description: 'The order of the bookings, and so which of them Limit returns',
};

/**
 * Each word has to be in a field, as people type it: “ada lovelace” may be in two fields, and “Zoe”
 * matches “Zoë”. The words may be in a record and in one nested in it, such as day and guest, but
 * not in two siblings.
 */
export function containing(text: string): (booking: VenueRecord) => boolean {
	const words = folded(text)
		.split(/\s+/)
		.map((word) => word.replace(AROUND_WORDS, ''))
		.filter((word) => word !== '');
	return (booking) => holds(booking, words);
}

function holds(value: unknown, words: string[]): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const inner: unknown[] = Object.values(value);
	let left = words;
	for (const field of inner) {
		if (typeof field !== 'string' && typeof field !== 'number') continue;
		const text = folded(textOf(field));
		if (left.some((word) => text.includes(word))) {
			left = left.filter((word) => !text.includes(word));
			if (left.length === 0) return true;
		}
	}
	return inner.some((field) => holds(field, left));
}

function folded(text: string): string {
	const lower = text.toLowerCase();
	if (ASCII.test(lower)) return lower;
	const plain = lower.normalize('NFKD').replace(MARK_OR_INVISIBLE, '');
	return plain.replace(NOT_ASCII, (letter) => PLAIN[letter] ?? letter);
}

interface TextChoice {
	isWanted?: BookingChoice['isWanted'];
	/** For an empty result. Throws if a field to search occurs in no booking. */
	onNothingFound(leftOut: LeftOut): Promise<void>;
}

/** Reads the filter `Contains Text` and the fields to search. */
export function readContainsText(
	context: IExecuteFunctions,
	{ containsText: value, inFields: names }: { containsText?: unknown; inFields?: unknown },
): TextChoice {
	const isText = typeof value === 'string' || typeof value === 'number';
	if (value !== undefined && value !== null && !isText) {
		throw new NodeOperationError(context.getNode(), '“Contains Text” is not a text', {
			description: 'Enter a part of a name, an email address or a reference.',
		});
	}
	if (!isText || String(value).trim() === '') return { async onNothingFound() {} };
	refuseObjectAsText(context, 'Contains Text', value, false);
	const isFound = containing(String(value));
	const hintIfLeftOut = async (leftOut: LeftOut) => {
		const told = await leftOut();
		if (told !== undefined) hint(context, told);
	};
	const paths = readPaths(names);
	if (paths.length === 0) return { isWanted: isFound, onNothingFound: hintIfLeftOut };

	const select = selection(paths);
	const unseen = new Set(paths);
	let hasRead = false;
	return {
		isWanted(booking) {
			hasRead = true;
			const seen = paths.filter((path) => has(booking, path));
			for (const path of seen) unseen.delete(path);
			return seen.length > 0 && isFound(select(booking));
		},
		async onNothingFound(leftOut) {
			if (!hasRead || unseen.size === 0) return await hintIfLeftOut(leftOut);
			const missing = namesListed([...unseen].map((path) => path.join('.')));
			const advice = 'Leave it empty once: the bookings that come out show the names.';
			throw new NodeOperationError(
				context.getNode(),
				`No booking has these fields of “${IN_FIELDS}”: ${missing}`,
				{ description: (await leftOut()) ?? advice },
			);
		},
	};
}

interface Order {
	isNewestFirst: boolean;
	/** How many bookings have to be read for it. */
	reading: Pick<BookingChoice, 'atMost' | 'prune'>;
	/** The bookings that were read, in the wanted order. */
	arrange(bookings: VenueRecord[]): VenueRecord[];
}

export function readOrder(context: IExecuteFunctions, value: unknown, limit: number): Order {
	const order = readChoice(context, 'Sort', value ?? 'venue', ['venue', 'newestFirst']);
	if (order === 'newestFirst') return byLastChange(context, limit);
	return { isNewestFirst: false, reading: { atMost: limit }, arrange: (bookings) => bookings };
}

function byLastChange(context: IExecuteFunctions, limit: number): Order {
	const times = new WeakMap<VenueRecord, number>();
	let isAnyChanged = false;
	const timeOf = (booking: VenueRecord): number => {
		const known = times.get(booking);
		if (known !== undefined || !isRecord(booking)) return known ?? 0;
		isAnyChanged ||= showsChange(booking);
		const time = changedAt(booking);
		times.set(booking, time);
		return time;
	};
	const order = (bookings: VenueRecord[]) => bookings.sort((a, b) => timeOf(b) - timeOf(a));
	return {
		isNewestFirst: true,
		reading: {
			atMost: Infinity,
			prune(bookings) {
				if (bookings.length < limit + READ_BETWEEN) return [];
				return order(bookings).splice(limit);
			},
		},
		arrange(bookings) {
			const newest = bookings.reduce((known, booking) => Math.max(known, timeOf(booking)), 0);
			if (bookings.length > 0 && !isAnyChanged) {
				const instead =
					newest > 0
						? 'those made last come first'
						: 'they are in the order in which the venue returned them';
				hint(context, `No name of a field tells when a booking changed, so ${instead}.`);
			}
			return order(bookings);
		},
	};
}
