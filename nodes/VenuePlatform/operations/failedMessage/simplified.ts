import type { IDataObject } from 'n8n-workflow';

import { readFailedMessage } from '../../../venueApi/resources/failedMessages';
import type { VenueRecord } from '../../../venueApi/records';

export function simplified(record: VenueRecord): IDataObject {
	const message = readFailedMessage(record);
	return {
		messageId: message.id,
		webhookId: message.webhookId,
		topic: message.topic,
		eventType: message.event,
		attempts: message.attempts,
		lastHttpStatus: message.lastHttpStatus,
		lastDetail: message.lastDetail,
		firstFailedAt: message.firstFailedAt,
		nextRetryAt: message.nextRetryAt,
		givenUp: message.isGivenUp,
	};
}
