import type { Leaf } from './leaves';
import { USUAL_FIELDS, wordsOf } from './simplified';
import { lettersOf, textOf } from '../../venueApi/records';

/**
 * How surely a field is meant, by its name and its values. Below 1: the name is known, from the
 * examples or from services of this kind. 1: its words say so. 2: nothing speaks against it.
 */
export type Sureness = number;

/** A field in all records that have it. */
export interface FieldValues {
	path: string[];
	/** In a list of the record, such as its items. */
	isInList: boolean;
	values: unknown[];
}

export interface Candidate {
	sureness: Sureness;
	/** What it holds speaks for it, such as dates that are still to come for a visit. */
	isLikely: boolean;
}

export const setOf = (...words: string[]) => new Set(words.flatMap((some) => some.split(' ')));

/** The one field that is surer than all others, or those between which nothing decides. */
export function surest(candidates: Map<string, Candidate>): string[] {
	const all = [...candidates.values()];
	const least = all.reduce((known, { sureness }) => Math.min(known, sureness), Infinity);
	const best = [...candidates].filter(([, { sureness }]) => sureness === least);
	const likely = best.filter(([, { isLikely }]) => isLikely);
	return (likely.length === 1 ? likely : best).map(([name]) => name);
}

const KNOWN_VISITS = setOf('visitdate visittime visitstart starttime bookingdate');
const VISITS = setOf(
	'appointment arrival arrive arrives arriving attendance begin begins event experience session slot',
	'start starts visit visits',
);
/** Dates of something else. */
const OTHER_DATES = setOf(
	'accessed birth birthday booked cancelled canceled changed checkout created creation deadline deleted',
	'deposit dob due end ended ends entered expiration expires expiry finish imported',
	'invoice issued last leave logged made modified ordered paid payment placed printed',
	'purchased received redeemed refund refunded registered reminder reserved sale sent signed since',
	'sold synced ticketed until updated valid version',
);
/** What stands in these records is not about the visit. */
export const OTHER_RECORDS = setOf(
	'audit customer guest history invoice invoices log logs notes payment payments redemption',
	'redemptions refund refunds transaction transactions waiver waivers',
);
const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Undefined for the date of something else, such as a payment. */
export function surenessOfVisit(path: string[]): Sureness | undefined {
	const name = path[path.length - 1] ?? '';
	if (path.slice(0, -1).some((outer) => hasWord(outer, OTHER_RECORDS))) return undefined;
	if (KNOWN_VISITS.has(lettersOf(name))) return 0;
	if (hasWord(name, OTHER_DATES)) return undefined;
	return hasWord(name, VISITS) ? 1 : 2;
}

const LISTS_OF_VISITS = setOf('items sessions slots visits');

/** Whether a booking without a value here has no visit. */
export function holdsVisits({ path }: Pick<Leaf, 'path'>): boolean {
	const sureness = surenessOfVisit(path);
	if (sureness === 0) return true;
	return sureness !== undefined && hasWord(path[path.length - 1], LISTS_OF_VISITS);
}

/** A number may be anything, unless the name of its field says that it is a time. */
export function mayBeDate(value: unknown, sureness: Sureness | undefined): boolean {
	if (typeof value === 'string') return DAY.test(value);
	return typeof value === 'number' && sureness !== undefined && sureness < 2;
}

/** What people ask about a booking, in the words of the answer to an agent. */
export const ESSENTIALS = {
	id: 'the ID',
	guest: 'the guest',
	visit: 'the visit',
	status: 'the status',
	party: 'the number of guests',
};

export type Essential = keyof typeof ESSENTIALS;

/** In this order, by their letters alone. */
const KNOWN: Record<Exclude<Essential, 'visit'>, string[]> = {
	id: 'uniqueid bookinguniqueid bookingid id bookingreference reference'.split(' '),
	guest: 'customername guestname contactname name'.split(' '),
	status: 'status bookingstatus state'.split(' '),
	party: 'guests partysize guestcount guestscount numberofguests itemsquantity quantity'.split(' '),
};

