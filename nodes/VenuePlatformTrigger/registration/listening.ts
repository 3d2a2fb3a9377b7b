import type { IHookFunctions } from 'n8n-workflow';

import { testUrlOf } from '../../venueApi/resources/triggerKeys';
import { isSameVenue, type Place } from './address';
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
	if (listensAt(place)) listenings.delete(place.url);
}

export function listeningAt(url: string): Listening | undefined {
	return listenings.get(url);
}

/** Whether the workflow listens at this venue, and not at another one that it has moved to. */
export function listensAt(place: Place): boolean {
	const listening = listeningAt(place.url);
	return listening !== undefined && isSameVenue(listening.place, place);
}

/**
 * The test address, if no listener is open there: n8n unregisters no test listener when it stops or
 * starts. Undefined for a test address.
 */
export function abandonedBeside(place: Place): string | undefined {
	const testUrl = testUrlOf(place.url);
	if (testUrl === place.url) return undefined;
	return listensAt({ ...place, url: testUrl }) ? undefined : testUrl;
}
