import { createHash } from 'node:crypto';
import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { VenueCall } from './call';
import type { Connection } from './connection';
import { type Cooldown, cooldownOf, type CooldownRule } from './cooldowns';
import { request } from './request';
import { isRecord } from './shapes/records';

const BULK = '/reporting/bulk';
const REVENUE_ACTIVITY = '/reporting/bulk/revenue-activity';

const HOUR_MS = 60 * 60_000;

const ONE_DATA_SET: CooldownRule = {
	ms: 6 * HOUR_MS,
	followsEachRequest: true,
	inWords: 'The venue gives out each data set once in about 6 hours.',
};

const REVENUE_ACTIVITY_BURST: CooldownRule = {
	ms: 24 * HOUR_MS,
	followsEachRequest: false,
	inWords:
		'After several requests in a short time the venue gives out revenue activity again 24 hours later.',
};

/** One call below `/data/` or `/reporting/`. */
export interface ReportQuery {
	method: IHttpRequestMethods;
	path: string;
	query?: IDataObject;
	body?: unknown;
}

export async function requestBulkReport(connection: Connection, body: IDataObject) {
	return await queryReports(connection, { method: 'POST', path: BULK, body });
}

export async function requestRevenueActivity(connection: Connection, body: IDataObject) {
	return await queryReports(connection, { method: 'POST', path: REVENUE_ACTIVITY, body });
}

/** What the venue answers, in whatever form: the document shows none. */
export async function queryReports(connection: Connection, query: ReportQuery): Promise<unknown> {
	const call: VenueCall = { ...query, cooldown: exportCooldown(connection, query) };
	return (await request(connection, call)).body;
}

function exportCooldown(
	{ baseUrl, clientId }: Connection,
	query: ReportQuery,
): Cooldown | undefined {
	if (query.method !== 'POST') return undefined;
	const venue = `${baseUrl} ${clientId}`;
	switch (query.path.toLowerCase().replace(/\/$/, '')) {
		case BULK:
			return cooldownOf(`${venue} ${contentHash(query.body)}`, ONE_DATA_SET);
		case REVENUE_ACTIVITY:
			return cooldownOf(venue, REVENUE_ACTIVITY_BURST);
		default:
			return undefined;
	}
}

/** No field names a data set in the document: the same content is taken for the same data set. */
function contentHash(body: unknown): string {
	const text = JSON.stringify(body ?? null, (_, value: unknown) =>
		isRecord(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
	return createHash('sha256').update(text).digest('base64');
}
