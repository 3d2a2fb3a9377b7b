import type { IDataObject } from 'n8n-workflow';

import { configurationOf, idOf } from '../../../venueApi/resources/webhooks';
import { withoutSecrets } from '../../../venueApi/resources/webhookSecrets';
import type { VenueRecord } from '../../../venueApi/records';

/** A webhook without its secrets. Its ID is text and always called `webhookId`. */
export function shown(record: VenueRecord, secrets: string[]): IDataObject {
	const id = idOf(record);
	const visible = withoutSecrets(record, secrets);
	return id === undefined ? visible : { webhookId: id, ...configurationOf(visible) };
}