const IDS = setOf(
	'booking code guid id key locator no number order ref reference reservation uuid',
);
const PEOPLE = setOf(
	'attendee booker client contact customer guest holder lead member organiser organizer participant',
	'person visitor',
);
const NAME_WORDS = setOf('family first forename full given last middle name surname title');
const STATES = setOf('booking order payment reservation stage state status');
const PARTIES = setOf(
	'adults attendees children covers guests heads participants party pax people persons players',
	'quantity qty seats tickets visitors',
);
/** With one of these words, a name, an ID or a number is about something else. */
const OTHERS = setOf(
	'address age agent amount api area balance birth card category channel checksum city code company',
	'cost country coupon currency discount due duration email experience external fee fees group hash',
	'hour hours internal item language lane ledger locale location mail method minute minutes notes',
	'package page partition paid parent payment payments phone post price product products promo rate',
	'room row sales session site source street table tax token total type url user utm venue version',
	'voucher year zip zone',
);
const STATUSES = setOf(
	'active approved arrived attended booked canceled cancelled checkedin closed complete completed',
	'confirmed deleted draft expired hold new nopaymentrequired noshow open paid paidfull paidpart',
	'partiallypaid pending pendingpayment redeemed refunded rejected tentative unconfirmed unpaid',
);
const ALL_WORDS = new Set(
	[
		...[VISITS, OTHER_DATES, OTHER_RECORDS, IDS, PEOPLE, NAME_WORDS, STATES, PARTIES, OTHERS],
		...[STATUSES, USUAL_FIELDS],
	].flatMap((words) => [...words]),
);
const PERSONAL_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]*( [\p{L}\p{M}'’.-]+){1,4}$/u;
/** Without spaces, and not an address or a time. */
const KEY = /^(?=\D{0,40}\d)[^\s@:]{3,40}$/;
const SHORT = /^\p{L}[\p{L}\p{N} _-]{1,24}$/u;
const LARGEST_PARTY = 1_000;
/** More bookings than these do not all have another number of guests. */
const MOST_PARTIES = 8;
const MOST_STATUSES = 8;
const LONGEST_STATUS = 50;

/** Undefined for a field that cannot be it. */
export function candidateFor(essential: Essential, seen: FieldValues): Candidate | undefined {
	const sureness = SURENESS[essential](seen);
	return sureness === undefined ? undefined : { sureness, isLikely: LIKELY[essential](seen) };
}

const SURENESS: Record<Essential, (seen: FieldValues) => Sureness | undefined> = {
	id({ path, isInList, values }) {
		if (isInList || path.length > 2 || !values.every(mayBeId)) return undefined;
		if (path.slice(0, -1).some((outer) => !everyWord(outer, IDS))) return undefined;
		const name = path[path.length - 1];
		const isKnown = known('id', [name]);
		if (isKnown !== undefined) return isKnown;
		if (everyWord(name, IDS)) return 1;
		return hasWord(name, OTHERS) || hasWord(name, PEOPLE) || !isKey(values) ? undefined : 2;
	},
	guest({ path, isInList, values }) {
		if (isInList || !values.some(isName)) return undefined;
		const isKnown = known('guest', wholeName(path));
		if (isKnown !== undefined) return isKnown;
		const isOfPerson = path.some((part) => hasWord(part, PEOPLE));
		const name = path[path.length - 1];
		if (isOfPerson) return everyWord(name, NAME_WORDS, PEOPLE) ? 1 : undefined;
		if (path.some((part) => hasWord(part, OTHERS)) || !mostly(values, isPerson)) return undefined;
		return 2;
	},
	visit({ path, values }) {
		const sureness = surenessOfVisit(path);
		return values.some((value) => mayBeDate(value, sureness)) ? sureness : undefined;
	},
	status({ path, isInList, values }) {
		if (isInList || path.length > 2 || !values.every((value) => typeof value === 'string')) {
			return undefined;
		}
		if (path.length > 1 && !everyWord(path[0], IDS)) return undefined;
		const name = path[path.length - 1];
		const isKnown = known('status', [name]);
		if (isKnown !== undefined) return isKnown;
		if (everyWord(name, STATES) && !everyWord(name, IDS)) return 1;
		if (mostly(values, isStatus)) return 2;
		const isRepeated = new Set(values).size <= Math.min(MOST_STATUSES, values.length / 2);
		const mayBe = isRepeated && values.every(isShort) && !hasWord(name, OTHERS);
		return mayBe && !hasWord(name, PEOPLE) ? 3 : undefined;
	},
	party({ path, values }) {
		if (!values.every(isCount)) return undefined;
		const isKnown = known('party', path);
		if (isKnown !== undefined) return isKnown;
		const name = path[path.length - 1];
		if (path.some((part) => hasWord(part, OTHERS) || hasWord(part, OTHER_RECORDS))) {
			// The number in a record of items or products is still how many there are of it.
			return hasWord(name, PARTIES) && !hasWord(name, OTHERS) ? 1 : undefined;
		}
		if (hasWord(name, PARTIES)) return 1;
		return hasWord(name, IDS) || hasWord(name, COUNTS) ? undefined : 2;
	},
};

const COUNTS = setOf('count index position');

const LIKELY: Record<Essential, (seen: FieldValues) => boolean> = {
	id: ({ values }) => isDistinct(values),
	guest: ({ values }) => new Set(values).size * 2 > values.length,
	visit: ({ values }) =>
		values.some((value) => new Date(value as string | number).getTime() > Date.now()),
	status: ({ values }) => new Set(values).size > 1,
	party: ({ values }) => !values.some((value) => Number(value) === 0) && isMixed(values),
};

/** The path of the whole name, for first and last name: customer.name for customer.lastName. */
export function wholeName(path: string[]): string[] {
	const name = path[path.length - 1] ?? '';
	const words = wordsOf(name.replace(/^(first|last|full|sur|fore)name$/i, 'name'));
	const rest = words.filter((word) => !NAME_WORDS.has(word));
	return [...path.slice(0, -1), [...rest, 'name'].join('')];
}

function known(essential: keyof typeof KNOWN, path: string[]): Sureness | undefined {
	const index = KNOWN[essential].indexOf(lettersOf(path.join('')));
	return index < 0 ? undefined : index / 100;
}

export function hasWord(name: string, words: Set<string>): boolean {
	return wordsOf(name).some((word) => words.has(word));
}

/** No word of the name is one that is known here. */
export function saysNothing(name: string): boolean {
	return !wordsOf(name).some(isKnownWord);
}

export const isKnownWord = (word: string) => ALL_WORDS.has(word);

export const isDate = (value: unknown) => typeof value === 'string' && DAY.test(value);

function everyWord(name: string, ...sets: Array<Set<string>>): boolean {
	return wordsOf(name).every((word) => word === '' || sets.some((words) => words.has(word)));
}

function mostly(values: unknown[], is: (value: unknown) => boolean): boolean {
	return values.filter(is).length * 2 > values.length;
}

/** A number that differs in each of many bookings is an ID, and the same one everywhere a product. */
const isMixed = (values: unknown[]) =>
	values.length === 1 ||
	(new Set(values).size > 1 && !(values.length > MOST_PARTIES && isDistinct(values)));
const isDistinct = (values: unknown[]) => new Set(values).size === values.length;
const mayBeId = (value: unknown) => Number.isInteger(value) || typeof value === 'string';
const isKey = (values: unknown[]) =>
	isDistinct(values) &&
	values.every((value) => KEY.test(textOf(value)) && !DAY.test(textOf(value)));
const isName = (value: unknown) => typeof value === 'string' && /\p{L}/u.test(value);
const isPerson = (value: unknown) => typeof value === 'string' && PERSONAL_NAME.test(value);
const isStatus = (value: unknown) =>
	textOf(value).length <= LONGEST_STATUS && STATUSES.has(lettersOf(value));
const isShort = (value: unknown) => typeof value === 'string' && SHORT.test(value);

function isCount(value: unknown): boolean {
	const number = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value;
	return Number.isInteger(number) && Number(number) >= 0 && Number(number) <= LARGEST_PARTY;
}
