import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Cooldown } from '../pacing/cooldowns';
import type { CallWords } from '../messages/explanations';
import type { ResponseFormat } from '../answers/contentType';
import type { LongList } from '../answers/longList';

/** One request to the venue's API, and what is known about it. */
export interface VenueCall extends CallWords {
	method: IHttpRequestMethods;
	/** Below the base URL, with a leading slash and encoded segments. */
	path: string;
	query?: IDataObject;
	/** In addition to the headers of every request. */
	headers?: Record<string, string>;
	body?: unknown;
	/** How to read the response. Without it: JSON or text, whatever content type the venue declares. */
	format?: ResponseFormat;
	/** For a list that may be long, which is read while it arrives. */
	list?: LongList;
	/** Sent twice, it leaves the venue as if sent once, such as a search by POST. Only GET promises that. */
	isIdempotent?: boolean;
	/** A limit of this call alone, in addition to its quota. */
	cooldown?: Cooldown;
}

/** Whether the call may be sent again although the venue may have carried it out. */
export function isSafeToRepeat({ method, isIdempotent = false }: VenueCall): boolean {
	return method === 'GET' || isIdempotent;
}

/** Whether the venue may prepare its response for minutes: a list, an export, or whatever the user asks for. */
export function mayTakeMinutes({ list, cooldown, enteredAs }: VenueCall): boolean {
	return list !== undefined || cooldown !== undefined || enteredAs !== undefined;
}
