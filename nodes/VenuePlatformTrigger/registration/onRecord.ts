import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../../venueApi/connection';
import { explainUnknownForm, explainUnseenWebhook } from '../../venueApi/messages/explanations';
import { nodeApiError } from '../../n8n/nodeErrors';
import { retiredKey } from '../../venueApi/resources/webhookSecrets';
import { readWebhooks, updateWebhook, type Webhook } from '../../venueApi/resources/webhooks';
import { isRecord, type VenueRecord } from '../../venueApi/records';
import type { DeliveryAuth } from '../sender/deliveryAuth';
import { abandonedBeside, isSameUrl, placeAt } from './address';
import type { Wanted } from './wanted';

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
	const testUrl = abandonedBeside(placeAt(connection, wanted.url));
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
 * Switches them off without the secret of their deliveries. The venue may go on repeating what it
 * could not deliver, and with the secret that would start a workflow which listens at the same
 * address for another venue with the same secret. The recovery trigger tells by what takes its place
 * that it was n8n that switched them off.
 */
export async function retire(
	connection: Connection,
	url: string,
	webhooks: Own[],
	auth: DeliveryAuth | undefined,
): Promise<void> {
	const secret = auth?.kind === 'basicAuth' ? auth.password : auth?.apiKey;
	const mark = retiredKey(connection.secrets, url);
	const withoutKey = ({ configuration, ...own }: Own): Own => {
		const { authentication = { apiKey: secret } } = configuration;
		const text = JSON.stringify(authentication, (name, value: unknown) =>
			name === 'apiKey' || value === secret ? mark : value,
		);
		const replaced = JSON.parse(text) as IDataObject;
		return { ...own, configuration: { ...configuration, url, authentication: replaced } };
	};
	await switchOff(connection, webhooks.map(withoutKey));
}

/**
 * Every configuration of ours has an address, so one without an address is not ours, as long as the
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

/**
 * Whether the venue has on record what is wanted. Doubt counts as a difference: writing it again is
 * harmless, and leaving it is not. So a secret that the venue does not show is written again.
 */
export function isAsWanted(wanted: IDataObject, found: VenueRecord): boolean {
	return (
		Object.entries(wanted).every(([name, value]) =>
			isSame(value, found[name], name === 'webhooks'),
		) && Object.keys(found).every((name) => name in wanted || isTheVenuesOwn(found[name]))
	);
}

/** Beside what is wanted, ids, dates and names are the venue's; anything else was configured. */
function isTheVenuesOwn(value: unknown): boolean {
	return isNothing(value) || typeof value === 'string' || typeof value === 'number';
}

function isSame(wanted: unknown, found: unknown, isWhole: boolean): boolean {
	if (isRecord(wanted) && isRecord(found)) {
		const names = isWhole ? [...Object.keys(wanted), ...Object.keys(found)] : Object.keys(wanted);
		return names.every((name) => isSame(wanted[name], found[name], isWhole));
	}
	if (Array.isArray(wanted) && Array.isArray(found)) {
		return JSON.stringify(sorted(wanted)) === JSON.stringify(sorted(found));
	}
	if (isNothing(wanted) && isNothing(found)) return true;
	return wanted === found;
}

/** What is switched off or empty may just as well not be mentioned. */
function isNothing(value: unknown): boolean {
	if (isRecord(value)) return Object.values(value).every(isNothing);
	if (Array.isArray(value)) return value.length === 0;
	return value === undefined || value === null || value === false || value === '';
}

/** The order of events and of what is filtered by has no meaning. */
function sorted(list: unknown[]): string[] {
	return list.map((entry) => JSON.stringify(entry)).sort();
}
