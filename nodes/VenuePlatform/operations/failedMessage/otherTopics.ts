import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import type { Connection } from '../../../venueApi/connection';
import { readApiPath } from '../../../venueApi/resources/apiPath';
import { holdsKeys } from '../../../venueApi/resources/calls';
import { inWords, TOPICS } from '../../../venueApi/resources/events';
import { requestList } from '../../../venueApi/resources/reading';
import { BOOKING } from '../../../venueApi/resources/failedMessages';
import type { VenueRecord } from '../../../venueApi/records';

/** A topic to recover with a call that the user enters: the API document shows no such call. */
export interface OtherTopic {
	topic: string;
	path: string;
	dateParameter: string;
}

export const otherTopicsField: INodeProperties = {
	displayName: 'Other Topics',
	name: 'otherTopics',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Topic',
	default: {},
	description:
		'What else to fetch again if messages about it failed. Ask the venue platform’s support for the path, the date parameter and the scope: the public API documentation does not show them. Each item then has its “topic”.',
	options: [
		{
			displayName: 'Topic',
			name: 'topics',
			values: [
				{
					displayName: 'Date Parameter',
					name: 'dateParameter',
					type: 'string',
					default: '',
					placeholder: 'e.g. modifiedFromDate',
					description:
						'The query parameter of that call that takes the time of the earliest change',
				},
				{
					displayName: 'Path',
					name: 'path',
					type: 'string',
					default: '',
					placeholder: 'e.g. /customers',
					description: 'Path below the Base URL of the credential',
				},
				{
					displayName: 'Topic',
					name: 'topic',
					type: 'options',
					options: Object.keys(TOPICS)
						.filter((topic) => topic !== BOOKING)
						.map((topic) => ({ name: inWords(topic), value: topic }))
						.sort((a, b) => a.name.localeCompare(b.name)),
					default: 'Customer',
					description: 'What the failed messages are about',
				},
			],
		},
	],
};

export function readOtherTopics(context: IExecuteFunctions, value: unknown): OtherTopic[] {
	const { topics } = (value ?? {}) as { topics?: IDataObject | IDataObject[] };
	return [topics ?? []].flat().map(({ topic, path, dateParameter }) => {
		const name = String(topic ?? 'Customer');
		const refuse = (label: string, reason: string): never => {
			throw new NodeOperationError(
				context.getNode(),
				`“${label}” of ${inWords(name)} in Other Topics cannot be used: ${reason}`,
				{ description: 'Ask the venue platform’s support for the call, or remove the topic.' },
			);
		};
		const read = readApiPath(path);
		if ('reason' in read) return refuse('Path', read.reason);
		if (holdsKeys(read.path)) return refuse('Path', 'webhooks are not something that was missed');
		const date = String(dateParameter ?? '').trim();
		if (date === '') return refuse('Date Parameter', 'it is empty');
		return { topic: name, path: read.path, dateParameter: date };
	});
}

export async function listChanged(
	connection: Connection,
	{ path, dateParameter, topic }: OtherTopic,
	since: string,
): Promise<VenueRecord[]> {
	return await requestList(
		connection,
		{
			method: 'GET',
			path,
			query: { [dateParameter]: since },
			enteredAs: 'Path',
			list: { atMost: Infinity, name: path.split('/')[1] },
		},
		{ name: inWords(topic) },
	);
}
