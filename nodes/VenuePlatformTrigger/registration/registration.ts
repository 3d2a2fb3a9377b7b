import type { Connection } from '../../venueApi/connection';
import { explainUnknownForm } from '../../venueApi/errors/explanations';
import { refusal } from '../../venueApi/errors/refusal';
import type { VenueRecord } from '../../venueApi/shapes/records';
import {
	configurationOf,
	createWebhook,
	idOf,
	listWebhooks,
	updateWebhook,
} from '../../venueApi/webhooks';
import { isAsWanted } from './comparison';
import type { Wanted } from './wanted';
import { isSameUrl } from './webhookUrl';

/** A configuration that the venue has for our address. Nothing else is ever touched. */
interface Own {
	id: string;
	record: VenueRecord;
	isOff: boolean;
}

export async function isRegistered(connection: Connection, wanted: Wanted): Promise<boolean> {
	const [kept, ...others] = await ownWebhooks(connection, wanted);
	return (
		kept !== undefined && isAsWanted(wanted, kept.record) && others.every(({ isOff }) => isOff)
	);
}

/** Leaves exactly one configuration that is switched on for our address, as wanted. */
export async function register(connection: Connection, wanted: Wanted): Promise<void> {
	const onRecord = await ownWebhooks(connection, wanted);
	const [kept, ...others] = onRecord.length > 0 ? onRecord : await create(connection, wanted);
	if (kept === undefined) return;
	if (!isAsWanted(wanted, kept.record)) await updateWebhook(connection, kept.id, wanted);
	await switchOff(connection, others);
}

/** The venue deletes nothing, so that the configurations stay on record and rest. */
export async function unregister(connection: Connection, url: string): Promise<void> {
	await switchOff(connection, await ownWebhooks(connection, { url }));
}

/** Nothing, or what is found where only the answer was lost: another attempt would make a second one. */
async function create(connection: Connection, wanted: Wanted): Promise<Own[]> {
	const [attempt] = await Promise.allSettled([createWebhook(connection, wanted)]);
	if (attempt.status === 'fulfilled') return [];
	const [search] = await Promise.allSettled([ownWebhooks(connection, wanted)]);
	if (search.status === 'fulfilled' && search.value.length > 0) return search.value;
	throw attempt.reason;
}

async function switchOff(connection: Connection, webhooks: Own[]): Promise<void> {
	for (const { id, record, isOff } of webhooks) {
		if (isOff) continue;
		await updateWebhook(connection, id, { ...configurationOf(record), enabled: false });
	}
}

/** The one to be kept comes first. */
async function ownWebhooks(connection: Connection, wanted: Wanted): Promise<Own[]> {
	const records = await listWebhooks(connection);
	const own = records.filter(({ url }) => isSameUrl(wanted.url, url));
	const hasHidden = records.some(({ url }) => typeof url !== 'string');
	const webhooks = own.map((record) => ({
		id: idOf(record),
		record,
		isOff: record.enabled === false,
	}));
	if (!webhooks.every((webhook): webhook is Own => webhook.id !== undefined)) {
		throw refusal(connection.node, explainUnknownForm('a list of webhooks with their IDs'));
	}
	if (own.length === 0 && hasHidden) {
		throw refusal(connection.node, explainUnknownForm('a list of webhooks with their addresses'));
	}
	const rank = ({ record, isOff }: Own) => (isAsWanted(wanted, record) ? 0 : isOff ? 2 : 1);
	return webhooks.sort((a, b) => rank(a) - rank(b));
}
