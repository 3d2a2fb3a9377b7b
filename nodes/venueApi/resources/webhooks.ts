import type { IDataObject } from 'n8n-workflow';

import { segment } from '../shapes/address';
import type { VenueCall } from '../transport/call';
import type { Connection } from '../connection';
import { requestList } from './reading';
import { request } from '../transport/request';
import { isRecord, type VenueRecord } from '../shapes/records';
import { secretsIn } from './webhookSecrets';

/** A webhook as far as the venue tells it after writing: the document does not show what it answers. */
export interface WrittenWebhook {
	id?: string;
	record?: VenueRecord;
}

export async function listWebhooks(connection: Connection): Promise<VenueRecord[]> {
	return await requestList(connection, {
		method: 'GET',
		path: '/webhooks',
		scope: 'Webhook_Get',
		entity: 'webhook',
	});
}

export async function createWebhook(
	connection: Connection,
	configuration: IDataObject,
): Promise<WrittenWebhook> {
	return await write(connection, configuration, {
		method: 'POST',
		path: '/webhooks',
		scope: 'Webhook_Create',
	});
}

/** Replaces the whole configuration: what is not in it may be lost at the venue. */
export async function updateWebhook(
	connection: Connection,
	id: string,
	configuration: IDataObject,
): Promise<WrittenWebhook> {
	const written = await write(connection, configuration, {
		method: 'PUT',
		path: `/webhooks/${segment(id)}`,
		scope: 'Webhook_Update',
		entity: 'webhook',
	});
	return { id, ...written };
}

export function idOf(record: VenueRecord): string | undefined {
	return asId(record.webhookId) ?? asId(record.id);
}

/** A record without the id that the venue added to it, ready to be written again. */
export function configurationOf(record: VenueRecord): IDataObject {
	const idField = asId(record.webhookId) === undefined ? 'id' : 'webhookId';
	return Object.fromEntries(Object.entries(record).filter(([name]) => name !== idField));
}

async function write(
	connection: Connection,
	configuration: IDataObject,
	call: VenueCall,
): Promise<WrittenWebhook> {
	// The venue may quote what it does not accept.
	const secrets = [...connection.secrets, ...secretsIn(configuration)];
	const { body } = await request({ ...connection, secrets }, { ...call, body: configuration });
	const record = isRecord(body) ? body : undefined;
	const id = record ? idOf(record) : asId(body);
	return { ...(id === undefined ? {} : { id }), ...(record ? { record } : {}) };
}

function asId(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isInteger(value)) return String(value);
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' ? undefined : text;
}
