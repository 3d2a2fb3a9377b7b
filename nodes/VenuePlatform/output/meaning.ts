import { wordsOf } from './simplified';

/**
 * How surely a field with this name holds the visit. 0: the name is known, from the examples or from
 * services of this kind. 1: its words say so. 2: nothing speaks against it.
 */
export type Sureness = 0 | 1 | 2;

const setOf = (...words: string[]) => new Set(words.flatMap((some) => some.split(' ')));

const KNOWN = setOf('visitdate visittime visitstart starttime bookingdate');
const SAID = setOf(
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
const OTHER_RECORDS = setOf(
	'audit customer guest history invoice invoices log logs notes payment payments redemption',
	'redemptions refund refunds transaction transactions waiver waivers',
);

/** Undefined for the date of something else, such as a payment. */
export function surenessOfVisit(path: string[]): Sureness | undefined {
	const name = path[path.length - 1] ?? '';
	if (path.slice(0, -1).some((outer) => wordsOf(outer).some((word) => OTHER_RECORDS.has(word)))) {
		return undefined;
	}
	if (KNOWN.has(name.toLowerCase().replace(/[^a-z]/g, ''))) return 0;
	const words = wordsOf(name);
	if (words.some((word) => OTHER_DATES.has(word))) return undefined;
	return words.some((word) => SAID.has(word)) ? 1 : 2;
}
