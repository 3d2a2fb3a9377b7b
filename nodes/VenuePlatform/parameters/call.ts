import {
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import {
	jsonObjectOf,
	jsonOf,
	namesListed,
	readChoice,
	refuseObjectAsText,
	requiredJson,
} from '../../parameters/reading';
import { readJson } from '../../parameters/values';
import type { ReadPath } from '../../venueApi/resources/apiPath';
import { isForAgent } from '../output/forAgent';
import { isRecord, textOf } from '../../venueApi/records';
import { hint } from '../../n8n/hint';
import { hintEmptyField, hintEmptyParts, isEmpty } from './empty';

const METHODS: IHttpRequestMethods[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

const WITH_BODY: IHttpRequestMethods[] = ['PATCH', 'POST', 'PUT'];

export const methodField: INodeProperties = {
	displayName: 'Method',
	name: 'method',
	type: 'options',
	required: true,
	options: METHODS.map((method) => ({ name: method, value: method })),
	default: 'GET',
	description: 'GET only reads. An AI agent sends only GET, unless you choose another method here.',
};

export const bodyField: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	displayOptions: { show: { '/method': WITH_BODY } },
	default: '{}',
	description: 'What to send, as JSON, such as {"name": "value"}',
};

/** How messages name the fields of a call of the user’s own. */
export const ENTERED = { enteredAs: 'Path', enteredBy: 'Method, Path and Options' };

/** For operations that have these options. */
export const IN_OPTIONS = {
	narrowedBy: 'Query Parameters',
	listAdvice: 'Remove All Pages and Date Range in Options to get what the venue sends.',
};

/** Undefined if the method has no body. */
export function readBodyFor(
	context: IExecuteFunctions,
	method: IHttpRequestMethods,
	options: IDataObject,
): ReturnType<typeof jsonOf> | undefined {
	if (!WITH_BODY.includes(method)) return undefined;
	return jsonOf(context, 'Body', readJsonOption(context, method, options, 'Body') ?? {});
}

export function readQueryParameters(
	context: IExecuteFunctions,
	method: IHttpRequestMethods,
	options: IDataObject,
): IDataObject {
	const label = 'Query Parameters';
	const query = jsonObjectOf(context, label, readJsonOption(context, method, options, label));
	const empty = Object.keys(query).filter((name) => isEmpty(query[name]));
	if (empty.length === 0 || !isGivenByExpression(context, label)) return query;
	if (method === 'GET') {
		hintEmptyParts(context, label, empty);
		return query;
	}
	const names = namesListed(empty);
	throw new NodeOperationError(context.getNode(), `“${label}” has nothing in ${names}`, {
		description:
			'The expression gives nothing for this item. Put a Filter node before this one that lets only items with a value pass.',
	});
}

const JSON_OPTIONS = { Body: 'body', Headers: 'headers', 'Query Parameters': 'queryParameters' };

/**
 * Where an expression gives nothing, a request that changes something is not sent: without what it
 * is about, it could change more.
 */
function readJsonOption(
	context: IExecuteFunctions,
	method: IHttpRequestMethods,
	options: IDataObject,
	label: keyof typeof JSON_OPTIONS,
): unknown {
	const value = options[JSON_OPTIONS[label]];
	if (!isGivenByExpression(context, label) || readJson(value) !== undefined) return value;
	if (method !== 'GET') return requiredJson(context, label, value);
	hintEmptyField(context, `${label} is empty, so the venue is asked without it.`);
	return value;
}

function isGivenByExpression(
	context: IExecuteFunctions,
	label: keyof typeof JSON_OPTIONS,
): boolean {
	const entered: unknown = context.getNode().parameters.options;
	return isRecord(entered) && isExpression(entered[JSON_OPTIONS[label]]);
}

export function readMethod(context: IExecuteFunctions, itemIndex: number): IHttpRequestMethods {
	const given = textOf(context.getNodeParameter('method', itemIndex, 'GET')).toUpperCase();
	const method = readChoice(context, 'Method', given, METHODS);
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

/** The agent may fill in whatever is not fixed in the panel. */
function isLeftToAgent(context: IExecuteFunctions): boolean {
	return isForAgent(context) && isExpression(context.getNode().parameters.method);
}

/** n8n says so itself, but only of Get Many. */
export function hintRepeats(context: IExecuteFunctions, comes: string): void {
	const { length } = context.getInputData();
	if (length === 1) return;
	hint(
		context,
		`This step runs once for each of its ${length} items, so each ${comes} ${length} times. Switch on Execute Once in the settings of this step, and it runs once.`,
	);
}

/** Without an expression, a call that reads gets the same for each item. */
export function hintSameReads(context: IExecuteFunctions, itemIndex: number): void {
	if (itemIndex > 0) return;
	const hasExpression = JSON.stringify(context.getNode().parameters).includes(':"=');
	if (!hasExpression) hintRepeats(context, 'record comes');
}

export function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}

/**
 * The path that was typed or given by an expression. Throws if it could lead anywhere else, or to
 * all records instead of one, where an expression gave no ID.
 */
export function readPath(
	context: IExecuteFunctions,
	itemIndex: number,
	read: (typed: unknown) => ReadPath,
	examples: string,
): string {
	const entered = context.getNode().parameters.path;
	const given = context.getNodeParameter('path', itemIndex, '');
	refuseObjectAsText(context, 'Path', given, false);
	const result = read(given);
	const lacksEnd = 'path' in result && result.path.endsWith('/') && endsInExpression(entered);
	if ('path' in result && !lacksEnd) return result.path;
	const reason = 'path' in result ? 'nothing follows its last slash' : result.reason;
	throw new NodeOperationError(context.getNode(), `“Path” cannot be used: ${reason}`, {
		description: lacksEnd
			? 'The expression at its end gives nothing for this item. Put a Filter node before this one that lets only items with a value pass.'
			: `Enter a path such as ${examples}.`,
	});
}

function endsInExpression(entered: unknown): boolean {
	return isExpression(entered) && textOf(entered).trimEnd().endsWith('}}');
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** What a header may contain: no line breaks, and only Latin-1 characters. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that n8n or this node sets, and headers that change method, host or path on the way. */
const RESERVED =
	/^(accept|authorization|connection|content-(length|type|encoding)|cookie|expect|forwarded|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|x-credential-test|x-(forwarded|original|rewrite)-.*|x-(http-)?method(-override)?|x-real-ip)$/i;

/** Headers in addition to those of every request. */
export function readHeaders(
	context: IExecuteFunctions,
	method: IHttpRequestMethods,
	options: IDataObject,
): Record<string, string> {
	const headers = readJsonOption(context, method, options, 'Headers');
	const given = Object.entries(jsonObjectOf(context, 'Headers', headers));
	const refuse = (name: string, reason: string): never => {
		throw new NodeOperationError(context.getNode(), `“Headers” cannot be used: ${reason}`, {
			description: `Remove or correct “${namesListed([name])}”.`,
		});
	};
	return Object.fromEntries(
		given.map(([name, content]) => {
			if (!HEADER_NAME.test(name)) refuse(name, 'a name in it is not one of a header');
			if (RESERVED.test(name)) refuse(name, 'it holds a header that the node sets itself');
			const isPlain = ['string', 'number', 'boolean'].includes(typeof content);
			if (!isPlain) refuse(name, 'a value in it is not a text');
			if (!VALUE.test(String(content))) {
				refuse(name, 'a value in it has a character that no header can have, such as an emoji');
			}
			return [name, String(content)];
		}),
	);
}
