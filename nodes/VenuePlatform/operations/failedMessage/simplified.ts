import type { IDataObject } from 'n8n-workflow';

import type { FailedMessage } from '../../../venueApi/shapes/failedMessage';

export function simplified(message: FailedMessage): IDataObject {
	return {
		messageId: message.id,
		webhookId: message.webhookId,
		topic: message.topic,
		event: message.event,
		attempts: message.attempts,
		lastHttpStatus: message.lastHttpStatus,
		lastDetail: message.lastDetail,
		firstFailedAt: message.firstFailedAt,
		nextRetryAt: message.nextRetryAt,
		givenUp: message.isGivenUp,
	};
}
