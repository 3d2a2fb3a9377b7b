import type { IDataObject } from 'n8n-workflow';

import { ANY_EVENT, subscriptionsOf } from '../../../venueApi/resources/events';
import { configurationOf, idOf } from '../../../venueApi/resources/webhooks';
import { secretsHider } from '../../../venueApi/resources/webhookSecrets';
import type { VenueRecord } from '../../../venueApi/records';

/** A webhook without its secrets. Its ID is text and always called `webhookId`. */
export function shown(record: VenueRecord, secrets: string[]): IDataObject {
	return allShown([record], secrets)[0];
}

export function allShown(records: VenueRecord[], secrets: string[]): IDataObject[] {
	const hideSecrets = secretsHider(secrets);
	return records.map((record) => {
		const id = idOf(record);
		const visible = hideSecrets(record);
		return id === undefined ? visible : { webhookId: id, ...configurationOf(visible) };
	});
}

const allSubscriptions = subscriptionsOf([ANY_EVENT]);

export const webhookSample: IDataObject = {
	webhookId: '1001',
	url: 'https://n8n.example/webhook',
	enabled: true,
	authentication: { apiKey: '•••' },
	webhooks: {
		...allSubscriptions,
		booking: {
			...allSubscriptions.booking,
			include: { tickets: true, payments: true, externalId: true },
		},
	},
};
