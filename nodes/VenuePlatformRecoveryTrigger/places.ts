import { isBelow } from '../n8n/ownAddress';
import { inOneMessage } from '../n8n/nodeErrors';
import { oneSpelling, publicAddress } from '../venueApi/address';
import type { FailedMessage } from '../venueApi/resources/failedMessages';
import { isTestAddress } from '../venueApi/resources/triggerKeys';
import { urlHider } from '../venueApi/resources/webhookSecrets';
import type { Webhook } from '../venueApi/resources/webhooks';
import { textOf } from '../venueApi/records';
import { type MessagePlace, UNKNOWN_PLACE } from './items';
import type { Memory } from './memory/memory';
import { failureOf, isPassing, type PollNotice } from './outages';
import type { Poll } from './pollRun';

/** By webhook ID. */
type Places = Map<string | null, MessagePlace>;

/**
 * Where the messages on the list were sent. If in doubt, a place is unknown, and its messages are
 * reported: only what is known to belong elsewhere is left out.
 */
export async function messagePlaces(poll: Poll, { venue }: Memory, list: FailedMessage[]) {
	const { places, notice } = list.length === 0 ? none(poll, venue) : await find(poll, venue, list);
	poll.node.unknownPlaces = { venue, notice };
	const of = (message: FailedMessage) => places.get(message.webhookId) ?? UNKNOWN_PLACE;
	const { onlyOwnWebhooks } = poll.settings;
	const others = new Set(onlyOwnWebhooks ? [...places.values()].filter(isOthers) : []);
	return {
		of,
		isOthers: (message: FailedMessage) => others.has(of(message)),
		notices: notice && onlyOwnWebhooks ? [notice] : [],
	};
}

/**
 * It belongs to another system, or is a test address: n8n takes one event there, so the venue cannot
 * deliver the next ones. A published workflow has an address of its own.
 */
function isOthers({ isOurs, url }: MessagePlace): boolean {
	return isOurs === false || isTestAddress(url);
}

interface FoundPlaces {
	places: Places;
	notice?: PollNotice;
}

/** An empty list shows nothing, so what was not known is still not known. */
function none({ node: { unknownPlaces } }: Poll, venue: number): FoundPlaces {
	const isSame = unknownPlaces?.venue === venue;
	return { places: new Map(), notice: isSame ? unknownPlaces.notice : undefined };
}

async function find(poll: Poll, venue: number, list: FailedMessage[]): Promise<FoundPlaces> {
	const { node, webhooks } = poll;
	try {
		const ours = publicAddress(poll.n8nAddress);
		const read = await webhooks();
		const places = placesIn(read.webhooks, ours, list);
		node.places = { venue, places };
		if (!ours) return { places, notice: cannotTell(...NO_ADDRESS) };
		const isUnknown = ({ webhookId }: FailedMessage) => !places.get(webhookId)?.url;
		const unknown = list.filter(isUnknown).length;
		return unknown > 0 ? { places, notice: cannotTell(...notListed(unknown)) } : { places };
	} catch (thrown) {
		// What was known before a short outage still counts. Nothing is lost if it has changed: what is
		// left out stays unknown.
		if (isPassing(failureOf(thrown)) && node.places?.venue === venue)
			return { places: node.places.places };
		return { places: new Map(), notice: cannotTell('no webhooks', inOneMessage(thrown)) };
	}
}

export function placesIn(
	webhooks: Webhook[],
	ours: URL | undefined,
	list: FailedMessage[],
): Places {
	const named = new Set(list.map(({ webhookId }) => webhookId));
	const hideUrl = urlHider();
	const places: Places = new Map();
	for (const { id, record } of webhooks) {
		if (id === undefined || !named.has(id)) continue;
		const { url } = record;
		if (typeof url !== 'string' || !URL.canParse(url)) continue;
		places.set(id, {
			isOurs: ours ? isBelow(ours, oneSpelling(url)) : null,
			url: textOf(hideUrl(record)),
		});
	}
	return places;
}

const NO_ADDRESS: [string, string] = [
	'no address of n8n',
	'n8n does not show the address at which the internet reaches it: set N8N_WEBHOOK_URL (in an earlier n8n: WEBHOOK_URL) and restart n8n.',
];

function notListed(count: number): [string, string] {
	return [
		'webhooks that are not listed',
		`${count} of the failed messages name a webhook that the venue does not list with its address.`,
	];
}

function cannotTell(reason: string, because: string): PollNotice {
	return {
		text: `Failed messages are also reported if they may belong to another system. ${because} If you want all of them, switch off Options → Only Own Webhooks. This is reported once for as long as it lasts.`,
		reason,
		cause: 'configuration-invalid',
		kind: 'hint',
	};
}
