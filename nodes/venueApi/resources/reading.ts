import type { VenueCall } from '../transport/call';
import type { Connection } from '../connection';
import { explainUnknownForm } from '../messages/explanations';
import { nodeApiError } from '../messages/nodeErrors';
import { request } from '../transport/request';
import { readList, readRecord, type VenueRecord } from '../shapes/records';

export async function requestList(connection: Connection, call: VenueCall): Promise<VenueRecord[]> {
	const answer = await request(connection, call);
	const list = readList(answer.body);
	if (list === undefined) throw nodeApiError(connection.node, explainUnknownForm('a list'));
	return list;
}

export async function requestRecord(connection: Connection, call: VenueCall): Promise<VenueRecord> {
	const answer = await request(connection, call);
	const record = readRecord(answer.body);
	if (record === undefined) throw nodeApiError(connection.node, explainUnknownForm('a record'));
	return record;
}
