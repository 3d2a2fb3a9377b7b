import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { explainNotFound, explainUnseenRecord } from '../../../venueApi/messages/explanations';
import { nodeApiError } from '../../../n8n/nodeErrors';
import { withChanges } from '../../../venueApi/resources/webhookConfiguration';
import { readWebhooks, updateWebhook } from '../../../venueApi/resources/webhooks';
import { requiredId } from '../../parameters/id';
import { optionsWith } from '../../parameters/options';
import { webhookLocator } from '../../parameters/webhook';
import type { Operation } from '../operation';
import { requireNewSecrets, requireWholeAuthentication } from './authentication';
import { additionalConfiguration, apiKey, bookingInclude, enabled, events, url } from './fields';
import { readChanges, requireBookings } from './changes';
import { shown } from './shown';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update webhook',
		description: 'Change some settings of a webhook and keep all others',
	},
	fields: [
		{ ...webhookLocator('The webhook to update'), required: true },
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [additionalConfiguration, apiKey, bookingInclude, enabled, events, url],
		},
		optionsWith(),
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
		const changes = readChanges(context, fields);

		const { webhooks, isPart } = await readWebhooks(connection);
		const webhook = webhooks.find((known) => known.id === id);
		if (!webhook) {
			const reason = isPart ? explainUnseenRecord() : explainNotFound({ entity: 'webhook' });
			throw nodeApiError(connection.node, reason);
		}
		const configuration = withChanges(webhook.configuration, changes);
		requireBookings(context, changes, configuration);
		const records = webhooks.map(({ record }) => record);
		requireWholeAuthentication(context, changes, configuration, records);
		requireNewSecrets(context, changes, webhook.configuration, configuration);

		const { record } = await updateWebhook(connection, id, configuration);
		return [shown({ ...webhook.record, ...configuration, ...record }, connection.secrets)];
	},
};
