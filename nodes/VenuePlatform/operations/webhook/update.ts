import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { oneSpelling } from '../../../venueApi/address';
import { explainNotFound } from '../../../venueApi/messages/explanations';
import { explainUnseenRecord } from '../../../venueApi/messages/lists';
import { nodeApiError } from '../../../n8n/nodeErrors';
import { type WebhookChanges, withChanges } from '../../../venueApi/resources/webhookConfiguration';
import { changeInTurn, readWebhooks, updateWebhook } from '../../../venueApi/resources/webhooks';
import { requiredId, webhookLocator } from '../../parameters/id';
import { optionsWith } from '../../parameters/options';
import type { Operation } from '../operation';
import { additionalConfiguration, apiKey, bookingInclude, enabled, events, url } from './fields';
import { readChanges, requireBookings } from './changes';
import { webhookItem, webhookSample } from './webhookItem';
import { isMasked, secretsIn } from '../../../venueApi/resources/webhookSecrets';
import { isRecord, textOf, trimmed, type VenueRecord } from '../../../venueApi/records';

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
	sample: webhookSample,

	async execute({ context, connection, itemIndex }) {
		const value = context.getNodeParameter('webhookId', itemIndex);
		const id = requiredId(context, 'Webhook', value);
		const fields = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
		if (Object.keys(fields).length === 0) {
			throw new NodeOperationError(context.getNode(), '“Update Fields” is empty', {
				description: 'Add at least one field to change.',
			});
		}
		const changes = readChanges(context, fields);

		return await changeInTurn(connection, id, async () => {
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
			const whole = { ...webhook.record, ...configuration, ...record };
			return [webhookItem({ id, record: whole }, connection.secrets)];
		});
	},
};

/**
 * An update writes the whole configuration. If the venue lists webhooks without their secrets, the
 * update would erase the authentication, and the receiver would reject all events.
 */
function requireWholeAuthentication(
	context: IExecuteFunctions,
	changes: WebhookChanges,
	configuration: IDataObject,
	webhooks: VenueRecord[],
): void {
	const isMissing =
		!isGiven(changes) && (!webhooks.some(showsSecret) || lacksPassword(configuration));
	const isHidden = secretsIn(configuration).some(isMasked);
	if (!isMissing && !isHidden) return;
	throw new NodeOperationError(
		context.getNode(),
		'The venue does not show how it authenticates its deliveries to this webhook, so an update could take that away',
		{
			description:
				'Add API Key to Update Fields with the key of this webhook; to switch it off, any new key will do. For another kind of authentication, enter it in Additional Configuration as {"authentication": {…}}, and {"authentication": {}} if there is none.',
		},
	);
}

/**
 * A receiver that learns a shared Webhook API Key can forge deliveries to each trigger of the
 * credential. So no stored secret is sent to another address: one server may have several receivers.
 */
function requireNewSecrets(
	context: IExecuteFunctions,
	{ apiKey, additional = {} }: WebhookChanges,
	before: IDataObject,
	after: IDataObject,
): void {
	const known = new Set(addressesNamedIn(before));
	if (addressesNamedIn(after).every((address) => known.has(address))) return;
	const given = new Set(secretsIn({ ...additional, apiKey }));
	const sent = new Set(secretsIn(after));
	if (!secretsIn(before).some((secret) => !given.has(secret) && sent.has(secret))) return;
	throw new NodeOperationError(
		context.getNode(),
		'“URL” leads to another address, which must not learn the key of the old one',
		{
			description:
				'Add API Key to Update Fields with a new key for the new receiver. Replace any other secret of this webhook in Additional Configuration.',
		},
	);
}

/** A server may ignore the case of a name, and fields that are not documented may hold addresses. */
function addressesNamedIn(value: unknown, name = ''): string[] {
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value).flatMap(([inner, of]) => addressesNamedIn(of, inner));
	}
	const isAddress = name.toLowerCase() === 'url' || /^\s*https?:/i.test(textOf(value));
	return isAddress ? [oneSpelling(value) ?? textOf(value)] : [];
}

function isGiven({ apiKey, additional }: WebhookChanges): boolean {
	return apiKey !== undefined || additional?.authentication !== undefined;
}

/** A venue may show keys, and of a user and a password only the user. */
function lacksPassword({ authentication }: IDataObject): boolean {
	return namesUser(authentication) && secretsIn({ authentication }).length === 0;
}

function namesUser(authentication: unknown): boolean {
	if (!isRecord(authentication)) return false;
	return Object.entries(authentication).some(
		([name, value]) => namesUser(value) || (/^user_?(name)?$/i.test(name) && trimmed(value) !== ''),
	);
}

/** A venue that shows the secrets of one webhook shows those of all. */
function showsSecret({ authentication }: VenueRecord): boolean {
	const secrets = secretsIn({ authentication });
	return secrets.length > 0 && !secrets.some(isMasked);
}
