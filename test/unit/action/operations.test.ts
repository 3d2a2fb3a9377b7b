import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { simplifiedMessage } from '../../../nodes/VenuePlatform/operations/failedMessage/getAll';
import { VenuePlatform } from '../../../nodes/VenuePlatform/VenuePlatform.node';

const FOLDER = join(__dirname, '../../../nodes/VenuePlatform');
const { description } = new VenuePlatform();

const choices = (field: INodeProperties | undefined) =>
	(field?.options ?? []) as INodePropertyOptions[];
const resourceOf = ({ displayOptions }: INodeProperties) =>
	String(displayOptions?.show?.resource?.[0]);

const operations = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap((field) => choices(field).map(({ value }) => [resourceOf(field), String(value)]));

const fieldsOf = (resource: string, operation: string) =>
	description.properties.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);

const names = (fields: INodeProperties[]) => fields.map(({ name }) => name);

interface Schema {
	type: string;
	properties: Record<string, unknown>;
	version: number;
}

const schemaOf = (resource: string, operation: string): Schema =>
	JSON.parse(
		readFileSync(join(FOLDER, `__schema__/v1.0.0/${resource}/${operation}.json`), 'utf8'),
	) as Schema;

/** Twice: an AI agent that uses the node as a tool gets another default, and names fields as text. */
const OUTPUT = ['output', 'output', 'fields', 'fields'];

/** Users have saved this in their workflows, so none of it may change. */
const CONTRACT: Array<[string, string, string[], Record<string, string[]>]> = [
	['booking', 'get', ['bookingId', ...OUTPUT, 'options'], {}],
	[
		'booking',
		'getAll',
		['returnAll', 'limit', ...OUTPUT, 'filters', 'filters', 'options'],
		{
			filters: [
				'additionalQuery',
				'containsText',
				'inFields',
				'modifiedFromDate',
				'visitField',
				'visitFrom',
				'visitTo',
			],
			options: ['includeVenue', 'sort', 'venueTimeZone', 'wholeBookings'],
		},
	],
	[
		'bulkReport',
		'getFiles',
		['addresses', 'options'],
		{ options: ['includeVenue', 'binaryProperty', 'splitRecords'] },
	],
	[
		'bulkReport',
		'query',
		['method', 'path', 'options'],
		{
			options: [
				'allPages',
				'body',
				'dateRange',
				'includeVenue',
				'pageParameter',
				'pageSize',
				'pageSizeParameter',
				'binaryProperty',
				'queryParameters',
				'responseFormat',
			],
		},
	],
	['bulkReport', 'request', ['body', 'options'], {}],
	['bulkReport', 'requestRevenueActivity', ['body', 'options'], {}],
	[
		'failedMessage',
		'getAll',
		['returnAll', 'limit', 'output', 'fields', 'filters', 'options'],
		{ filters: ['minimumAttempt', 'onlyFinal', 'topics', 'webhookId'] },
	],
	[
		'failedMessage',
		'recover',
		['since', ...OUTPUT, 'options'],
		{ options: ['includeVenue', 'otherTopics', 'safetyMarginMinutes', 'wholeBookings'] },
	],
	['webhook', 'check', ['options'], { options: ['includeVenue', 'url'] }],
	[
		'webhook',
		'create',
		['url', 'events', 'enabled', 'options'],
		{ options: ['additionalConfiguration', 'apiKey', 'bookingInclude', 'includeVenue'] },
	],
	['webhook', 'getAll', ['returnAll', 'limit', 'options'], {}],
	['webhook', 'getSampleEvent', ['event', 'options'], {}],
	[
		'webhook',
		'update',
		['webhookId', 'updateFields', 'options'],
		{
			updateFields: [
				'additionalConfiguration',
				'apiKey',
				'bookingInclude',
				'enabled',
				'events',
				'url',
			],
		},
	],
	[
		'api',
		'call',
		[
			'knownCall',
			'method',
			'path',
			'bookingUniqueId',
			'giftCardNumber',
			'guestId',
			'signedWaiverId',
			'day',
			'productIds',
			...Array<string>(5).fill('callBody'),
			'options',
		],
		{
			options: [
				'allPages',
				'body',
				'dateRange',
				'headers',
				'includeVenue',
				'pageParameter',
				'pageSize',
				'pageSizeParameter',
				'binaryProperty',
				'queryParameters',
				'responseFormat',
				'scope',
				'splitList',
			],
		},
	],
];

describe('the operations of the action node', () => {
	it('are those of the contract [guideline: Create, Get, Get Many; A deletion returns; Operation: name; n8n’s vocabulary]', () => {
		expect(operations).toEqual(CONTRACT.map(([resource, operation]) => [resource, operation]));
		expect([description.name, description.version, description.usableAsTool]).toEqual([
			'venuePlatform',
			1,
			true,
		]);
	});

	it('only read, unless a user or an agent chooses another one', () => {
		const defaults = description.properties
			.filter(({ name }) => name === 'operation')
			.map((field) => [resourceOf(field), field.default]);
		expect(Object.fromEntries(defaults)).toMatchObject({ booking: 'get', webhook: 'check' });
	});

	it.each(CONTRACT)(
		'%s %s has the parameters of the contract [guideline: Resource and Operation; Names of fields]',
		(...row) => {
			const [resource, operation, parameters, inside] = row;
			const fields = fieldsOf(resource, operation);
			expect(names(fields)).toEqual(parameters);
			const collections = fields.filter(({ type }) => type === 'collection');
			expect(
				Object.fromEntries(
					collections.map(({ name, options = [] }) => [name, names(options as INodeProperties[])]),
				),
			).toEqual({ options: ['includeVenue'], ...inside });
		},
	);

	it.each(operations)(
		'%s %s shows its output fields before the first run',
		(resource, operation) => {
			expect(schemaOf(resource, operation)).toEqual({
				type: 'object',
				properties: expect.any(Object),
				version: 1,
			});
		},
	);

	it('a simplified failed message has exactly the fields of its schema', () => {
		const { properties } = schemaOf('failedMessage', 'getAll');
		expect(Object.keys(properties)).toEqual(Object.keys(simplifiedMessage({})));
	});

	it('each searchable list has a search method, and each method has a list [guideline: Resource locator]', () => {
		const { listSearch, loadOptions } = new VenuePlatform().methods;
		const all = JSON.stringify(description.properties);
		const loaded = [...all.matchAll(/"loadOptionsMethod":"(\w+)"/g)].map(([, method]) => method);
		expect([...new Set(loaded)]).toEqual(Object.keys(loadOptions));
		const searched = [...all.matchAll(/"searchListMethod":"(\w+)"/g)].map(([, method]) => method);
		expect([...new Set(searched)].sort()).toEqual(Object.keys(listSearch).sort());
	});

	it('are found by words that a user would type', () => {
		const codex = JSON.parse(readFileSync(join(FOLDER, 'VenuePlatform.node.json'), 'utf8')) as {
			alias: string[];
			categories: string[];
		};
		expect(codex.alias).toEqual(expect.arrayContaining(['booking', 'ticket', 'report', 'webhook']));
		expect(codex.categories.length).toBeGreaterThan(0);
	});

	it('each have their own file', () => {
		const files = operations.map(
			([resource, operation]) => `operations/${resource}/${operation}.ts`,
		);
		expect(files.filter((file) => !existsSync(join(FOLDER, file)))).toEqual([]);
	});
});
