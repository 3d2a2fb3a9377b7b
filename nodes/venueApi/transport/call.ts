import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Cooldown } from '../pacing/cooldowns';
import type { Subject } from '../messages/explanations';
import type { ResponseFormat } from '../answers/contentType';
import type { LongList } from '../answers/longList';

/** One request to the venue's API, and what is known about it. */
export interface VenueCall extends Subject {
	method: IHttpRequestMethods;
	/** Below the base URL, with a leading slash and encoded segments. */
	path: string;
	query?: IDataObject;
	/** Beside those that every request has. */
	headers?: Record<string, string>;
	body?: unknown;
	/** How to read the answer. Left out, it is JSON or text, whatever content type the venue declares. */
	format?: ResponseFormat;
	/** Where the answer is a list that may be long, to be read while it arrives. */
	list?: LongList;
	/** A limit of this call alone, beside the limit of its surface. */
	cooldown?: Cooldown;
}

const SAFE_TO_REPEAT: readonly IHttpRequestMethods[] = ['GET', 'HEAD', 'PUT'];

/** Whether the venue ends up the same when it receives this call twice. */
export function isSafeToRepeat(call: VenueCall): boolean {
	return SAFE_TO_REPEAT.includes(call.method);
}
