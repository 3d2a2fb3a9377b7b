import type { Connection } from '../../venueApi/connection';
import { explainUnknownForm } from '../../venueApi/messages/explanations';
import { nodeApiError } from '../../venueApi/messages/nodeErrors';
import type { VenueRecord } from '../../venueApi/shapes/records';
import {
	configurationOf,
	idOf,
	listWebhooks,
	updateWebhook,
} from '../../venueApi/resources/webhooks';
import { isAsWanted } from './comparison';
import { abandonedBeside } from './listening';
import type { Wanted } from './wanted';
import { isSameUrl } from './webhookUrl';

/** A configuration that the venue has for an address of ours. Nothing else is ever touched. */
export interface Own {
	id: string;
	record: VenueRecord;
	isOff: boolean;
}

export interface OnRecord {
	/** The one to be kept comes first. */
	own: Own[];
	/** What n8n listened at for a test event when it was stopped. */
	abandoned: Own[];
}

export async function onRecord(connection: Connection, wanted: Wanted): Promise<OnRecord> {
	const records = await listWebhooks(connection);
	const webhooksAt = (url: string) =>
		records
			.filter((record) => isSameUrl(url, record.url))
			.map((record) => asOwn(connection, record));

	const own = webhooksAt(wanted.url);
	if (own.length === 0 && records.some(({ url }) => typeof url !== 'string')) {
		throw nodeApiError(
			connection.node,
			explainUnknownForm('a list of webhooks with their addresses'),
		);
	}
	const rank = ({ record, isOff }: Own) => (isAsWanted(wanted, record) ? 0 : isOff ? 2 : 1);
	const testUrl = abandonedBeside(wanted.url);
	return {
		own: own.sort((a, b) => rank(a) - rank(b)),
		abandoned: testUrl === undefined ? [] : webhooksAt(testUrl),
	};
}

export async function switchOff(connection: Connection, webhooks: Own[]): Promise<void> {
	for (const { id, record, isOff } of webhooks) {
		if (isOff) continue;
		await updateWebhook(connection, id, { ...configurationOf(record), enabled: false });
	}
}

function asOwn(connection: Connection, record: VenueRecord): Own {
	const id = idOf(record);
	if (id === undefined) {
		throw nodeApiError(connection.node, explainUnknownForm('a list of webhooks with their IDs'));
	}
	return { id, record, isOff: record.enabled === false };
}
