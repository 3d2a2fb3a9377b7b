import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { readApiPath } from '../../../venueApi/resources/apiPath';
import { type ApiCall, callApi, holdsKeys } from '../../../venueApi/resources/calls';
import type { ResponseFormat } from '../../../venueApi/answers/contentType';
import { textOf } from '../../../venueApi/records';
import { isSafeToRepeat } from '../../../venueApi/transport/call';
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
	readHeaders,
	readMethod,
	readPath,
	readQueryParameters,
} from '../../parameters/call';
import { readSwitch } from '../../../parameters/reading';
import { dateRangeField, pagingFields, readListPlan } from '../../parameters/paging';
import { optionsWith, readOptions } from '../../parameters/options';
import type { Operation } from '../operation';
import {
	ENTER_PATH,
	isReading,
	knownCallField,
	knownCallFields,
	readKnownCall,
} from './knownCalls';

export const call: Operation = {
	option: {
		name: 'Call',
		value: 'call',
		action: 'Call API',
		description:
			'Call any address of the venue’s API, for what has no operation here, at the pace that the venue allows',
	},
	fields: [
		knownCallField,
		{ ...methodField, displayOptions: { show: { knownCall: [ENTER_PATH] } } },
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			required: true,
			displayOptions: { show: { knownCall: [ENTER_PATH] } },
			default: '',
			placeholder: 'e.g. /customers',
			description:
				'Path below the Base URL of the credential, as the venue’s API documentation has it',
		},
		...knownCallFields,
		optionsWith(
			bodyField,
			{
				displayName: 'Headers',
				name: 'headers',
				type: 'json',
				default: '{}',
				description:
					'Additional headers as a JSON object, such as {"Accept-Language": "en"}. The node sets the usual ones.',
			},
			{
				displayName: 'Query Parameters',
				name: 'queryParameters',
				type: 'json',
				default: '{}',
				description:
					'Query parameters as a JSON object of names and values, such as {"modifiedFromDate": "2026-06-01T10:00:00Z"}',
			},
			{
				displayName: 'Scope',
				name: 'scope',
				type: 'string',
				default: '',
				placeholder: 'e.g. Customer_Get',
				description:
					'The scope that this call needs, as the venue platform’s support names it. The message shows it if the credentials do not have it.',
			},
			{
				displayName: 'Split List',
				name: 'splitList',
				type: 'boolean',
				default: true,
				description:
					'Whether to return one item for each record of a list that is inside an object, such as {"items": […]}',
			},
			dateRangeField,
			...pagingFields,
			...responseFields,
		),
	],
	sample: {},
	itemOrder({ knownCall = ENTER_PATH, method = 'GET' }) {
		const reads = knownCall === ENTER_PATH ? method === 'GET' : isReading(knownCall);
		return reads ? 'together' : 'onceInTurn';
	},

	async execute({ context, connection, itemIndex }) {
		const options = readOptions(context, itemIndex);
		const own = readKnownCall(context, itemIndex) ?? readOwnCall(context, itemIndex, options);
		const format = readFormat(context, options, own.path);
		const isSplit = readSwitch(context, 'Split List', options.splitList ?? false);
		const entered = readQueryParameters(context, own.method, options);
		const call: ApiCall = {
			...own,
			query: { ...own.query, ...entered },
			headers: readHeaders(context, own.method, options),
			scope: textOf(options.scope).trim() || undefined,
			...IN_OPTIONS,
		};
		if (isSafeToRepeat(call)) hintSameReads(context, itemIndex);
		const plan = readListPlan(context, call, options);
		if (plan) {
			return itemsOfList(context, await readPlannedList(connection, call, { ...plan, isSplit }));
		}
		// Of a known call, the content type says nothing: services often declare JSON wrongly.
		const isAsDeclared = own.enteredAs !== undefined || format !== 'automatic';
		const answer = await callApi(connection, { ...call, ...(isAsDeclared ? { format } : {}) });
		const reads = isSafeToRepeat(call);
		const response = { context, connection, call, format, options, isSplit, reads };
		return await itemsOfAnswer(answer, response);
	},
};

function readOwnCall(context: IExecuteFunctions, itemIndex: number, options: IDataObject): ApiCall {
	const method = readMethod(context, itemIndex);
	const path = readPath(context, itemIndex, readApiPath, '/customers or /products/1001');
	return { method, path, body: readBodyFor(context, method, options), ...ENTERED };
}

function readFormat(
	context: IExecuteFunctions,
	options: IDataObject,
	path: string,
): ResponseFormat {
	const format = readResponseFormat(context, options);
	if (!holdsKeys(path) || format === 'automatic' || format === 'json') return format;
	throw new NodeOperationError(
		context.getNode(),
		'“Response Format” has to be Automatic or JSON for webhooks',
		{ description: 'Their keys are hidden, which is only possible in JSON.' },
	);
}
