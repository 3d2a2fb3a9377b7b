import type { Connection } from '../connection';
import { requestList } from './reading';
import type { VenueRecord } from '../shapes/records';

/** The messages that the venue could not deliver, those that it still tries and those that it gave up. */
export async function listFailedMessages(connection: Connection): Promise<VenueRecord[]> {
	return await requestList(
		connection,
		{
			method: 'GET',
			path: '/webhooks/messages/failed',
			scope: 'Webhook_GetFailedMessages',
			entity: 'list of failed messages',
		},
		'failed messages',
	);
}
