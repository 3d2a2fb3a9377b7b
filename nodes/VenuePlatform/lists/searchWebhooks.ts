import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { connect } from '../../venueApi/connection';
import { booleanIn, type VenueRecord } from '../../venueApi/records';
import { secretsHider } from '../../venueApi/resources/webhookSecrets';
import { listWebhooks, type Webhook } from '../../venueApi/resources/webhooks';
import { entryOf, pageOf } from './page';

export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const connection = await connect(this, 'list');
	const webhooks = await listWebhooks(connection);
	const hideSecrets = secretsHider(connection.secrets);
	const shown = webhooks.map(({ id, record }) => hideSecrets({ id, record }));
	return pageOf(shown.flatMap(toEntry), filter, paginationToken);
}

function toEntry({ id, record }: Pick<Webhook, 'id' | 'record'>) {
	if (id === undefined) return [];
	const url = typeof record.url === 'string' ? record.url : `Webhook ${id}`;
	return entryOf(`${url} (${stateLabel(record)})`, id);
}

function stateLabel({ enabled }: VenueRecord): string {
	const isOn = booleanIn(enabled);
	if (isOn === undefined) return 'state unknown';
	return isOn ? 'enabled' : 'disabled';
}
