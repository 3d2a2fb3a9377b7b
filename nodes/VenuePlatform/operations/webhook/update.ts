import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { explainNotFound } from '../../../venueApi/errors/explanations';
import { refusal } from '../../../venueApi/errors/refusal';
import { withoutSecrets } from '../../../venueApi/shapes/secrets';
import { withWishes } from '../../../venueApi/webhookConfiguration';
import { configurationOf, idOf, listWebhooks, updateWebhook } from '../../../venueApi/webhooks';
import { requiredId } from '../../parameters/id';
import { webhookLocator } from '../../parameters/webhook';
import type { Operation } from '../operation';
import { requireWholeAuthentication } from './authentication';
import { additionalConfiguration, apiKey, bookingInclude, enabled, events, url } from './fields';
import { readWishes, requireBookings } from './wishes';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update webhook',
		description: 'Change some settings of a webhook and keep all others',
	},
	fields: [
		webhookLocator('The webhook to update'),
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [additionalConfiguration, apiKey, bookingInclude, enabled, events, url],
		},
	],

	async execute({ context, connection, itemIndex }) {
		const value = context.getNodeParameter('webhookId', itemIndex);
		const id = requiredId(context, 'Webhook', value);
		const fields = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
		if (Object.keys(fields).length === 0) {
			throw new NodeOperationError(context.getNode(), '“Update Fields” is empty', {
				description: 'Add at least one field that is to change.',
			});
		}
		const wishes = readWishes(context, fields);

		const webhooks = await listWebhooks(connection);
		const webhook = webhooks.find((record) => idOf(record) === id);
		if (!webhook) throw refusal(connection.node, explainNotFound({ entity: 'webhook' }));

		const configuration = withWishes(configurationOf(webhook), wishes);
		requireBookings(context, wishes, configuration);
		requireWholeAuthentication(context, wishes, configuration, webhooks);

		const { record } = await updateWebhook(connection, id, configuration);
		return [withoutSecrets({ ...webhook, ...configuration, ...record })];
	},
};
