import type { IDataObject } from 'n8n-workflow';

import { withoutSecrets } from '../../../venueApi/shapes/secrets';
import { withWishes } from '../../../venueApi/webhookConfiguration';
import { createWebhook } from '../../../venueApi/webhooks';
import type { Operation } from '../operation';
import { additionalConfiguration, apiKey, bookingInclude, enabled, events, url } from './fields';
import { readWishes, requireBookings } from './wishes';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description:
			'Have the venue send events to an address. Not needed for the Venue Platform Trigger, which does this by itself.',
	},
	fields: [
		{ ...url, required: true },
		{ ...events, required: true },
		enabled,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [additionalConfiguration, apiKey, bookingInclude],
		},
	],

	async execute({ context, connection, itemIndex }) {
		const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
		const wishes = readWishes(context, {
			...options,
			url: context.getNodeParameter('url', itemIndex),
			events: context.getNodeParameter('events', itemIndex),
			enabled: context.getNodeParameter('enabled', itemIndex, true),
		});
		const configuration = withWishes({}, wishes);
		requireBookings(context, wishes, configuration);

		const { id, record } = await createWebhook(connection, configuration);
		const told = record ?? (id === undefined ? {} : { webhookId: id });
		return [withoutSecrets({ ...configuration, ...told })];
	},
};
