import { type INode, NodeApiError } from 'n8n-workflow';

import { inOneMessage } from '../n8n/nodeErrors';
import { type Cause, causeOf, endsByItself } from '../venueApi/messages/cause';
import type { Explanation } from '../venueApi/messages/explanations';
import { type Cut, partOf, toldAbout } from '../venueApi/messages/lists';
import { asTime } from '../venueApi/messages/waits';

/** What a user has to know about a poll, in addition to its items. */
export interface PollNotice {
	text: string;
	/** Each reason is reported once. */
	reason: string;
	httpCode?: string;
	cause: Cause;
	retryAfterMs?: number;
	/**
	 * A poll has to be repeated (failure), or it returned what it could, and this is only good to know
	 * (hint). Something is not reported (loss), which has to be said before the poll goes on without it.
	 */
	kind: 'failure' | 'hint' | 'loss';
}

/** It ends by itself, sooner or later. */
export function isPassing({ kind, cause }: PollNotice): boolean {
	return kind === 'failure' && endsByItself(cause);
}

export function isForUser({ kind, cause }: PollNotice): boolean {
	return kind === 'failure' && !endsByItself(cause);
}

const COMES_AGAIN =
	'n8n asks again at the next poll, and then reports what is new. This is reported once for as long as it lasts.';

const MAY_NOT_COME =
	'n8n asks again at the next poll. If it stays like this, what is new is not reported: fetch it with Get Many of the node Venue Platform, with Return All on, and ask the venue platform’s support. This is reported once for as long as it lasts.';

export function failureOf(thrown: unknown): PollNotice {
	const { httpCode, context, message } = thrown as Partial<NodeApiError>;
	const { cause: explained, mayStay, remedy } = (context ?? {}) as Partial<Explanation>;
	const isOfVenue = thrown instanceof NodeApiError;
	const cause = isOfVenue ? causeOf({ cause: explained, httpCode }) : 'configuration-invalid';
	const isOutage = endsByItself(cause);
	const retryAt = Date.parse(String(context?.retryAt ?? ''));
	const what = mayStay ? MAY_NOT_COME : COMES_AGAIN;
	const advice = remedy === undefined ? what : `${remedy} ${what}`;
	const isSignIn = cause === 'credential-invalid' && !httpCode;
	return {
		text: inOneMessage(isOutage ? { message, description: advice } : thrown),
		// The same refusal may be worded differently each time.
		reason: isOutage || isSignIn ? cause : (httpCode ?? String(message)),
		...(httpCode ? { httpCode } : {}),
		cause,
		...(retryAt > Date.now() ? { retryAfterMs: retryAt - Date.now() } : {}),
		kind: 'failure',
	};
}

/** What came is reported, and the next poll requests the list since the same time. */
export function onlyPart(name: string, told = partOf(name)): PollNotice {
	return {
		text: `${told} What came is reported now, and others as soon as the venue gives them. This is reported once for as long as it lasts.`,
		reason: `part of ${name}`,
		cause: 'temporarily-unavailable',
		kind: 'hint',
	};
}

/** For a list that is not whole, or may not be. */
export function notAllOf(name: 'failed messages' | 'webhooks', list: Cut): PollNotice[] {
	const told = toldAbout(list, name);
	// What moved between the pages while they were read is on them at the next poll.
	const isWholeSoon = list.doubt?.kind === 'moved' && !list.isPart;
	return told === undefined || isWholeSoon ? [] : [onlyPart(name, told)];
}

/** A message without a date has to be remembered by itself, and there is no room for all of them. */
export function noRoomFor(messages: number): PollNotice {
	return {
		text: `The venue’s failed list does not show when its messages failed, and there are ${messages} more than n8n can remember, so these are not reported one by one. To see them, use Failed Message → Get Many of the node Venue Platform, with Return All on. This is reported once for as long as it lasts.`,
		reason: 'no room for messages',
		cause: 'temporarily-unavailable',
		kind: 'hint',
	};
}

const WHAT_COMES =
	'What it shows is reported at the next poll. If more change until then, some of these may be missing, too.';
