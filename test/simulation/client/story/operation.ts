import type { IExecuteFunctions } from 'n8n-workflow';

import type { Surface } from '../weather/spells';
import type { Connection, Shipped } from '../shipped';
import type { OperationKind } from './story';

/** A call that only checks whether calls are answered again. */
export interface Probe {
	/** Why it has to be answered from now on. */
	because: string;
	withinMs: number;
}

/** One operation of a node, and its outcome. */
export interface Operation {
	name: string;
	actor: string;
	kind: OperationKind;
	process: string;
	credential: string;
	/** The accounts that the credential had while it ran. */
	clientIds: string[];
	host: string;
	surface: Surface;
	isUnsafe: boolean;
	dataSet: number;
	patienceMs: number;
	/** How long the calls before it, to the same venue and address, may delay it. */
	lineMs: number;
	startedAt: number;
	endedAt?: number;
	outcome?: 'answered' | 'failed' | 'canceled';
	canceledAt?: number;
	/** Everything that the user could read. */
	text: string;
	message: string;
	/** When it should work again, in true time. */
	retryAt?: number;
	answer?: unknown;
	probe?: Probe;
}

export function surfaceOf(kind: OperationKind): Surface {
	return ['bulkReport', 'revenueActivity', 'query', 'unsafeQuery', 'plainPost'].includes(kind)
		? 'data'
		: 'rest';
}

export function isUnsafe(kind: OperationKind): boolean {
	const unsafe = [
		'createWebhook',
		'publish',
		'bulkReport',
		'revenueActivity',
		'unsafeQuery',
		'plainPost',
	];
	return unsafe.includes(kind);
}

/** A user or n8n is waiting, so it goes ahead of the calls of workflows. */
export function isUrgent({ kind }: Pick<Operation, 'kind'>): boolean {
	return kind === 'publish' || kind === 'openList';
}

export function patienceOf({ PATIENCE_MS }: Shipped, kind: OperationKind): number {
	return PATIENCE_MS[purposeOf(kind)];
}

export function purposeOf(kind: OperationKind): 'list' | 'registration' | 'execution' {
	if (kind === 'openList') return 'list';
	return kind === 'publish' ? 'registration' : 'execution';
}

/** n8n's own HTTP Request node with our credential: none of our code paces or repeats its calls. */
export function isPlain({ kind }: Pick<Operation, 'kind'>): boolean {
	return kind === 'plainRequest' || kind === 'plainPost';
}

const PLAIN_TIMEOUT_MS = 60_000;

/** The older of n8n's two functions, which passes each unsuccessful response to the credential. */
export async function sendPlainly(
	context: IExecuteFunctions,
	{ name, kind, host }: Operation,
): Promise<unknown> {
	const isPost = kind === 'plainPost';
	return (await context.helpers.requestWithAuthentication.call(context, 'venuePlatformApi', {
		method: isPost ? 'POST' : 'GET',
		uri: `https://${host}${isPost ? '/data/notes' : `/bookings/${encodeURIComponent(name)}`}`,
		...(isPost ? { body: { note: name } } : {}),
		json: true,
		timeout: PLAIN_TIMEOUT_MS,
	})) as unknown;
}

/** Calls the shipped functions like the operations of the nodes. */
export async function perform(
	shipped: Shipped,
	connection: Connection,
	{ name, kind, dataSet }: Operation,
): Promise<unknown> {
	const webhook = { url: `https://n8n.example.com/${encodeURIComponent(name)}`, enabled: true };
	const requestExport = async (path: string, body: object) =>
		(await shipped.callApi(connection, { method: 'POST', path, body })).body;
	switch (kind) {
		case 'booking':
			return await shipped.getBooking(connection, name);
		case 'bookings':
			return await shipped.listBookings(connection, {});
		case 'failedMessages':
			return await shipped.listFailedMessages(connection);
		case 'createWebhook':
			return await shipped.createWebhook(connection, webhook);
		case 'updateWebhook':
			return await shipped.updateWebhook(connection, '7', webhook);
		case 'openList':
			return await shipped.listBookings(connection, {});
		case 'publish':
			await shipped.listWebhooks(connection);
			return await shipped.createWebhook(connection, webhook);
		case 'bulkReport':
			return await requestExport(shipped.BULK_REPORT, { dataSet });
		case 'revenueActivity':
			return await requestExport(shipped.REVENUE_ACTIVITY, { from: '2026-01-01' });
		case 'query':
			return (await shipped.callApi(connection, { method: 'GET', path: '/data/visits' })).body;
		case 'unsafeQuery':
			return (await shipped.callApi(connection, bulkQueryOr(dataSet, name))).body;
		case 'plainRequest':
		case 'plainPost':
			throw new Error('Nothing of the shipped client sends this');
	}
}

/** One of them is an export that looks like a query, and only its query tells it from others. */
function bulkQueryOr(dataSet: number, name: string) {
	return dataSet === 0
		? { method: 'POST' as const, path: '/reporting/bulk', query: { of: name }, body: {} }
		: { method: 'POST' as const, path: '/data/notes', body: { note: name } };
}
