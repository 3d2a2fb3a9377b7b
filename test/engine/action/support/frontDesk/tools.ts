import {
	type FromAIArgument,
	type IDataObject,
	type INodeParameters,
	traverseNodeParameters,
} from 'n8n-workflow';

import { readExample } from '../../../../examples/examples';
import { read, rowsOf } from '../../../../unit/texts/support/pages';
import type { Call } from './questions';

const FROM_AI = /\$fromAI\('(\w+)', '([^']*)'(?:, '(\w+)')?(?:, ([^()]+))?\)/g;
/** Where a workflow keeps what a user enters in a field. */
const LABELS: Record<string, string[]> = {
	'Tool Description': ['toolDescription'],
	Resource: ['resource'],
	Operation: ['operation'],
	Path: ['path'],
	'Visit From': ['filters', 'visitFrom'],
	'Visit To': ['filters', 'visitTo'],
	'Contains Text': ['filters', 'containsText'],
	'Additional Query Parameters': ['filters', 'additionalQuery'],
	'Query Parameters': ['options', 'queryParameters'],
	'Date Range: From': ['options', 'dateRange', 'from'],
	'Date Range: End Is': ['options', 'dateRange', 'endIs'],
};
const CHOICES: Record<string, string> = {
	'Bulk Report': 'bulkReport',
	Query: 'query',
	'Next Day': 'nextDay',
};
export const ADDED_TOOL = 'List All Changes';

/** The tools of an example, as its agent’s model sees them. */
export const toolsOf = (example: string) =>
	new Map(
		readExample(example)
			.nodes.filter(({ type }) => type.endsWith('venuePlatformTool'))
			.map(({ name, parameters }) => [name, parameters as INodeParameters]),
	);

const tools = toolsOf('office/front-desk-agent');

/** The same, after a user has done what the page says about a list that is a search. */
export const toolsOfSearch = new Map(
	[...tools].map(([name, parameters]) => [name, structuredClone(parameters) as IDataObject]),
);
toolsOfSearch.set(ADDED_TOOL, { descriptionType: 'manual', method: 'GET' });
for (const [tool, label, value] of rowsOf(read('docs/agents.md'))) {
	const parameters = toolsOfSearch.get(tool);
	if (!parameters || !(label in LABELS)) continue;
	const path = [...LABELS[label]];
	const name = path.pop()!;
	const within = path.reduce<IDataObject>(
		(outer, inner) => (outer[inner] ??= {}) as IDataObject,
		parameters,
	);
	const entered = value.replace(/^`|`$/g, '');
	if (value.startsWith('nothing')) delete within[name];
	else within[name] = entered.includes('{{') ? `=${entered}` : (CHOICES[entered] ?? entered);
}

/** The tools that the model of such a venue is offered. */
export const toolsFor = (isSearch: boolean) =>
	(isSearch ? toolsOfSearch : tools) as Map<string, INodeParameters>;

/** What n8n lets the model fill in. */
export function askedOf(parameters: INodeParameters): FromAIArgument[] {
	const asked: FromAIArgument[] = [];
	traverseNodeParameters(parameters, asked);
	return asked.filter(({ key }, index) => asked.findIndex((one) => one.key === key) === index);
}

/** n8n evaluates the rest of the expression, and shows the node the text that was entered. */
export function filledIn(parameters: INodeParameters, given: Call['given']): INodeParameters {
	const fill = (value: unknown): unknown => {
		if (typeof value === 'string') {
			return value.replace(FROM_AI, (_, name: string, _text, _type, other = 'undefined') => {
				const text = name in given ? JSON.stringify(given[name]) : String(other);
				return `(/*$fromAI*/ ${text.replace(/[{}]/g, escaped)})`;
			});
		}
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
	};
	return fill(parameters) as INodeParameters;
}

/** A brace of the model’s must not end the expression. */
const escaped = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;
