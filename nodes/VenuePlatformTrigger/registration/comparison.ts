import type { IDataObject } from 'n8n-workflow';

import { isRecord, type VenueRecord } from '../../venueApi/shapes/records';

/**
 * Whether the venue has on record what is wanted. Doubt counts as a difference: writing it again is
 * harmless, and leaving it is not. So a secret that the venue does not show is written again.
 */
export function isAsWanted(wanted: IDataObject, found: VenueRecord): boolean {
	return (
		Object.entries(wanted).every(([name, value]) =>
			isSame(value, found[name], name === 'webhooks'),
		) && Object.keys(found).every((name) => name in wanted || isTheVenuesOwn(found[name]))
	);
}

/** Beside what is wanted, ids, dates and names are the venue's; anything else was configured. */
function isTheVenuesOwn(value: unknown): boolean {
	return isNothing(value) || typeof value === 'string' || typeof value === 'number';
}

function isSame(wanted: unknown, found: unknown, isWhole: boolean): boolean {
	if (isRecord(wanted) && isRecord(found)) {
		const names = isWhole ? [...Object.keys(wanted), ...Object.keys(found)] : Object.keys(wanted);
		return names.every((name) => isSame(wanted[name], found[name], isWhole));
	}
	if (Array.isArray(wanted) && Array.isArray(found)) {
		return JSON.stringify(sorted(wanted)) === JSON.stringify(sorted(found));
	}
	if (isNothing(wanted) && isNothing(found)) return true;
	return wanted === found;
}

/** What is switched off or empty may just as well not be mentioned. */
function isNothing(value: unknown): boolean {
	if (isRecord(value)) return Object.values(value).every(isNothing);
	if (Array.isArray(value)) return value.length === 0;
	return value === undefined || value === null || value === false || value === '';
}

/** The order of events and of what is filtered by has no meaning. */
function sorted(list: unknown[]): string[] {
	return list.map((entry) => JSON.stringify(entry)).sort();
}
