import type { IDataObject } from 'n8n-workflow';

import { configurationOf, idOf } from '../../../venueApi/resources/webhooks';
import { withoutSecrets } from '../../../venueApi/resources/webhookSecrets';
import type { VenueRecord } from '../../../venueApi/records';

/** A webhook without its secrets, and with its ID as text under one name, whatever the venue calls it. */
export function shown(record: VenueRecord, secrets: string[]): IDataObject {
	const id = idOf(record);
	const visible = withoutSecrets(record, secrets);
	return id === undefined ? visible : { webhookId: id, ...configurationOf(visible) };
}
