import { readReportPath } from '../../../venueApi/resources/apiPath';
import { type ApiCall, callApi } from '../../../venueApi/resources/calls';
import { readPlannedList } from '../../../venueApi/resources/plannedList';
import {
	itemsOfAnswer,
	itemsOfList,
	readResponseFormat,
	responseFields,
} from '../../output/response';
import {
	bodyField,
	ENTERED,
	hintSameReads,
	methodField,
	IN_OPTIONS,
	readBodyFor,
	readMethod,
	readPath,
	readQueryParameters,
} from '../../parameters/call';
import { optionsWith, readOptions } from '../../parameters/options';
import { dateRangeField, pagingFields, readListPlan } from '../../parameters/paging';
import type { Operation } from '../operation';

export const query: Operation = {
	option: {
		name: 'Query',
		value: 'query',
		action: 'Query data and reporting API',
		description: 'Call any address of the venue below /data/ or /reporting/',
	},
	fields: [
		methodField,
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. /data/visits',
			description:
				'Path below the Base URL of the credential. It starts with /data/ or /reporting/.',
		},
		optionsWith(
			bodyField,
			{
				displayName: 'Query Parameters',
				name: 'queryParameters',
				type: 'json',
				default: '{}',
				description:
					'Query parameters as a JSON object of names and values, such as {"name": "value"}',
			},
			dateRangeField,
			...pagingFields,
			...responseFields,
		),
	],
	sample: {},
	itemOrder: ({ method = 'GET' }) => (method === 'GET' ? 'inTurn' : 'onceInTurn'),

	async execute({ context, connection, itemIndex }) {
		const method = readMethod(context, itemIndex);
		const path = readPath(context, itemIndex, readReportPath, '/data/visits or /reporting/sales');
		const options = readOptions(context, itemIndex);
		const format = readResponseFormat(context, options);
		const call: ApiCall = {
			method,
			path,
			query: readQueryParameters(context, method, options),
			body: readBodyFor(context, method, options),
			...ENTERED,
			...IN_OPTIONS,
		};
		if (method === 'GET') hintSameReads(context, itemIndex);
		const plan = readListPlan(context, call, options);
		if (plan) return itemsOfList(context, await readPlannedList(connection, call, plan));
		const answer = await callApi(connection, { ...call, format });
		return await itemsOfAnswer(answer, { context, connection, call, format, options });
	},
};
