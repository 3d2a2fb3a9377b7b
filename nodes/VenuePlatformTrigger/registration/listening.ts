import type { IHookFunctions } from 'n8n-workflow';

import { isSameVenue, type Place, testUrlOf } from './address';
import type { Wanted } from './wanted';

/** Where the workflow listens at an address, and what that venue should have on record for it. */
export interface Listening {
	place: Place;
	wanted: Wanted;
	context: IHookFunctions;
}

/** By address: where this process listens, permanently or for a test event. */
const listenings = new Map<string, Listening>();

export function listen(listening: Listening): void {
	listenings.set(listening.place.url, listening);
}

/** Unless the workflow has moved to another venue since. */
export function listenNoMore(place: Place): void {
	const listening = listeningAt(place.url);
	if (listening && isSameVenue(listening.place, place)) listenings.delete(place.url);
}

export function listeningAt(url: string): Listening | undefined {
	return listenings.get(url);
}

/**
 * The test address, if no listener is open there: n8n unregisters no test listener when it stops or
 * starts. Undefined for a test address.
 */
export function abandonedBeside(place: Place): string | undefined {
	const testUrl = testUrlOf(place.url);
	if (testUrl === place.url) return undefined;
	const listening = listeningAt(testUrl);
	return listening && isSameVenue(listening.place, place) ? undefined : testUrl;
}
