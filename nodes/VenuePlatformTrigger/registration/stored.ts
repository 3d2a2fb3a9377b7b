import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { isAtStart } from '../../n8n/activation';
import { isSameAddress } from '../../venueApi/address';
import type { Connection } from '../../venueApi/connection';
import { eventsIn, eventsMissingIn } from '../../venueApi/resources/events';
import type { WrittenWebhook } from '../../venueApi/resources/webhooks';
import { booleanIn, isRecord, type VenueRecord } from '../../venueApi/records';
import { eventsNotStored, publishingError, STORED_OFF, topicsLeftOut } from './messages';
import { ownIfFound } from './onRecord';
import { optionalTopics, type Sent } from './unknownTopics';

/** What the venue accepted, but does not do. */
interface Ignored {
	isOff: boolean;
	events: string[];
}

/**
 * Services often accept what they do not know, and ignore it. Then publishing fails, instead of
 * ending with a trigger that never starts. At a start of n8n the other events count more.
 */
export async function requireStored(
	connection: Connection,
	{ accepted, written }: Sent<WrittenWebhook>,
	before?: VenueRecord,
): Promise<void> {
	const ignored = await ignoredOf(connection, accepted, written, before);
	if (ignored === undefined) return;
	const { node } = connection;
	const context = connection.context as IHookFunctions;
	const optional = optionalTopics(context);
	const asked = optional.map((key) => ({ key, events: eventsOf(accepted, key) }));
	const left = asked.filter(
		({ events }) => events.length > 0 && events.every((event) => ignored.events.includes(event)),
	);
	if (left.length > 0)
		context.logger.warn(
			topicsLeftOut(
				node,
				left.map(({ key }) => key),
			),
		);

	const unasked = asked.flatMap(({ events }) => events);
	const chosen = ignored.events.filter((event) => !unasked.includes(event));
	if (!ignored.isOff && chosen.length === 0) return;
	const text = ignored.isOff ? STORED_OFF : eventsNotStored(chosen);
	if (!isAtStart(context)) throw publishingError(node, text);
	context.logger.warn(`“${node.name}”: ${text}`);
}

/**
 * The response may be older than the write, or show less, so the list has to show the same. If the
 * response shows nothing, it is also read after a POST, and after a PUT that was to change what
 * counts.
 */
async function ignoredOf(
	connection: Connection,
	sent: IDataObject & { url: string },
	{ id, record }: WrittenWebhook,
	before: VenueRecord | undefined,
): Promise<Ignored | undefined> {
	const shown = record && isSameAddress(record.url, sent.url) ? record : before;
	if (shown && ignoredIn(sent, shown) === undefined) return undefined;
	const own = await ownIfFound(connection, sent);
	const listed = own.find((one) => one.id === id) ?? own[0];
	return listed && ignoredIn(sent, listed.configuration);
}

function ignoredIn({ webhooks }: IDataObject, shown: VenueRecord): Ignored | undefined {
	const isOff = booleanIn(shown.enabled) === false;
	const events = eventsMissingIn(shown.webhooks, eventsIn(webhooks));
	return isOff || events.length > 0 ? { isOff, events } : undefined;
}

function eventsOf({ webhooks }: IDataObject, key: string): string[] {
	return isRecord(webhooks) ? eventsIn({ [key]: webhooks[key] }) : [];
}
