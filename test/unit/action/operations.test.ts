import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import {
	getAll as getFailedMessages,
	simplifiedMessage,
} from '../../../nodes/VenuePlatform/operations/failedMessage/getAll';
import { VenuePlatform } from '../../../nodes/VenuePlatform/VenuePlatform.node';
import { named, OFFERED, OPERATIONS } from './support/operations';

const FOLDER = join(__dirname, '../../../nodes/VenuePlatform');
const { description } = new VenuePlatform();

const resourceOf = ({ displayOptions }: INodeProperties) =>
	String(displayOptions?.show?.resource?.[0]);

const fieldsOf = (resource: string, operation: string) =>
	description.properties.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);

const names = (fields: INodeProperties[]) => fields.map(({ name }) => name);

const operations = OPERATIONS.map(({ name }) => name);

describe('the operations of the action node', () => {
	it('are those of the contract [guideline: Create, Get, Get Many; A deletion returns; Operation: name; n8n’s vocabulary]', () => {
		expect(OFFERED.map(({ name }) => name)).toEqual(operations);
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

	it.each(named(OPERATIONS))(
		'%s %s has the parameters of the contract [guideline: Resource and Operation; Names of fields]',
		(...[, , row]) => {
			const fields = fieldsOf(...row.name);
			expect(names(fields)).toEqual(row.fields);
			const collections = fields.filter(({ type }) => type === 'collection');
			expect(
				Object.fromEntries(
					collections.map(({ name, options = [] }) => [name, names(options as INodeProperties[])]),
				),
			).toEqual({ options: ['includeVenue'], ...row.inside });
		},
	);

	it('a simplified failed message has exactly the fields that the editor shows before the first run', () => {
		expect(Object.keys(getFailedMessages.sample)).toEqual(Object.keys(simplifiedMessage({})));
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
