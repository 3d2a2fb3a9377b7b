import { type IHookFunctions, type JsonObject, NodeApiError } from 'n8n-workflow';

import { connect, type Connection } from '../../venueApi/connection';
import {
	createWebhook,
	updateWebhook,
	type WrittenWebhook,
} from '../../venueApi/resources/webhooks';
import { type DeliveryAuth, readDeliveryAuth } from '../sender/deliveryAuth';
import { readTriggerSettings } from '../settings';
import { isAtStart } from '../../n8n/activation';
import { nodeApiError } from '../../n8n/nodeErrors';
import { inCapitals, inTurn, isInCapitals, placeAt } from './address';
import { followedUp } from './lateWrites';
import { type Listening, listeningAt, listensAt } from './listening';
import { PUBLISH_AGAIN, STILL_ON } from './messages';
import {
	isAsWanted,
	isShownOn,
	onRecord,
	type Own,
	ownIfFound,
	retire,
	switchOff,
} from './onRecord';
import { requireStored } from './stored';
import { type Sent, sendWithKnownTopics, withoutMissingTopics } from './unknownTopics';
import type { Wanted } from './wanted';

export async function isRegistered(connection: Connection, wanted: Wanted): Promise<boolean> {
	return await inTurn(placeAt(connection, wanted.url), async () => {
		const { own, abandoned } = await onRecord(connection, wanted);
		const [kept, ...others] = own;
		return (
			kept !== undefined &&
			isAsWanted(wantedNow(connection, wanted, kept), kept.configuration) &&
			[...others, ...abandoned].every(({ isOff }) => isOff)
		);
	});
}

/** A topic that the venue does not know is tried again when the workflow is published, not at a start. */
function wantedNow(connection: Connection, wanted: Wanted, { configuration }: Own): Wanted {
	return isAtStart(connection.context as IHookFunctions)
		? withoutMissingTopics(connection, wanted, configuration)
		: wanted;
}

/** Leaves exactly one webhook switched on for our address, with the wanted configuration. */
export async function register(connection: Connection, wanted: Wanted): Promise<void> {
	await inTurn(placeAt(connection, wanted.url), async () => {
		const { own, abandoned } = await onRecord(connection, wanted);
		const [kept, ...others] = own.length > 0 ? own : await createOnRecord(connection, wanted);
		if (kept) await updateOnRecord(connection, wanted, kept);
		await write(connection, wanted.url, 'on', async () => {
			await switchOff(connection, [...others, ...abandoned], wanted.authentication);
		});
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
		const isIgnored = await write(connection, url, 'off', async () => {
			return await retire(connection, url, own, auth);
		});
		await switchOff(
			connection,
			abandoned,
			auth?.kind === 'apiKey' ? { apiKey: auth.apiKey } : undefined,
		);
		if (isIgnored) await requireOff(connection, url);
	});
}

/** The response may be older than the write, so the list has to show the same. */
async function requireOff(connection: Connection, url: string): Promise<void> {
	const { own } = await onRecord(connection, { url });
	if (own.some(({ configuration }) => isShownOn(configuration)))
		throw nodeApiError(connection.node, STILL_ON);
}

/**
 * Whether two credential records lead to one venue, so one webhook serves both. IDs cannot show it,
 * because each venue may count from 1. So the credential that stays writes what it wants, with the
 * address spelled differently, and the other looks for that spelling. Events keep arriving.
 */
export async function testIfOneVenue(
	leaving: Connection,
	staying: Connection,
	wanted: Wanted,
): Promise<boolean> {
	const { url } = wanted;
	const otherSpelling = inCapitals(url);
	if (leaving.baseUrl !== staying.baseUrl || otherSpelling === url) return false;
	return await inTurn(placeAt(leaving, url), async () => {
		const onAt = async (one: Connection) =>
			(await onRecord(one, { url })).own.filter(({ isOff }) => !isOff);
		const ids = (await onAt(leaving)).map(({ id }) => id);
		const suspect = (await onAt(staying)).find(({ id }) => ids.includes(id));
		if (suspect === undefined) return false;

		const { id, configuration } = suspect;
		await sendWithKnownTopics(staying, wanted, configuration, async (sent) => {
			return await write(staying, url, 'on', async () => {
				return await updateWebhook(staying, id, { ...sent, url: otherSpelling });
			});
		});
		return (await onAt(leaving)).some(
			(one) => one.id === id && isInCapitals(one.configuration.url, url),
		);
	});
}

async function updateOnRecord(connection: Connection, wanted: Wanted, { id, configuration }: Own) {
	const { accepted, written } = await sendWithKnownTopics(
		connection,
		wanted,
		configuration,
		async (sent) =>
			isAsWanted(sent, configuration)
				? undefined
				: await write(connection, wanted.url, 'on', async () => {
						return await updateWebhook(connection, id, sent);
					}),
	);
	if (written) await requireStored(connection, { accepted, written }, configuration);
}

/**
 * Returns what is there instead, if anything: if only the response was lost, the webhook exists, and
 * another attempt would create a second one.
 */
async function createOnRecord(connection: Connection, wanted: Wanted): Promise<Own[]> {
	let sent: Sent<WrittenWebhook>;
	try {
		sent = await sendWithKnownTopics(connection, wanted, undefined, async (sent) => {
			return await write(connection, wanted.url, 'on', async () => {
				return await createWebhook(connection, sent, { unclearAdvice: PUBLISH_AGAIN });
			});
		});
	} catch (thrown) {
		const found = await ownIfFound(connection, wanted);
		if (found.length > 0) return found;
		throw new NodeApiError(connection.node, thrown as JsonObject);
	}
	await requireStored(connection, sent);
	return [];
}

/** Makes the venue send to where the workflow listens, whatever it was told in the meantime. */
export async function ensure({ context, wanted }: Listening): Promise<void> {
	await register(await connect(context, 'registration'), wanted);
}

/** A write to the webhook of an address, after which it is on or off. */
async function write<T>(
	connection: Connection,
	url: string,
	leaves: 'on' | 'off',
	send: () => Promise<T>,
): Promise<T> {
	return await followedUp(placeAt(connection, url), leaves, send, async (isLeft) => {
		try {
			// A switch-off without a response is tried again until the venue answers.
			if (isLeft && leaves === 'on') await unregisterIfLeft(connection, url);
		} finally {
			const listening = listeningAt(url);
			if (listening) await ensure(listening);
		}
	});
}

async function unregisterIfLeft({ context }: Connection, url: string): Promise<void> {
	const hooks = context as IHookFunctions;
	const auth = await readDeliveryAuth(hooks, readTriggerSettings(hooks).authentication);
	const connection = await connect(hooks, 'registration');
	if (await testIfServedBeside(connection, url)) return;
	await unregister(connection, url, auth, () => !listensAt(placeAt(connection, url)));
}

/** Whether the workflow listens with another credential that leads to the same venue. */
async function testIfServedBeside(connection: Connection, url: string): Promise<boolean> {
	const listening = listeningAt(url);
	if (!listening) return false;
	const staying = await connect(listening.context, 'registration');
	return await testIfOneVenue(connection, staying, listening.wanted);
}
