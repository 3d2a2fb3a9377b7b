import { locator } from './id';

export const webhookLocator = (description: string) =>
	locator({
		displayName: 'Webhook',
		name: 'webhookId',
		description: `${description}. By ID takes the number of the webhook.`,
		searchListMethod: 'searchWebhooks',
		placeholder: 'e.g. 1001',
		slowLoadNotice: 'The venue takes long to answer. If you know the ID, use By ID.',
	});
