import { type IHookFunctions, type JsonObject, NodeApiError } from 'n8n-workflow';

import { connect, type Connection } from '../../venueApi/connection';
import { type Cause, causeOf } from '../../venueApi/messages/cause';
import { wait } from '../../venueApi/pacing/waiting';
import {
	createWebhook,
	updateWebhook,
	type WrittenWebhook,
} from '../../venueApi/resources/webhooks';
import { type DeliveryAuth, readDeliveryAuth } from '../sender/deliveryAuth';
import { readTriggerSettings } from '../settings';
import { isAtStart } from '../../n8n/activation';
import { nodeApiError } from '../../n8n/nodeErrors';
import { inCapitals, inTurn, isMarked, placeAt, placeKeyOf } from './address';
import { listeningAt } from './listening';
import { STILL_ON } from './messages';
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
			isInForce(connection, wanted, kept) &&
			[...others, ...abandoned].every(({ isOff }) => isOff)
		);
	});
}

/** A topic that the venue does not know is tried again when the workflow is published, not at a start. */
function isInForce(connection: Connection, wanted: Wanted, { configuration }: Own): boolean {
	const inForce = isAtStart(connection.context as IHookFunctions)
		? withoutMissingTopics(connection, wanted, configuration)
		: wanted;
	return isAsWanted(inForce, configuration);
}

/** Leaves exactly one webhook switched on for our address, with the wanted configuration. */
export async function register(connection: Connection, wanted: Wanted): Promise<void> {
	await inTurn(placeAt(connection, wanted.url), async () => {
		const { own, abandoned } = await onRecord(connection, wanted);
		const [kept, ...others] = own.length > 0 ? own : await createOnRecord(connection, wanted);
		if (kept) await updateOnRecord(connection, wanted, kept);
		await answered(connection, wanted.url, 'send', async () => {
			await switchOff(connection, [...others, ...abandoned]);
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
		const isIgnored = await answered(connection, url, 'stop', async () => {
			return await retire(connection, url, own, auth);
		});
		await switchOff(connection, abandoned);
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
export async function areOneVenue(
	leaving: Connection,
	staying: Connection,
	wanted: Wanted,
): Promise<boolean> {
	const { url } = wanted;
	const marked = inCapitals(url);
	if (leaving.baseUrl !== staying.baseUrl || marked === url) return false;
	return await inTurn(placeAt(leaving, url), async () => {
		const onAt = async (one: Connection) =>
			(await onRecord(one, { url })).own.filter(({ isOff }) => !isOff);
		const ids = (await onAt(leaving)).map(({ id }) => id);
		const suspect = (await onAt(staying)).find(({ id }) => ids.includes(id));
		if (suspect === undefined) return false;

		const { id, configuration } = suspect;
		await sendWithKnownTopics(staying, wanted, configuration, async (sent) => {
			return await updateWebhook(staying, id, { ...sent, url: marked });
		});
		return (await onAt(leaving)).some(
			(one) => one.id === id && isMarked(one.configuration.url, url),
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
				: await answered(connection, wanted.url, 'send', async () => {
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
			return await answered(connection, wanted.url, 'send', async () => {
				return await createWebhook(connection, sent);
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

/** Pauses before the looks. A gateway gives up long before the service behind it does. */
export const LOOK_AGAIN_AFTER_MS = [30_000, 2 * 60_000, 5 * 60_000];

type Purpose = 'send' | 'stop';

const lookingAgain = new Set<string>();

/**
 * Writes to the webhook of an address. If no response comes, the venue may carry it out later: after
 * another attempt has created a second webhook, or after the workflow was published or unpublished.
 */
async function answered<T>(
	connection: Connection,
	url: string,
	purpose: Purpose,
	write: () => Promise<T>,
): Promise<T> {
	const writing = write();
	void writing.catch((thrown: unknown) => {
		if (mayStillHappen(thrown)) void lookAgain(connection, url, purpose);
	});
	return await writing;
}

function mayStillHappen(thrown: unknown): boolean {
	if (!(thrown instanceof NodeApiError)) return false;
	const { httpCode, context } = thrown;
	const cause = context.cause as Cause | undefined;
	return causeOf({ cause, httpCode }) === 'temporarily-unavailable';
}

/**
 * Makes the venue do what was wanted last. n8n stops listening for a moment between two attempts to
 * publish, so only two looks in a row show that the workflow is unpublished.
 */
async function lookAgain(connection: Connection, url: string, purpose: Purpose): Promise<void> {
	const key = `${purpose} ${placeKeyOf(placeAt(connection, url))}`;
	if (lookingAgain.has(key)) return;
	lookingAgain.add(key);
	let isLeft = false;
	for (const pause of LOOK_AGAIN_AFTER_MS) {
		await wait(pause);
		const listening = listeningAt(url);
		const wasLeft = isLeft;
		isLeft = listening === undefined;
		try {
			if (listening) await listening.ensure();
			// What was to stop is tried again until the venue answers.
			else if (wasLeft && purpose === 'send') await unregisterIfLeft(connection, url);
		} catch {
			// The next look may work.
		}
	}
	lookingAgain.delete(key);
}

async function unregisterIfLeft({ context }: Connection, url: string): Promise<void> {
	const hooks = context as IHookFunctions;
	const auth = await readDeliveryAuth(hooks, readTriggerSettings(hooks).authentication);
	const isLeft = () => listeningAt(url) === undefined;
	await unregister(await connect(hooks, 'registration'), url, auth, isLeft);
}
