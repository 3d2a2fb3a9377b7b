import {
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { jsonOf } from './json';

const METHODS: IHttpRequestMethods[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

const WITH_BODY: IHttpRequestMethods[] = ['PATCH', 'POST', 'PUT'];

export const methodField: INodeProperties = {
	displayName: 'Method',
	name: 'method',
	type: 'options',
	required: true,
	options: METHODS.map((method) => ({ name: method, value: method })),
	default: 'GET',
	description:
		'HTTP method of the call. GET reads and changes nothing. An AI agent sends only GET, unless you choose another method here yourself.',
};

export const bodyField: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	displayOptions: { show: { '/method': WITH_BODY } },
	default: '{}',
	description: 'What to send, as JSON, such as {"name": "value"}',
};

/** Undefined where the method sends none. */
export function readBodyFor(
	context: IExecuteFunctions,
	method: IHttpRequestMethods,
	{ body }: IDataObject,
): ReturnType<typeof jsonOf> | undefined {
	return WITH_BODY.includes(method) ? jsonOf(context, 'Body', body ?? {}) : undefined;
}

export function readMethod(context: IExecuteFunctions, itemIndex: number): IHttpRequestMethods {
	const given = String(context.getNodeParameter('method', itemIndex, 'GET'))
		.trim()
		.toUpperCase();
	const method = METHODS.find((known) => known === given);
	if (!method) {
		throw new NodeOperationError(context.getNode(), '“Method” is not one of its options', {
			description: `Choose from ${METHODS.join(', ')}.`,
		});
	}
	if (method !== 'GET' && isLeftToAgent(context)) {
		throw new NodeOperationError(
			context.getNode(),
			'“Method” has to be GET: an AI agent may not choose another one',
			{
				description: `To have the agent send ${method}, choose it in Method of this tool yourself, without an expression.`,
			},
		);
	}
	return method;
}

/** n8n calls the node “…Tool” where an agent uses it; what is not fixed in the panel, the agent may fill in. */
function isLeftToAgent(context: IExecuteFunctions): boolean {
	const { type, parameters } = context.getNode();
	return type.endsWith('Tool') && isExpression(parameters.method);
}

export function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}
