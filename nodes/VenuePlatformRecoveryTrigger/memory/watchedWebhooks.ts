import { ELLIPSIS } from '../../venueApi/records';
import type { KnownWebhook } from './memory';

/** Only the newest enabled ones are watched. More would leave less room for messages. */
export const MOST_WEBHOOKS = 100;

/**
 * The part of the 32 kB that messages and bookings leave. The venue chooses IDs and addresses, so
 * both are measured as the memory writes them. IDs come first: only users need addresses, and
 * changes are found without them.
 */
const WEBHOOKS_TAKE = 3_600;

/** A fingerprint and the marks of JSON. */
const ENTRY_TAKES = 20;

/** When the webhook was switched on, and that it is off. */
const STATE_TAKES = 9;

/** The longest usual ID has 36 characters. */
const LONGEST_WATCHED_ID = 100;

/** A character of these takes up to six in the memory, and belongs in no address. */
const TAKES_MORE = /[^\x20-\x7e]|["\\]/g;

/** Those that are on, the newest first, and then what there is room for. */
export function watched(seen: Map<string, KnownWebhook>): Map<string, KnownWebhook> {
	let room = WEBHOOKS_TAKE;
	const fits = ([id, { switchedOnAt, isOff }]: [string, KnownWebhook]) =>
		(room -= sizeOf(id) + ENTRY_TAKES + ((switchedOnAt ?? isOff) ? STATE_TAKES : 0)) >= 0;
	const isOn = ([, { isOff = false }]: [string, KnownWebhook]) => !isOff;
	const all = [...seen];
	const newest: typeof all = [];
	for (const one of [...all.filter((one) => !isOn(one)), ...all.filter(isOn)].reverse()) {
		if (newest.length === MOST_WEBHOOKS) break;
		if (sizeOf(one[0]) <= LONGEST_WATCHED_ID) newest.push(one);
	}
	const kept = newest.filter(fits).reverse();
	const longest = Math.floor(Math.max(0, room) / kept.length);
	return new Map(
		kept.map(([id, { url, fingerprint, switchedOnAt, isOff }]) => [
			id,
			{
				...{ url: shortenedUrl(url.replace(TAKES_MORE, '_'), longest), fingerprint },
				...(switchedOnAt === undefined ? {} : { switchedOnAt }),
				...(isOff ? { isOff } : {}),
			},
		]),
	);
}

/** In the memory, which is JSON. */
function sizeOf(text: string): number {
	return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** The end of an address tells more than its beginning, which all addresses of one n8n share. */
function shortenedUrl(url: string, longest: number): string {
	if (url.length <= longest) return url;
	const kept = longest - sizeOf(ELLIPSIS);
	return kept > 0 ? ELLIPSIS + url.slice(-kept) : '';
}
