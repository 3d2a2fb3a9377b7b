import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { type FailedMessage, inShort, isRecoverable } from '../venueApi/resources/failedMessages';
import type { VenueRecord } from '../venueApi/records';
import type { RecoveryEvent, RecoverySettings } from './settings';

export interface MessageNews {
	givenUp: FailedMessage[];
	reached: FailedMessage[];
	growth?: { before: number; now: number };
	placeOf?: (message: FailedMessage) => MessagePlace;
}

/** Where a message was sent, as far as the venue and n8n show it. */
export interface MessagePlace {
	/** The webhook leads to this n8n. */
	isOurs: boolean | null;
	url: string | null;
}

export const UNKNOWN_PLACE: MessagePlace = { isOurs: null, url: null };

export interface WebhookChange {
	webhookId: string;
	url: string;
	change: 'disabled' | 'removed' | 'changed';
	/** Only with Switch On Again, for a webhook that was disabled. */
	switchedOn?: boolean;
	advice?: string;
}

export interface Findings {
	messages?: MessageNews;
	changes?: WebhookChange[];
	bookings?: VenueRecord[];
}

/** One item for each finding, in the order of the list of events. */
export function itemsOf(
	{ messages, changes = [], bookings = [] }: Findings,
	{ events, venue }: RecoverySettings,
	now: number,
): INodeExecutionData[] {
	const at = new Date(now).toISOString();
	const isChosen = (event: RecoveryEvent) => events.includes(event);
	const isSaid = ({ isGivenUp }: FailedMessage) => isGivenUp && isChosen('final');
	const givenUp = messages && isChosen('final') ? messages.givenUp : [];
	const reached = messages && isChosen('attempt') ? messages.reached : [];
	const placeOf = messages?.placeOf ?? (() => UNKNOWN_PLACE);
	const said = (event: RecoveryEvent) => (message: FailedMessage) =>
		messageItem(event, message, placeOf(message), at);
	const growth = messages && isChosen('growth') ? messages.growth : undefined;
	// Not with `push(...)`: JavaScript does not take a hundred thousand arguments.
	const found: IDataObject[] = [
		givenUp.map(said('final')),
		reached.filter((message) => !isSaid(message)).map(said('attempt')),
		growth ? [{ event: 'growth', at, ...growth }] : [],
		isChosen('switchedOff')
			? changes.map((change) => ({ event: 'switchedOff', at, ...change }))
			: [],
		bookings.map((booking) => ({ event: 'booking', at, booking })),
	].flat();
	return found.map((json) => ({ json: venue === undefined ? json : { venue, ...json } }));
}

/** Whether a message that is new on the list, or has reached the attempt, becomes an item. */
export function isItem({ isGivenUp }: FailedMessage, { events }: RecoverySettings): boolean {
	return events.includes('attempt') || (isGivenUp && events.includes('final'));
}

function messageItem(
	event: RecoveryEvent,
	message: FailedMessage,
	place: MessagePlace,
	at: string,
): IDataObject {
	return {
		event,
		at: message.lastFailedAt ?? at,
		...inShort(message),
		...place,
		isRecoverable: isRecoverable(message),
	};
}
