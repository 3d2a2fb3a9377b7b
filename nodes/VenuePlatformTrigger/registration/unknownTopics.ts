import { type IDataObject, type IHookFunctions, type JsonObject, NodeApiError } from 'n8n-workflow';

import { statusKindOf } from '../../venueApi/answers/answer';
import type { Connection } from '../../venueApi/connection';
import {
	ANY_EVENT,
	subscriptionsOf,
	topicKey,
	TOPICS,
	topicsLeftOutOf,
} from '../../venueApi/resources/events';
import { isRecord } from '../../venueApi/records';
import { readJsonObject } from '../../parameters/values';
import { readTriggerSettings } from '../settings';
import { topicsLeftOut } from './messages';
import type { Wanted } from './wanted';

const BOOKING_KEY = 'booking';
const KEYS = Object.keys(TOPICS).map(topicKey);

/** Those that a venue most probably does not know. */
const RARE_TOPICS = ['ticket', 'product'];

/** The configuration that the venue accepted, and what `send` returned for it. */
export interface Sent<T> {
	accepted: Wanted;
	written: T;
}

/**
 * Sends the wanted configuration. If the venue refuses it, it is sent at most twice more, without
 * topics that the venue may not know. Left out is only what makes the venue accept the rest.
 */
export async function sendWithKnownTopics<T>(
	{ context, node }: Connection,
	wanted: Wanted,
	recorded: IDataObject | undefined,
	send: (configuration: Wanted) => Promise<T>,
): Promise<Sent<T>> {
	const attempt = async (sent: Wanted) =>
		await sentOrRefused(node, async () => ({ accepted: sent, written: await send(sent) }));
	const first = await attempt(wanted);
	if ('accepted' in first) return first;

	const optional = optionalTopics(context as IHookFunctions);
	const named = topicsNamedIn(first.refusal.message, optional);
	const missing = recorded ? topicsLeftOutBefore(recorded, optional) : [];
	const probable = RARE_TOPICS.filter((key) => optional.includes(key));
	const guess = [named, missing, probable.slice(0, 1)].find(({ length }) => length > 0);
	if (guess === undefined) throw first.refusal;
	const second = await attempt(withoutTopics(wanted, guess));
	if ('accepted' in second) {
		context.logger.warn(topicsLeftOut(node, guess));
		return second;
	}

	const more = topicsNamedIn(second.refusal.message, optional).filter(
		(key) => !guess.includes(key),
	);
	const last = more.length > 0 ? [...guess, ...more] : probable;
	const isNew = last.some((key) => !guess.includes(key));
	const third = isNew ? await attempt(withoutTopics(wanted, last)) : first;
	if (!('accepted' in third)) throw first.refusal;
	context.logger.warn(topicsLeftOut(node, last));
	return third;
}

/** The wanted configuration, without the topics that the venue has left out of the one on record. */
export function withoutMissingTopics(
	{ context }: Connection,
	wanted: Wanted,
	recorded: IDataObject,
): Wanted {
	const optional = optionalTopics(context as IHookFunctions);
	return withoutTopics(wanted, topicsMissingIn(recorded, optional));
}

/**
 * The topics that only Any Event stands for. A venue without bookings is no venue, so if it refuses
 * those, it refuses something else.
 */
export function optionalTopics(context: IHookFunctions): string[] {
	const { events, additionalConfiguration } = readTriggerSettings(context);
	if (!events.includes(ANY_EVENT)) return [];
	const { webhooks } = readJsonObject(additionalConfiguration) ?? {};
	const configured = Object.keys(isRecord(webhooks) ? webhooks : {});
	const named = events.map((event) => topicKey(event.split('.')[0]));
	return KEYS.filter((key) => ![...configured, ...named, BOOKING_KEY].includes(key));
}

/** The chosen events without the topics that a venue may not know. */
export function certainSubscriptions(context: IHookFunctions): IDataObject {
	const optional = optionalTopics(context);
	const chosen = Object.entries(subscriptionsOf(readTriggerSettings(context).events));
	return Object.fromEntries(chosen.filter(([key]) => !optional.includes(key)));
}

function withoutTopics(wanted: Wanted, topics: string[]): Wanted {
	const kept = Object.entries(wanted.webhooks as IDataObject);
	const webhooks = Object.fromEntries(kept.filter(([key]) => !topics.includes(key)));
	return { ...wanted, webhooks };
}

function topicsMissingIn({ webhooks }: IDataObject, optional: string[]): string[] {
	const found = Object.keys(isRecord(webhooks) ? webhooks : {}).map((key) => key.toLowerCase());
	return optional.filter((key) => !found.includes(key.toLowerCase()));
}

/** Those of an earlier Any Event. With chosen events on record, what is missing was not chosen. */
function topicsLeftOutBefore({ webhooks }: IDataObject, optional: string[]): string[] {
	const left = topicsLeftOutOf(webhooks).map(topicKey);
	return optional.filter((key) => left.includes(key));
}

/** Words that name bookings among others list what the venue knows; other words, what it does not. */
function topicsNamedIn(words: string, optional: string[]): string[] {
	const single = words.toLowerCase().split(/[^a-z]+/);
	const pairs = single.slice(1).map((word, index) => `${single[index]}${word}`);
	const said = new Set([...single, ...pairs]);
	const named = KEYS.filter((key) => [key, `${key}s`].some((one) => said.has(one.toLowerCase())));
	const isListOfKnown = named.includes(BOOKING_KEY) && named.length > 1;
	return optional.filter((key) => named.includes(key) !== isListOfKnown);
}

/** By its form or by its own rules, such as those of the venue's plan. */
const REFUSED = ['invalid', 'ruledOut'];

/** What the venue said if it did not accept the values. Anything else is thrown. */
async function sentOrRefused<T>(
	node: Connection['node'],
	work: () => Promise<Sent<T>>,
): Promise<Sent<T> | { refusal: NodeApiError }> {
	try {
		return await work();
	} catch (thrown) {
		const isRefused =
			thrown instanceof NodeApiError && REFUSED.includes(statusKindOf(Number(thrown.httpCode)));
		if (isRefused) return { refusal: thrown };
		throw new NodeApiError(node, thrown as JsonObject);
	}
}
