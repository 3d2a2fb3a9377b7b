import { withChanges } from '../../../venueApi/resources/webhookConfiguration';
import { createWebhook } from '../../../venueApi/resources/webhooks';
import { optionsWith, readOptions } from '../../parameters/options';
import type { Operation } from '../operation';
import { additionalConfiguration, apiKey, bookingInclude, enabled, events, url } from './fields';
import { readChanges, requireBookings } from './changes';
import { webhookItem, webhookSample } from './webhookItem';

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
		{ ...enabled, required: true },
		optionsWith(additionalConfiguration, apiKey, bookingInclude),
	],
	sample: webhookSample,
	itemOrder: 'onceInTurn',

	async execute({ context, connection, itemIndex }) {
		const changes = readChanges(context, {
			...readOptions(context, itemIndex),
			url: context.getNodeParameter('url', itemIndex),
			events: context.getNodeParameter('events', itemIndex),
			enabled: context.getNodeParameter('enabled', itemIndex, true),
		});
		const configuration = withChanges({}, changes);
		requireBookings(context, changes, configuration);

		const { id, record } = await createWebhook(connection, configuration);
		const told = record ?? (id === undefined ? {} : { webhookId: id });
		const untold = Object.entries(configuration).filter(([name]) => !Object.hasOwn(told, name));
		// In this order, V8 copies a record with thousands of fields at once.
		const whole = { ...told, ...Object.fromEntries(untold) };
		return [webhookItem({ id, record: whole }, connection.secrets)];
	},
};
