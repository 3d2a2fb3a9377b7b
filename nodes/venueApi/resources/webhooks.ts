import type { IDataObject } from 'n8n-workflow';

import { oneSpelling, segment } from '../address';
import type { CallWords } from '../messages/explanations';
import type { Cut } from '../messages/lists';
import type { VenueCall } from '../transport/call';
import type { Connection } from '../connection';
import { oneAtATime } from '../oneAtATime';
import { untilCanceled } from '../pacing/waiting';
import { type ListKind, requestList, requestPages } from './reading';
import { canceled, request } from '../transport/request';
import { RecentMap } from '../recentMap';
import {
	booleanIn,
	isRecord,
	listNames,
	readRecord,
	spelledAs,
	textOf,
	trimmed,
	type VenueRecord,
} from '../records';
import { secretsIn } from './webhookSecrets';

/** What the venue returns after a write. The API document does not show it, so all of it is optional. */
export interface WrittenWebhook {
	id?: string;
	record?: VenueRecord;
}

/** A webhook that the venue has on record. */
export interface Webhook {
	id?: string;
	/** What was configured, ready to be written back. */
	configuration: IDataObject;
	isOff: boolean;
	/** The configuration, its ID and everything else that the venue says about it, on one level. */
	record: VenueRecord;
}

const GET_WEBHOOKS: VenueCall = {
	method: 'GET',
	path: '/webhooks',
	scope: 'Webhook_Get',
};

const WEBHOOK_LIST: ListKind = { name: 'webhooks', idOf: (record) => webhookOf(record).id, asList };

/** For callers to whom a venue without a webhook is nothing unusual, however it says so. */
export const WEBHOOKS_IF_ANY: ListKind = {
	...WEBHOOK_LIST,
	asList: (body) => (isNone(body) ? [] : asList(body)),
};

export async function listWebhooks(connection: Connection): Promise<Webhook[]> {
	return (await requestList(connection, GET_WEBHOOKS, WEBHOOKS_IF_ANY)).map(webhookOf);
}

/** For callers that write webhooks back, or need to know whether these are all. */
export async function readWebhooks(
	connection: Connection,
	kind = WEBHOOK_LIST,
): Promise<{ webhooks: Webhook[] } & Cut> {
	const { records, isPart, doubt } = await requestPages(connection, GET_WEBHOOKS, kind);
	return { webhooks: records.map(webhookOf), isPart, doubt };
}

export async function createWebhook(
	connection: Connection,
	configuration: IDataObject,
	words: Pick<CallWords, 'unclearAdvice'> = {},
): Promise<WrittenWebhook> {
	return await writeConfiguration(connection, configuration, {
		method: 'POST',
		path: '/webhooks',
		scope: 'Webhook_Create',
		...words,
	});
}

/** Replaces the whole configuration: the venue may lose what is not in it. The ID is from its list. */
export async function updateWebhook(
	connection: Connection,
	id: string,
	configuration: IDataObject,
): Promise<WrittenWebhook> {
	const note = () => noteOwnWrite(connection, id, configuration);
	// A poll may see it before its response comes, or if none comes.
	note();
	const written = await writeConfiguration(connection, configuration, {
		method: 'PUT',
		path: `/webhooks/${segment(id)}`,
		scope: 'Webhook_Update',
		isIdempotent: true,
	}).finally(note);
	return { id, ...written };
}

/**
 * A change writes what it has read, so two at once would undo each other. All venues of a platform
 * have one Base URL, and each may count its webhooks from 1.
 */
export async function changeInTurn<T>(
	connection: Pick<Connection, 'baseUrl' | 'clientId' | 'node' | 'signal'>,
	id: string,
	change: () => Promise<T>,
): Promise<T> {
	const { baseUrl, clientId, signal } = connection;
	const key = JSON.stringify([baseUrl, clientId, id]);
	const inTurn = async () => ({ changed: await oneAtATime(key, change) });
	const done = await untilCanceled(inTurn, signal);
	if (done === undefined) throw canceled(connection);
	return done.changed;
}

/**
 * A venue with one webhook may send it as one object instead of a list of one, bare or wrapped. An
 * ID and an address make a webhook, and so do an address and events: a list has none of these.
 */
export function asList(body: unknown): unknown {
	if (!isRecord(body) || namesWebhooks(body)) return body;
	const { id, record } = webhookOf(body);
	if (isText(record.url) && (id !== undefined || isRecord(record.webhooks))) return [body];
	const wrapped = Object.entries(body).map(([name, value]) => [name, asList(value)]);
	return Object.fromEntries(wrapped);
}

/** Complete, unlike an empty body. Without a name, `null` may be a slip, and a second webhook doubles all. */
function isNone(body: unknown): boolean {
	return isRecord(body) && Object.values(body).every((value) => value === null);
}

function namesWebhooks(body: VenueRecord): boolean {
	return listNames('webhooks').some((name) => Array.isArray(body[name]));
}

/** Whether the venue sends nothing to this webhook, however it says so. */
function isOff({ enabled }: VenueRecord): boolean {
	return booleanIn(enabled) === false;
}

function idOf(record: VenueRecord): string | undefined {
	return asId(record.webhookId) ?? asId(record.id) ?? idInOwnAddress(record);
}

