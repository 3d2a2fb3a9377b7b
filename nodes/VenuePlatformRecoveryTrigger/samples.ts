import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { addressOfN8n } from '../n8n/ownAddress';
import { publicAddress } from '../venueApi/address';
import { connect } from '../venueApi/connection';
import { itemRedactor } from '../venueApi/messages/redact';
import { SEARCH_BY_QUERY } from '../venueApi/messages/explanations';
import { completeBookings, listBookings } from '../venueApi/resources/bookings';
import {
	type FailedMessage,
	listFailedMessages,
	asFailedMessage,
} from '../venueApi/resources/failedMessages';
import { listWebhooks } from '../venueApi/resources/webhooks';
import { urlHider } from '../venueApi/resources/webhookSecrets';
import { textOf, type VenueRecord } from '../venueApi/records';
import { itemsOf, UNKNOWN_PLACE } from './items';
import { placesIn } from './places';
import { listsFor, readRecoverySettings } from './settings';
import { IS_ON_AGAIN } from './switchedOff';

const SAMPLE_URL = 'https://n8n.example.com/webhook/sample';

/** Shown if the venue has nothing to show yet. */
const SAMPLE_MESSAGE: VenueRecord = {
	webhookId: 1001,
	uniqueId: '00000000-0000-4000-8000-000000000000',
	status: 'Failed',
	webhookType: 'Booking',
	webhookEventType: 'Updated',
	history: [
		{
			status: 'Failed',
			httpResponseStatus: 503,
			detail: 'This is a sample: the failed list of the venue has no such message',
			createdDate: '2026-01-01T12:00:00.000Z',
		},
	],
};

const SAMPLE_BOOKING: VenueRecord = {
	uniqueId: 'This is a sample: the venue has no bookings',
};

/** One item for each chosen event, from the venue's current data, while a user builds. */
export async function samplesOf(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readRecoverySettings(context);
	const { additionalQuery, wholeBookings } = settings;
	const lists = listsFor(settings);
	const connection = await connect(context, 'poll');
	const list = lists.messages ? await listFailedMessages(connection) : [];
	const messages = list.map(asFailedMessage);
	const sample = asFailedMessage(SAMPLE_MESSAGE);
	const tried = messages.find(({ isGivenUp }) => !isGivenUp);

	const webhooks = lists.webhooks ? await listWebhooks(connection) : [];
	const [webhook = { id: '1001', record: { url: SAMPLE_URL } }] = webhooks;
	const places = placesIn(webhooks, publicAddress(addressOfN8n(context)), messages);
	const rows = lists.bookings
		? await listBookings(connection, additionalQuery, {
				atMost: 1,
				words: { searchAdvice: SEARCH_BY_QUERY },
			})
		: [];
	const bookings = await completeBookings(connection, rows, wholeBookings);
	const findings = {
		messages: {
			givenUp: [messages.find(({ isGivenUp }) => isGivenUp) ?? sample],
			reached: [tried ?? { ...sample, isGivenUp: false, attempts: settings.minimumAttempt }],
			placeOf: (message: FailedMessage) => places.get(message.webhookId) ?? UNKNOWN_PLACE,
			growth: { before: Math.max(0, list.length - 1), now: Math.max(1, list.length) },
		},
		changes: [
			{
				...{
					webhookId: webhook.id ?? '',
					url: textOf(urlHider()(webhook.record)),
					change: 'disabled' as const,
				},
				...(settings.switchOnAgain ? { switchedOn: true, advice: IS_ON_AGAIN } : {}),
			},
		],
		bookings: lists.bookings ? [bookings[0] ?? SAMPLE_BOOKING] : [],
	};
	return itemsOf(findings, settings, Date.now()).map(itemRedactor(connection.secrets));
}
