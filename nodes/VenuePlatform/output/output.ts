import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { namesListed, readChoice } from '../../parameters/reading';
import type { VenueRecord } from '../../venueApi/records';
import { type AgentQuestion, bookingsInShort, type ShortRecords } from './essentials';
import { isForAgent, noteOnPart, shortList } from './forAgent';
import { hint } from '../../n8n/hint';
import { has, type FieldPath, readPaths, selection } from './selected';
import { MOST_FIELDS, simplified } from './simplified';

/** A list with a `limit` may hold more records than are returned. */
type Shape = (records: VenueRecord[], limit?: number, question?: AgentQuestion) => IDataObject[];

/** As n8n calls what a list offers. */
const FIELDS = 'Field Names or IDs';

const output: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	required: true,
	options: [
		{
			name: 'Raw',
			value: 'raw',
			description: 'Everything, as the venue gives it',
		},
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'Only the fields that you name',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: `What people ask about first, in at most ${MOST_FIELDS} fields. Long texts are cut, and a list becomes its length.`,
		},
	],
	default: 'raw',
	description: 'How much of each record to return',
};

/** Whether a user chooses how much an agent reads. Otherwise, it is short. */
export function hasOutput(fields: INodeProperties[]): boolean {
	return fields.some(({ name }) => name === output.name);
}

/**
 * n8n makes a second node type for AI agents from this one. Its name ends in “Tool”, and “@tool”
 * checks for that.
 */
export const FOR_AGENTS = { '@tool': [true] };
export const FOR_PEOPLE = { '@tool': [false] };

const fieldsAsText: INodeProperties = {
	displayName: FIELDS,
	name: 'fields',
	type: 'string',
	displayOptions: { show: { output: ['selected'] } },
	default: '',
	placeholder: 'e.g. uniqueId, status, customer.name',
	description:
		'Names of the fields to return, separated by commas. A dot leads into a record or a list: customer.name, tickets.status, tickets.0.status.',
};

/** A list of the venue's own fields for a person, and a text for an agent. */
export function chosenFields(
	text: INodeProperties,
	purpose: string,
	loadOptionsMethod: 'getBookingFields' | 'getListedFields',
): INodeProperties[] {
	const { displayName, name, displayOptions: { show } = {} } = text;
	return [
		{
			displayName,
			name,
			type: 'multiOptions',
			displayOptions: { show: { ...FOR_PEOPLE, ...show } },
			typeOptions: { loadOptionsMethod },
			default: [],
			// Its wording is a rule of n8n.
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			hint: purpose,
		},
		{ ...text, displayOptions: { show: { ...FOR_AGENTS, ...show } } },
	];
}

/** For records in the form of a booking. Twice, because the panel has to show each default. */
export const bookingOutput: INodeProperties[] = [
	{ ...output, displayOptions: { show: FOR_PEOPLE }, default: 'raw' },
	{ ...output, displayOptions: { show: FOR_AGENTS }, default: 'simplified' },
	...chosenFields(
		fieldsAsText,
		'The names of the fields of recent bookings, each with an example',
		'getBookingFields',
	),
];

/** Known fields can be typed: the schema shows them. */
export const messageOutput: INodeProperties[] = [
	{ ...output, default: 'simplified' },
	fieldsAsText,
];

/** What Simplified means for a kind of records: each by itself, and a list for an agent. */
interface Simplify {
	each(record: VenueRecord): IDataObject;
	forAgent(records: VenueRecord[], question?: AgentQuestion): ShortRecords;
}

const SIMPLIFY_BOOKINGS: Simplify = { each: simplified, forAgent: bookingsInShort };

/** How the user wants to see the records. Read first: a wrong value then costs no request. */
export function readOutput(
	context: IExecuteFunctions,
	itemIndex: number,
	simplify = SIMPLIFY_BOOKINGS,
): Shape {
	const output = context.getNodeParameter('output', itemIndex);
	switch (readChoice(context, 'Output', output, ['raw', 'simplified', 'selected'])) {
		case 'raw':
			return upToLimit(context, (records) => records);
		case 'simplified':
			return isForAgent(context)
				? (records, limit, question) =>
						shortList(records, (some) => simplify.forAgent(some, question), limit)
				: upToLimit(context, (records) => records.map((record) => simplify.each(record)));
		case 'selected': {
			const paths = readPaths(context.getNodeParameter('fields', itemIndex, ''));
			return upToLimit(context, selectedFields(context, paths));
		}
	}
}

/** Tells an agent where Limit ends the list. A person has chosen it. */
function upToLimit(
	context: IExecuteFunctions,
	shape: (records: VenueRecord[]) => IDataObject[],
): Shape {
	return (all, limit = Infinity, question = {}) => {
		const shown = shape(all.slice(0, limit));
		if (!isForAgent(context) || all.length <= limit) return shown;
		return [...shown, noteOnPart(limit, all.length, limit, question.narrowedBy)];
	};
}

function selectedFields(
	context: IExecuteFunctions,
	paths: FieldPath[],
): (records: VenueRecord[]) => IDataObject[] {
	if (paths.length === 0) {
		throw new NodeOperationError(context.getNode(), `“${FIELDS}” is empty`, {
			description:
				'Name at least one field, such as uniqueId. Set Output to Raw once to see all names.',
		});
	}
	return (records) => {
		const unknown = paths.filter((path) => !records.some((record) => has(record, path)));
		const found = records.map(selection(paths, records));
		if (records.length === 0 || unknown.length === 0) return found;
		const names = namesListed(unknown.map((path) => path.join('.')));
		// An agent cannot choose another output.
		const next = isForAgent(context)
			? `The first one has these: ${namesListed(Object.keys(records[0]))}.`
			: 'Set Output to Raw once to see all names.';
		// One of many items may have only this record, and the others may have the fields.
		const isOnly = records.length === 1 && !isForAgent(context);
		const what = isOnly
			? `A record lacks these fields: ${names}.`
			: `No record has these fields: ${names}.`;
		hint(context, `${what} ${next}`);
		return found;
	};
}