/** The address of a webhook at the venue may be all that shows its ID. */
function idInOwnAddress({ _links, links, href }: VenueRecord): string | undefined {
	const [own] = [_links, links].filter(isRecord);
	const self = isRecord(own?.self) ? own.self.href : own?.self;
	return idInAddress(self) ?? idInAddress(href);
}

const OWN_ADDRESS = /\/webhooks\/([^/?#]+)\/?(?:[?#].*)?$/i;

function idInAddress(address: unknown): string | undefined {
	return OWN_ADDRESS.exec(textOf(address))?.[1];
}

const WEBHOOK_FIELDS =
	'webhookId id url enabled authentication apiKey webhooks events include'.split(' ');

/** A record has its configuration in an object, that has its topics in one, and each has its events. */
const DEEPEST_WEBHOOK_FIELD = 4;

const isDocumented = (record: VenueRecord) =>
	Object.hasOwn(record, 'webhookId') || Object.hasOwn(record, 'id');

/** It is written back with the names that the API document has. */
function spelled(record: VenueRecord, depth = 1): VenueRecord {
	const entries = Object.entries(spelledAs(WEBHOOK_FIELDS, record)).map(([name, value]) => [
		name,
		isRecord(value) && depth < DEEPEST_WEBHOOK_FIELD ? spelled(value, depth + 1) : value,
	]);
	return Object.fromEntries(entries) as VenueRecord;
}

/** A record may have the configuration in an object of its own, or next to the ID. */
export function webhookOf(given: VenueRecord): Webhook {
	const record = isDocumented(given) ? given : spelled(given);
	const name = nameOfInner(record);
	if (name === undefined) {
		const configuration = configurationOf(record);
		return { id: idOf(record), configuration, isOff: isOff(record), record };
	}
	const { [name]: inner, url: ownAddress, ...outer } = record as Record<string, VenueRecord>;
	const id = idOf(outer);
	const whole = { ...inner, ...outer };
	const configuration = id === undefined ? configurationOf(inner) : inner;
	// Whether it is on may stand next to the ID, and then the venue goes by that.
	const shownBeside = outer.enabled === undefined ? {} : { enabled: outer.enabled };
	return {
		id: id ?? idOf(inner) ?? idInAddress(ownAddress),
		configuration: { ...configuration, ...shownBeside },
		isOff: isOff(whole),
		record: whole,
	};
}

/**
 * The name of the object that has the configuration: the only one with an address. If the record has
 * one, too, that is its own at the venue, unless it has the events.
 */
function nameOfInner(record: VenueRecord): string | undefined {
	const hasUrl = isText(record.url);
	if (hasUrl && record.webhooks !== undefined) return undefined;
	const isInner = (value: unknown) =>
		isRecord(value) && isText(value.url) && (!hasUrl || isRecord(value.webhooks));
	if (Object.values(record).filter(isInner).length !== 1) return undefined;
	return Object.keys(record).find((name) => isInner(record[name]));
}

/** A record without the ID and the links that the venue added, ready to be written back. */
export function configurationOf(record: VenueRecord): IDataObject {
	const idField = asId(record.webhookId) === undefined ? 'id' : 'webhookId';
	const { [idField]: id, _links: links, ...rest } = record;
	return id === undefined && links === undefined ? record : rest;
}

async function writeConfiguration(
	connection: Connection,
	configuration: IDataObject,
	call: VenueCall,
): Promise<WrittenWebhook> {
	// The response may quote the request, so the secrets in it are hidden, too.
	const secrets = [...connection.secrets, ...secretsIn(configuration)];
	const { body, headers } = await request(
		{ ...connection, secrets },
		{ ...call, body: configuration },
	);
	const record = readRecord(body);
	if (record) return withoutNothing(webhookOf(record));
	const [path] = textOf(headers.location).split('?');
	const id = [asId(body), path.split('/').pop()].find((text) => LOOKS_LIKE_ID.test(text ?? ''));
	return id === undefined ? {} : { id };
}

/** Unlike a word or a sentence, such as “Created”. */
const LOOKS_LIKE_ID = /^[a-z_-]*\d[\w-]*$/i;

function withoutNothing({ id, record }: Webhook): WrittenWebhook {
	return id === undefined ? { record } : { id, record };
}

function isText(value: unknown): boolean {
	return typeof value === 'string';
}

/** JSON.parse rounds a longer number, which may then be the ID of another webhook. */
function asId(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	return trimmed(value) || undefined;
}

/** The last write of this process to a webhook. */
export interface OwnWrite {
	at: number;
	isOff: boolean;
}

const MOST_OWN_WRITES = 1_000;

const writes = new RecentMap<OwnWrite>(MOST_OWN_WRITES);

/** Keeps the recovery trigger from reporting what this n8n did to publish or unpublish a workflow. */
function noteOwnWrite(connection: Connection, id: string, configuration: IDataObject): void {
	const key = webhookKeyOf(connection, id, configuration.url);
	writes.set(key, { at: Date.now(), isOff: configuration.enabled === false });
}

export function ownWriteTo(connection: Connection, id: string, url: unknown): OwnWrite | undefined {
	return writes.get(webhookKeyOf(connection, id, url));
}

/**
 * Without the credential: another one may write to the same webhook. With the address: other venues
 * of the platform may have the same ID.
 */
function webhookKeyOf({ baseUrl }: Connection, id: string, url: unknown): string {
	return JSON.stringify([baseUrl, id, oneSpelling(url) ?? textOf(url)]);
}
