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
	/** Sent twice, it may do something twice, although its method promises otherwise. */
	onlyOnce?: boolean;
	/** A limit of this call alone, in addition to its quota. */
	cooldown?: Cooldown;
}

const SAFE_TO_REPEAT: readonly IHttpRequestMethods[] = ['GET', 'HEAD', 'PUT'];

/** Whether the call is idempotent: sent twice, it leaves the venue the same. */
export function isSafeToRepeat(call: VenueCall): boolean {
	return SAFE_TO_REPEAT.includes(call.method) && !call.onlyOnce;
}

/** Whether the venue may prepare its response for minutes: a list, an export, or whatever the user asks for. */
export function mayTakeMinutes({ list, cooldown, enteredAs }: VenueCall): boolean {
	return list !== undefined || cooldown !== undefined || enteredAs !== undefined;
}
