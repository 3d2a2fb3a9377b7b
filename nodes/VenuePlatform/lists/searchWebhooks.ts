import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { connect } from '../../venueApi/connection';
import { booleanIn, type VenueRecord } from '../../venueApi/records';
import { secretsHider } from '../../venueApi/resources/webhookSecrets';
import { idOf, listWebhooks } from '../../venueApi/resources/webhooks';
import { pageOf } from './page';

export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const connection = await connect(this, 'list');
	const webhooks = await listWebhooks(connection);
	const hideSecrets = secretsHider(connection.secrets);
	const shown = webhooks.map((webhook) => hideSecrets(webhook));
	return pageOf(shown.flatMap(toEntry), filter, paginationToken);
}

function toEntry(webhook: VenueRecord) {
	const value = idOf(webhook);
	if (value === undefined) return [];
	const url = typeof webhook.url === 'string' ? webhook.url : `Webhook ${value}`;
	return [{ name: `${url} (${stateLabel(webhook)})`, value }];
}

function stateLabel({ enabled }: VenueRecord): string {
	const isOn = booleanIn(enabled);
	if (isOn === undefined) return 'state unknown';
	return isOn ? 'enabled' : 'disabled';
}
