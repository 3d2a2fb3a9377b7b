import { type IExecuteFunctions, type IHttpRequestMethods, NodeOperationError } from 'n8n-workflow';

import { readReportPath } from '../../../venueApi/resources/reportPath';
import { queryReports } from '../../../venueApi/resources/reports';
import { jsonObjectOf, jsonOf } from '../../parameters/json';
import { optionsWith, readOptions } from '../../parameters/options';
import type { Operation } from '../operation';
import { answerItems } from './answerItems';

const METHODS: IHttpRequestMethods[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const WITH_BODY: IHttpRequestMethods[] = ['PATCH', 'POST', 'PUT'];

export const query: Operation = {
	option: {
		name: 'Query',
		value: 'query',
		action: 'Query data and reporting API',
		description: 'Call any address of the venue below /data/ or /reporting/',
	},
	fields: [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			required: true,
			options: METHODS.map((method) => ({ name: method, value: method })),
			default: 'GET',
			description: 'HTTP method of the call. GET reads and changes nothing.',
		},
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
			{
				displayName: 'Body',
				name: 'body',
				type: 'json',
				displayOptions: { show: { '/method': WITH_BODY } },
				default: '{}',
				description: 'What to send, as JSON',
			},
			{
				displayName: 'Query Parameters',
				name: 'queryParameters',
				type: 'json',
				default: '{}',
				description: 'Query parameters as a JSON object of names and values',
			},
		),
	],

	async execute({ context, connection, itemIndex }) {
		const method = readMethod(context, itemIndex);
		const path = readPath(context, itemIndex);
		const options = readOptions(context, itemIndex);
		const body = WITH_BODY.includes(method)
			? jsonOf(context, 'Body', options.body ?? {})
			: undefined;
		const answer = await queryReports(connection, {
			method,
			path,
			query: jsonObjectOf(context, 'Query Parameters', options.queryParameters),
			body,
			enteredAs: 'Path',
		});
		return answerItems(answer);
	},
};

function readMethod(context: IExecuteFunctions, itemIndex: number): IHttpRequestMethods {
	const given = String(context.getNodeParameter('method', itemIndex, 'GET'))
		.trim()
		.toUpperCase();
	const method = METHODS.find((known) => known === given);
	if (method) return method;
	throw new NodeOperationError(context.getNode(), '“Method” is not one of its options', {
		description: `Choose from ${METHODS.join(', ')}.`,
	});
}

function readPath(context: IExecuteFunctions, itemIndex: number): string {
	const result = readReportPath(String(context.getNodeParameter('path', itemIndex)));
	if ('path' in result) return result.path;
	throw new NodeOperationError(context.getNode(), `“Path” cannot be used: ${result.reason}`, {
		description: 'Enter a path such as /data/visits or /reporting/sales.',
	});
}
