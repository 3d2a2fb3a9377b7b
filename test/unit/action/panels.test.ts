import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type INodeProperties,
	type INodeType,
	type INodeTypes,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';

import { VenuePlatform } from '../../../nodes/VenuePlatform/VenuePlatform.node';
import { otherTopicsField } from '../../../nodes/VenuePlatform/operations/failedMessage/otherTopics';
import { shippedNodes } from '../support/shippedTypes';
import { bestContrast } from './support/contrast';
import { allFields, PANEL_RULES } from './support/panelRules';

const ROOT = join(__dirname, '../../..');
const LEAST_CONTRAST = 3;
const BACKGROUNDS = { light: '#ffffff', dark: '#2b2b2b' };

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const className = ({ constructor }: INodeType) => constructor.name;
const named = shippedNodes.map((node) => [className(node), node] as const);

const optional: INodeProperties = { displayName: 'B', name: 'b', type: 'json', default: '{}' };

/** Each of them breaks one rule, which shows a rule that finds nothing. */
const BAD: Record<string, INodeProperties> = {
	'optional fields stand in a collection': { ...optional, type: 'string' },
	'JSON is asked for in a collection, or required': optional,
	'JSON shows an example': optional,
	'hints are short': { ...optional, hint: 'x'.repeat(121) },
	'n8n cuts no description of an option': {
		...optional,
		type: 'options',
		options: [{ name: 'A', value: 1, description: 'x'.repeat(121) }],
	},
	'fields of a collection are in the order of the alphabet': {
		...optional,
		type: 'collection',
		options: [optional, { ...optional, displayName: 'A' }],
	},
	'options are in the order of the alphabet, each once': {
		...optional,
		type: 'options',
		options: [
			{ name: 'A', value: 1 },
			{ name: 'A', value: 2 },
		],
	},
	'options are called by words': {
		...optional,
		type: 'options',
		options: [{ name: '*', value: 1 }],
	},
	'every field has a default': { ...optional, default: undefined } as unknown as INodeProperties,
	'a limit begins at 1 and is 50': { ...optional, name: 'limit', type: 'number', default: 50 },
};

describe.each(Object.entries(PANEL_RULES))(
	'%s [guideline: Return All and Limit; Optional fields]',
	(name, offenders) => {
		it('is a rule that finds a violation', () => {
			expect(offenders([BAD[name]])).toEqual([BAD[name].name]);
		});

		it.each(named)('%s', (_, { description }) => {
			expect(offenders(description.properties)).toEqual([]);
		});
	},
);

describe.each(named)('%s', (name, { description }) => {
	const newest = Math.max(...[description.version].flat());
	const codex = JSON.parse(read(`nodes/${name}/${name}.node.json`)) as {
		node: string;
		nodeVersion: string;
		categories: string[];
		subcategories?: object;
	};

	it('has a codex of its newest version, without what n8n adds for AI', () => {
		expect(codex.nodeVersion).toBe(newest.toFixed(1));
		expect(codex.node).toBe(`n8n-nodes-venue-platform.${description.name}`);
		expect(codex.categories).not.toContain('AI');
		expect(codex.subcategories).toBeUndefined();
	});

	it('has an icon that is visible on a light and on a dark canvas [guideline: An icon]', () => {
		const { light, dark } = description.icon as { light: string; dark: string };
		const drawing = (icon: string) => read(icon.replace('file:../../', ''));
		expect(bestContrast(drawing(light), BACKGROUNDS.light)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
		expect(bestContrast(drawing(dark), BACKGROUNDS.dark)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
	});

	it('offers to add the venue’s name to items', () => {
		const names = allFields(description.properties).map((field) => field.name);
		expect(names).toContain('includeVenue');
	});
});

it('contrast is measured by the formula of WCAG', () => {
	const black = '<path fill="#000000"/>';
	expect(bestContrast(black, '#ffffff')).toBeCloseTo(21);
	expect(bestContrast(black, '#2b2b2b')).toBeLessThan(1.5);
});

describe('the text below the action node on the canvas', () => {
	const node = new VenuePlatform();
	const { properties, subtitle } = node.description;
	const optionsOf = (name: string, resource?: string) =>
		(properties.find(
			(field) =>
				field.name === name &&
				(resource === undefined || field.displayOptions?.show?.resource?.includes(resource)),
		)?.options ?? []) as Array<{ name: string; value: string }>;
	const calls = optionsOf('resource').flatMap((resource) =>
		optionsOf('operation', resource.value).map((operation) => [
			resource.value,
			operation.value,
			`${operation.name}: ${resource.name}`,
		]),
	);

	it.each(calls)('of %s %s is “%s”', (resource, operation, words) => {
		const parameters = { resource, operation };
		const position: [number, number] = [0, 0];
		const placed = { id: '1', name: 'A', type: 'a', typeVersion: 1, position, parameters };
		const nodeTypes = { getByNameAndVersion: () => node } as unknown as INodeTypes;
		const workflow = new Workflow({ nodes: [placed], connections: {}, active: false, nodeTypes });
		const { expression, nodes } = workflow;
		expect(expression.getSimpleParameterValue(nodes.A, subtitle, 'manual', {})).toBe(words);
	});

	it('is “Get Many: Failed Message” for one of them [guideline: Subtitle in words]', () => {
		expect(calls.map(([, , words]) => words)).toContain('Get Many: Failed Message');
	});
});

it('the fields of Other Topics name none that only Call and Query have', () => {
	const texts = JSON.stringify(otherTopicsField);
	expect(texts).not.toMatch(/All Pages|Date Range|From or To|if Page Size is added/);
});

describe('a field that depends on a field with an expression', () => {
	const { description } = new VenuePlatform();
	const shown = (parameters: Record<string, string>, tool = '') =>
		description.properties
			.filter((field) =>
				NodeHelpers.displayParameter(
					parameters,
					field,
					{ typeVersion: 1 },
					{ ...description, name: `${description.name}${tool}` },
				),
			)
			.map(({ name }) => name);

	it('is shown once, and so is Output, in workflows and for agents', () => {
		const parameters = { resource: 'booking', operation: 'get', output: '={{ $json.how }}' };
		const names = ['resource', 'operation', 'bookingId', 'output', 'fields', 'options'];
		expect(shown(parameters)).toEqual(names);
		expect(shown(parameters, 'Tool')).toEqual(names);
	});
});
