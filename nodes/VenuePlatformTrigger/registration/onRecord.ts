import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { isSameAddress, oneSpelling } from '../../venueApi/address';
import type { Connection } from '../../venueApi/connection';
import { explainUnknownForm } from '../../venueApi/messages/explanations';
import { explainUnseenWebhook } from '../../venueApi/messages/lists';
import { nodeApiError } from '../../n8n/nodeErrors';
import { mergeDeep } from '../../venueApi/resources/webhookConfiguration';
import { switchedOffKey } from '../../venueApi/resources/webhookSecrets';
import {
	readWebhooks,
	updateWebhook,
	type Webhook,
	WEBHOOKS_IF_ANY,
} from '../../venueApi/resources/webhooks';
import { booleanIn, isRecord, textOf, type VenueRecord } from '../../venueApi/records';
import type { DeliveryAuth } from '../sender/deliveryAuth';
import { isInCapitals, placeAt } from './address';
import { abandonedBeside } from './listening';
import { certainSubscriptions } from './unknownTopics';
import type { Wanted } from './wanted';

/** A webhook at the venue with an address of ours. Nothing else is ever changed. */
export type Own = Webhook & { id: string };

interface OnRecord {
	/** The one to keep comes first. */
	own: Own[];
	/** Webhooks for the test address at which n8n was listening when it stopped. */
	abandoned: Own[];
}

export async function onRecord(connection: Connection, wanted: Wanted): Promise<OnRecord> {
	const { webhooks, isPart } = await readWebhooks(connection, WEBHOOKS_IF_ANY);
	const addresses = webhooks.map(({ configuration }) => oneSpelling(configuration.url));
	const webhooksAt = (url: string) => {
		const address = oneSpelling(url);
		return webhooks
			.filter((_, index) => address !== undefined && addresses[index] === address)
			.map((webhook) => asOwn(connection, webhook));
	};

	const own = webhooksAt(wanted.url);
	if (own.length === 0) requireAddresses(connection, webhooks);
	if (own.length === 0 && isPart) throw nodeApiError(connection.node, explainUnseenWebhook());
	const ranks = new Map(
		own.map((one) => [one, isAsWanted(wanted, one.configuration) ? 0 : one.isOff ? 2 : 1]),
	);
	const rankOf = (one: Own) => ranks.get(one) ?? 0;
	const testUrl = abandonedBeside(placeAt(connection, wanted.url));
	return {
		own: own.sort((a, b) => rankOf(a) - rankOf(b)),
		abandoned: testUrl === undefined ? [] : webhooksAt(testUrl),
	};
}

/** For callers to whom a failed look does not matter. */
export async function ownIfFound(connection: Connection, wanted: Wanted): Promise<Own[]> {
	try {
		return (await onRecord(connection, wanted)).own;
	} catch {
		return [];
	}
}

/**
 * Returns whether a response shows that the venue ignored it. A venue may want the authentication and
 * the events in each configuration and leave them out of its list.
 */
export async function switchOff(
	connection: Connection,
	webhooks: Own[],
	authentication: unknown,
): Promise<boolean> {
	let isIgnored = false;
	for (const { id, configuration, isOff } of webhooks) {
		if (isOff) continue;
		const { record = {} } = await updateWebhook(connection, id, {
			...configuration,
			...completed(configuration, authentication),
			...withEvents(connection, configuration),
			enabled: false,
		});
		isIgnored ||= isSameAddress(record.url, configuration.url) && isShownOn(record);
	}
	return isIgnored;
}

/** What the venue shows counts, and what it does not show is added. */
function completed({ authentication: shown }: IDataObject, needed: unknown): IDataObject {
	if (!isRecord(needed)) return {};
	if (isOffOrEmpty(shown)) return { authentication: needed };
	if (!isRecord(shown)) return {};
	const told = Object.entries(shown).filter(([, value]) => !isOffOrEmpty(value));
	return { authentication: { ...shown, ...mergeDeep(needed, Object.fromEntries(told)) } };
}

/** Nothing is sent, so those that the venue surely takes are enough. */
function withEvents({ context }: Connection, { webhooks }: IDataObject): IDataObject {
	if (!isOffOrEmpty(webhooks)) return {};
	return { webhooks: certainSubscriptions(context as IHookFunctions) };
}

