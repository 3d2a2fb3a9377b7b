import { type IHookFunctions, type JsonObject, NodeApiError } from 'n8n-workflow';

import type { Connection } from '../../venueApi/connection';
import { createWebhook, updateWebhook } from '../../venueApi/resources/webhooks';
import type { DeliveryAuth } from '../sender/deliveryAuth';
import { inCapitals, inTurn, isMarked, placeAt } from './address';
import { isAsWanted, onRecord, type Own, retire, switchOff } from './onRecord';
import { sendWithKnownTopics, withoutMissingTopics } from './unknownTopics';
import type { Wanted } from './wanted';

export async function isRegistered(connection: Connection, wanted: Wanted): Promise<boolean> {
	return await inTurn(placeAt(connection, wanted.url), async () => {
		const { own, abandoned } = await onRecord(connection, wanted);
		const [kept, ...others] = own;
		return (
			kept !== undefined &&
			isInForce(connection, wanted, kept) &&
			[...others, ...abandoned].every(({ isOff }) => isOff)
		);
	});
}

/** A topic that the venue does not know is tried again when the workflow is published, not at a start. */
function isInForce(connection: Connection, wanted: Wanted, { configuration }: Own): boolean {
	const mode = (connection.context as IHookFunctions).getActivationMode();
	const isAtStart = ['init', 'leadershipChange'].includes(mode);
	const inForce = isAtStart ? withoutMissingTopics(connection, wanted, configuration) : wanted;
	return isAsWanted(inForce, configuration);
}

/** Leaves exactly one webhook switched on for our address, with the wanted configuration. */
export async function register(connection: Connection, wanted: Wanted): Promise<void> {
	await inTurn(placeAt(connection, wanted.url), async () => {
		const { own, abandoned } = await onRecord(connection, wanted);
		const [kept, ...others] = own.length > 0 ? own : await createOnRecord(connection, wanted);
		if (kept) await updateOnRecord(connection, wanted, kept);
		await switchOff(connection, [...others, ...abandoned]);
	});
}

/** The API cannot delete a webhook, so it stays on record, switched off. */
export async function unregister(
	connection: Connection,
	url: string,
	auth: DeliveryAuth | undefined,
	isStillDue: () => boolean,
): Promise<void> {
	await inTurn(placeAt(connection, url), async () => {
		if (!isStillDue()) return;
		const { own, abandoned } = await onRecord(connection, { url });
		await retire(connection, url, own, auth);
		await switchOff(connection, abandoned);
	});
}

/**
 * Whether two credential records lead to one venue, so one webhook serves both. IDs cannot show it,
 * because each venue may count from 1. So the first credential spells the address differently, and
 * the second looks for that spelling. Events keep arriving.
 */
export async function areOneVenue(
	left: Connection,
	kept: Connection,
	url: string,
): Promise<boolean> {
	const marked = inCapitals(url);
	if (left.baseUrl !== kept.baseUrl || marked === url) return false;
	return await inTurn(placeAt(left, url), async () => {
		const atKept = async () => (await onRecord(kept, { url })).own.filter(({ isOff }) => !isOff);
		const ids = (await atKept()).map(({ id }) => id);
		const { own } = await onRecord(left, { url });
		const suspect = own.find(({ id, isOff }) => !isOff && ids.includes(id));
		if (suspect === undefined) return false;

		await updateWebhook(left, suspect.id, { ...suspect.configuration, url: marked });
		return (await atKept()).some(
			({ id, configuration }) => id === suspect.id && isMarked(configuration.url, url),
		);
	});
}

async function updateOnRecord(connection: Connection, wanted: Wanted, { id, configuration }: Own) {
	await sendWithKnownTopics(connection, wanted, configuration, async (known) => {
		if (!isAsWanted(known, configuration)) await updateWebhook(connection, id, known);
	});
}

/**
 * Returns what is there instead, if anything: if only the response was lost, the webhook exists, and
 * another attempt would create a second one.
 */
async function createOnRecord(connection: Connection, wanted: Wanted): Promise<Own[]> {
	try {
		await sendWithKnownTopics(connection, wanted, undefined, async (known) => {
			await createWebhook(connection, known);
		});
		return [];
	} catch (thrown) {
		const found = await ownIfFound(connection, wanted);
		if (found.length > 0) return found;
		throw new NodeApiError(connection.node, thrown as JsonObject);
	}
}

async function ownIfFound(connection: Connection, wanted: Wanted): Promise<Own[]> {
	try {
		return (await onRecord(connection, wanted)).own;
	} catch {
		return [];
	}
}
