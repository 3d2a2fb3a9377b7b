import type { Connection } from '../../venueApi/connection';
import { explainUnknownForm } from '../../venueApi/messages/explanations';
import { nodeApiError } from '../../venueApi/messages/nodeErrors';
import { explainUnseenWebhook } from '../../venueApi/messages/partOfList';
import { readWebhooks, updateWebhook, type Webhook } from '../../venueApi/resources/webhooks';
import type { VenueRecord } from '../../venueApi/shapes/records';
import { isAsWanted } from './comparison';
import { abandonedBeside } from './listening';
import type { Wanted } from './wanted';
import { isSameUrl } from './webhookUrl';

/** A configuration that the venue has for an address of ours. Nothing else is ever touched. */
export interface Own {
	id: string;
	configuration: VenueRecord;
	isOff: boolean;
}

export interface OnRecord {
	/** The one to be kept comes first. */
	own: Own[];
	/** What n8n listened at for a test event when it was stopped. */
	abandoned: Own[];
}

export async function onRecord(connection: Connection, wanted: Wanted): Promise<OnRecord> {
	const { webhooks, isPart } = await readWebhooks(connection);
	const webhooksAt = (url: string) =>
		webhooks
			.filter(({ configuration }) => isSameUrl(url, configuration.url))
			.map((webhook) => asOwn(connection, webhook));

	const own = webhooksAt(wanted.url);
	if (own.length === 0) requireAddresses(connection, webhooks);
	if (own.length === 0 && isPart) throw nodeApiError(connection.node, explainUnseenWebhook());
	const rank = ({ configuration, isOff }: Own) =>
		isAsWanted(wanted, configuration) ? 0 : isOff ? 2 : 1;
	const testUrl = abandonedBeside(wanted.url);
	return {
		own: own.sort((a, b) => rank(a) - rank(b)),
		abandoned: testUrl === undefined ? [] : webhooksAt(testUrl),
	};
}

export async function switchOff(connection: Connection, webhooks: Own[]): Promise<void> {
	for (const { id, configuration, isOff } of webhooks) {
		if (isOff) continue;
		await updateWebhook(connection, id, { ...configuration, enabled: false });
	}
}

/**
 * Every configuration of ours has an address, so that one without is somebody else's, as long as the
 * venue shows others. Where it shows none at all, ours may be among them, and a second one would
 * have each event sent twice.
 */
function requireAddresses({ node }: Connection, webhooks: Webhook[]): void {
	const hasAddress = ({ configuration }: Webhook) => typeof configuration.url === 'string';
	if (webhooks.length === 0 || webhooks.some(hasAddress)) return;
	throw nodeApiError(node, explainUnknownForm('a list of webhooks with their addresses'));
}

function asOwn({ node }: Connection, { id, configuration, record }: Webhook): Own {
	if (id === undefined) {
		throw nodeApiError(node, explainUnknownForm('a list of webhooks with their IDs'));
	}
	return { id, configuration, isOff: record.enabled === false };
}
