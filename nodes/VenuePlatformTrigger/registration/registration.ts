import { type JsonObject, NodeApiError } from 'n8n-workflow';

import type { Connection } from '../../venueApi/connection';
import { createWebhook, updateWebhook } from '../../venueApi/resources/webhooks';
import { isAsWanted } from './comparison';
import { inTurn } from './inTurn';
import { isListenedAt, listensAt } from './listening';
import { onRecord, type Own, switchOff } from './onRecord';
import type { Wanted } from './wanted';

export async function isRegistered(connection: Connection, wanted: Wanted): Promise<boolean> {
	listensAt(wanted.url);
	return await inTurn(wanted.url, async () => {
		const { own, abandoned } = await onRecord(connection, wanted);
		const [kept, ...others] = own;
		return (
			kept !== undefined &&
			isAsWanted(wanted, kept.configuration) &&
			[...others, ...abandoned].every(({ isOff }) => isOff)
		);
	});
}

/** Leaves exactly one configuration that is switched on for our address, as wanted. */
export async function register(connection: Connection, wanted: Wanted): Promise<void> {
	listensAt(wanted.url);
	await inTurn(wanted.url, async () => {
		const { own, abandoned } = await onRecord(connection, wanted);
		const [kept, ...others] = own.length > 0 ? own : await create(connection, wanted);
		if (kept && !isAsWanted(wanted, kept.configuration)) {
			await updateWebhook(connection, kept.id, wanted);
		}
		await switchOff(connection, [...others, ...abandoned]);
	});
}

/**
 * The venue deletes nothing, so that the configurations stay on record and rest. They do not where
 * somebody has begun to listen again by the time that it is this one's turn.
 */
export async function unregister(connection: Connection, url: string): Promise<void> {
	await inTurn(url, async () => {
		if (isListenedAt(url)) return;
		const { own, abandoned } = await onRecord(connection, { url });
		await switchOff(connection, [...own, ...abandoned]);
	});
}

/** Nothing, or what is found where only the answer was lost: another attempt would make a second one. */
async function create(connection: Connection, wanted: Wanted): Promise<Own[]> {
	try {
		await createWebhook(connection, wanted);
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
