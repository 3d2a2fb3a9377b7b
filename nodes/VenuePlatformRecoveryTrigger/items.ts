import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isRecoverable } from '../venueApi/resources/recovery';
import type { FailedMessage } from '../venueApi/shapes/failedMessage';
import type { VenueRecord } from '../venueApi/shapes/records';
import type { News } from './messages/compare';
import type { RecoveryEvent, Settings } from './settings';
import type { WebhookChange } from './webhooks/compare';

/** What a poll has found. */
export interface Findings {
	messages?: Pick<News, 'givenUp' | 'reached' | 'growth'>;
	changes?: WebhookChange[];
	bookings?: VenueRecord[];
}

/** One item for each thing, in the order of the list of events. */
export function itemsOf(
	{ messages, changes = [], bookings = [] }: Findings,
	{ events, venue }: Settings,
	now: number,
): INodeExecutionData[] {
	const at = new Date(now).toISOString();
	const isChosen = (event: RecoveryEvent) => events.includes(event);
	const found: IDataObject[] = [];
	if (messages && isChosen('final')) {
		found.push(...messages.givenUp.map((message) => messageItem('final', message, at)));
	}
	if (messages && isChosen('attempt')) {
		const isSaid = ({ isGivenUp }: FailedMessage) => isGivenUp && isChosen('final');
		const reached = messages.reached.filter((message) => !isSaid(message));
		found.push(...reached.map((message) => messageItem('attempt', message, at)));
	}
	if (messages?.growth && isChosen('growth')) {
		found.push({ event: 'growth', at, ...messages.growth });
	}
	if (isChosen('switchedOff')) {
		found.push(...changes.map((change) => ({ event: 'switchedOff', at, ...change })));
	}
	found.push(...bookings.map((booking) => ({ event: 'booking', at, booking })));
	return found.map((json) => ({ json: venue === undefined ? json : { ...json, venue } }));
}

function messageItem(event: RecoveryEvent, message: FailedMessage, at: string): IDataObject {
	return {
		event,
		at: message.lastFailedAt ?? at,
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
		isRecoverable: isRecoverable(message),
	};
}
