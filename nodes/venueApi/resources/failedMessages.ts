import type { VenueRecord } from '../shapes/records';
import type { VenueCall } from '../transport/call';
import type { Connection } from '../connection';
import { requestList, requestPages, type VenueList } from './reading';

const LIST: VenueCall = {
	method: 'GET',
	path: '/webhooks/messages/failed',
	scope: 'Webhook_GetFailedMessages',
};

const NAME = 'failed messages';

/** The messages that the venue could not deliver, those that it still tries and those that it gave up. */
export async function listFailedMessages(connection: Connection): Promise<VenueRecord[]> {
	return await requestList(connection, LIST, NAME);
}

/** The same where it matters whether these are all. */
export async function readFailedMessages(connection: Connection): Promise<VenueList> {
	return await requestPages(connection, LIST, NAME);
}
