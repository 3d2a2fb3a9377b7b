import type { IDataObject } from 'n8n-workflow';

import { ANY_EVENT, subscriptionsOf } from '../../../venueApi/resources/events';
import { configurationOf, type Webhook } from '../../../venueApi/resources/webhooks';
import { secretsHider } from '../../../venueApi/resources/webhookSecrets';

type FoundWebhook = Pick<Webhook, 'id' | 'record'>;

/** A webhook without its secrets. Its ID is text and always called `webhookId`. */
export function webhookItem(webhook: FoundWebhook, secrets: string[]): IDataObject {
	return webhookItems([webhook], secrets)[0];
}

export function webhookItems(webhooks: FoundWebhook[], secrets: string[]): IDataObject[] {
	const hideSecrets = secretsHider(secrets);
	return webhooks.map(({ id, record }) => {
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
