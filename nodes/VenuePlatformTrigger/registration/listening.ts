import type { Connection } from '../../venueApi/connection';
import { isSameVenue, type Place, placeKeyOf, testUrlOf } from './address';

/** A venue at which the workflow listens. */
export interface ListeningVenue {
	place: Place;
	/** Whether another credential leads to the same venue. */
	isReachedBy: (other: Connection) => Promise<boolean>;
	/** Makes the venue send, whatever it was told in the meantime. */
	ensure: () => Promise<void>;
}

/** Where this process listens, permanently or for a test event: at several venues while a workflow moves. */
const places = new Map<string, Place>();

/** By address: the venue to which the workflow has moved. */
const movedTo = new Map<string, ListeningVenue>();

export function listen(venue: ListeningVenue): void {
	const { place } = venue;
	places.set(placeKeyOf(place), place);
	movedTo.set(place.url, venue);
}

export function listenNoMore(place: Place): void {
	places.delete(placeKeyOf(place));
	const venue = listeningAt(place.url);
	if (venue && isSameVenue(venue.place, place)) movedTo.delete(place.url);
}

export function listeningAt(url: string): ListeningVenue | undefined {
	return movedTo.get(url);
}

/** Where this process listens at an address with one credential record. */
export function placesOf(credentialId: string, url: string): Place[] {
	return [...places.values()].filter(
		(place) => place.url === url && place.credentialId === credentialId,
	);
}

/**
 * The test address, if no listener is open there: n8n unregisters no test listener when it stops or
 * starts. Undefined for a test address.
 */
export function abandonedBeside(place: Place): string | undefined {
	const testUrl = testUrlOf(place.url);
	const isAbandoned = testUrl !== place.url && !places.has(placeKeyOf({ ...place, url: testUrl }));
	return isAbandoned ? testUrl : undefined;
}