const ASK_FOR_CHANGES =
	'ask the venue platform’s support for a list of changes and enter it in Other Topics of Failed Message → Recover, with Booking as Topic.';
const FIND_OTHERS = `To find the others, look in the venue management console, or ${ASK_FOR_CHANGES}`;

/** The venue’s list of bookings was cut off, and does not reach back to what was reported. */
export function mayBeMissing(
	{ from, to }: { from: number; to: number },
	{ shown, zone }: { shown: number; zone: string },
): PollNotice {
	// In whole seconds, and not too late.
	const begin = asTime(new Date(from - (from % 1000)), zone);
	const end = asTime(new Date(Math.max(from, to)), zone);
	return {
		text: `The venue shows only ${shown} bookings, and more may have changed: changes from ${begin} to ${end} may be missing. ${WHAT_COMES} ${FIND_OTHERS}`,
		reason: `may be missing since ${from}`,
		cause: 'temporarily-unavailable',
		kind: 'loss',
	};
}

/** The list may be cut off, and its bookings show no date of change, so nothing shows what is missing. */
export function mayBeUnseen(shown: number): PollNotice {
	return {
		text: `The venue shows only ${shown} bookings and not when they changed, so others may have changed that it does not show. What it shows is reported at the next poll. ${FIND_OTHERS} This is reported once for as long as it lasts.`,
		reason: 'may be unseen',
		cause: 'temporarily-unavailable',
		kind: 'loss',
	};
}

/** The venue does not go by the time that n8n asks for, and its bookings show no date of change. */
export function cannotTellApart(listed: number): PollNotice {
	return {
		text: `The venue lists ${listed} bookings, whatever time n8n asks for, and they do not show when they changed. n8n cannot remember that many, so changes are not reported, or only later. Make the list shorter with Options → Additional Query Parameters, or ${ASK_FOR_CHANGES} This is reported once for as long as it lasts.`,
		reason: 'bookings cannot be told apart',
		cause: 'temporarily-unavailable',
		kind: 'hint',
	};
}

/** What is new is reported, and the earlier changes are still to be reported. */
export function notReachedBack(): PollNotice {
	return {
		text: 'The venue takes so long to list its bookings that those beside an earlier failed message could not be fetched. What is new is reported, and n8n tries again at each poll. To see the earlier ones now, use Get Many of the node Venue Platform, with Return All on. This is reported once for as long as it lasts.',
		reason: 'not reached back',
		cause: 'temporarily-unavailable',
		kind: 'hint',
	};
}

export function anotherVenue(): PollNotice {
	return {
		text: 'This node now asks another venue: its credential or the Base URL in it was changed. What was still to be reported about the former venue is no longer reported. To see it, use Get Many of the node Venue Platform, with Return All on and the former credential.',
		reason: 'another venue',
		cause: 'configuration-invalid',
		kind: 'loss',
	};
}

/** In the time zone in which Since is read. */
export function beginsAnew(lastAt: number, zone: string): PollNotice {
	return {
		text: `As far as n8n knows, this node last asked the venue on ${asTime(new Date(lastAt), zone)}, more than a week ago, so it begins as Start With says. To fetch the bookings that changed since then, use Failed Message → Recover with that time in Since.`,
		reason: 'begins anew',
		cause: 'configuration-invalid',
		kind: 'hint',
	};
}

/** Something that n8n waits for, such as its database, has never answered. */
export function neverEnded(): PollNotice {
	return {
		text: `The last polls of this node did not end: n8n got no response from its own database or from the venue. ${COMES_AGAIN} If it stays like this, restart n8n.`,
		reason: 'never ended',
		cause: 'temporarily-unavailable',
		kind: 'failure',
	};
}

export function asError(node: INode, { text, httpCode, cause, retryAfterMs }: PollNotice) {
	const error = new NodeApiError(node, { message: text }, { message: text, httpCode });
	// n8n replaces a message that contains an error code, even inside a word, with its own text.
	error.message = text;
	return Object.assign(error, { failure: { cause, ...(retryAfterMs ? { retryAfterMs } : {}) } });
}