export function isShownOn({ enabled }: VenueRecord): boolean {
	return booleanIn(enabled) === true;
}

/**
 * Switches webhooks off and replaces their key. With the key, a repeated delivery could start a
 * workflow that listens at the same address for another venue with the same key. The mark in its
 * place shows the recovery trigger that n8n switched them off. Returns what `switchOff` does.
 */
export async function retire(
	connection: Connection,
	url: string,
	webhooks: Own[],
	auth: DeliveryAuth | undefined,
): Promise<boolean> {
	const secret = auth?.kind === 'basicAuth' ? auth.password : auth?.apiKey;
	const mark = switchedOffKey(connection.secrets, url);
	const withoutKey = ({ configuration, ...own }: Own): Own => {
		const authentication = configuration.authentication ?? { apiKey: secret };
		const text = JSON.stringify(authentication, (name, value: unknown) =>
			name === 'apiKey' || value === secret ? mark : value,
		);
		const replaced = JSON.parse(text) as IDataObject;
		return { ...own, configuration: { ...configuration, url, authentication: replaced } };
	};
	const needed = auth?.kind === 'apiKey' ? { apiKey: mark } : undefined;
	return await switchOff(connection, webhooks.map(withoutKey), needed);
}

/**
 * Every webhook of ours has an address. If the venue shows no address at all, ours may be in the
 * list, and a second one would make the venue send each event twice.
 */
function requireAddresses({ node }: Connection, webhooks: Webhook[]): void {
	const hasAddress = ({ configuration }: Webhook) => typeof configuration.url === 'string';
	if (webhooks.length === 0 || webhooks.some(hasAddress)) return;
	throw nodeApiError(node, explainUnknownForm('a list of webhooks with their addresses'));
}

function asOwn({ node }: Connection, webhook: Webhook): Own {
	const { id } = webhook;
	if (id === undefined) {
		throw nodeApiError(node, explainUnknownForm('a list of webhooks with their IDs'));
	}
	return { ...webhook, id };
}

/**
 * Whether the venue has the wanted configuration. Doubt counts as a difference: writing it again
 * does no harm, but an outdated secret that the venue does not show does.
 */
export function isAsWanted(wanted: IDataObject, found: VenueRecord): boolean {
	return Object.keys({ ...wanted, ...found }).every((name) =>
		name === 'url'
			? isSameAddress(wanted.url, found.url) && !isInCapitals(found.url, textOf(wanted.url))
			: isSameSetting(wanted[name], found[name]) ||
				(!(name in wanted) && isTheVenuesOwn(name, found[name])),
	);
}

/** IDs, dates and a name come from the venue. Anything else was configured, perhaps by this node. */
function isTheVenuesOwn(name: string, value: unknown): boolean {
	return VENUES_OWN.test(name) && (typeof value === 'string' || typeof value === 'number');
}

const VENUES_OWN = /^(?:id|[nN]ame)$|I[dD]$|_id$|^(?:[cC]reated|[mM]odified|[uU]pdated|[lL]ast)/;

function isSameSetting(wanted: unknown, found: unknown): boolean {
	if (isRecord(wanted) && isRecord(found)) {
		return Object.keys({ ...wanted, ...found }).every((name) =>
			isSameSetting(wanted[name], found[name]),
		);
	}
	if (Array.isArray(wanted) && Array.isArray(found)) {
		return JSON.stringify(sorted(wanted)) === JSON.stringify(sorted(found));
	}
	if (isOffOrEmpty(wanted) && isOffOrEmpty(found)) return true;
	return wanted === found;
}

/** The venue may leave out what is switched off or empty. */
function isOffOrEmpty(value: unknown): boolean {
	if (isRecord(value)) return Object.values(value).every(isOffOrEmpty);
	if (Array.isArray(value)) return value.length === 0;
	return value === undefined || value === null || value === false || value === '';
}

/** The order of events and filters has no meaning. */
function sorted(list: unknown[]): string[] {
	return list.map((entry) => JSON.stringify(entry)).sort();
}
