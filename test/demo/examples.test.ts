import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import { VenuePlatformRecoveryTrigger } from '../../nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';
import { VenuePlatformTrigger } from '../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
import { PACKAGE } from '../n8n/lab/package/packageName';

interface Example {
	name: string;
	nodes: Array<{ name: string; type: string; parameters: Record<string, unknown> }>;
	connections: Record<string, { main: Array<Array<{ node: string }>> }>;
}

const FOLDER = resolve(__dirname, '../../examples');

const descriptions: Record<string, INodeTypeDescription> = {
	venuePlatform: new VenuePlatform().description,
	venuePlatformRecoveryTrigger: new VenuePlatformRecoveryTrigger().description,
	venuePlatformTrigger: new VenuePlatformTrigger().description,
};

const examples = readdirSync(FOLDER).map((file) => ({
	file,
	example: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Example,
}));

const valuesOf = (properties: INodeProperties[], name: string) =>
	properties
		.filter((property) => property.name === name)
		.flatMap(({ options = [] }) => options)
		.map((option) => ('value' in option ? option.value : option.name));

describe.each(examples)('examples/$file', ({ example }) => {
	const ours = example.nodes.filter(({ type }) => type.startsWith(`${PACKAGE}.`));

	it('uses nodes, parameters and values that there are', () => {
		expect(ours).not.toHaveLength(0);
		for (const { type, parameters } of ours) {
			const description = descriptions[type.slice(PACKAGE.length + 1)];
			// n8n adds Poll Times by itself.
			const own = description.polling ? ['pollTimes'] : [];
			const names = [...own, ...description.properties.map(({ name }) => name)];
			expect(names).toEqual(expect.arrayContaining(Object.keys(parameters)));
			for (const name of ['resource', 'operation', 'events']) {
				if (parameters[name] === undefined) continue;
				const values = valuesOf(description.properties, name);
				expect(values).toEqual(expect.arrayContaining([parameters[name]].flat()));
			}
			const filters = Object.keys(parameters.filters ?? {});
			expect(valuesOf(description.properties, 'filters')).toEqual(expect.arrayContaining(filters));
		}
	});

	it('holds nobody’s credential and no address', () => {
		expect(JSON.stringify(example)).not.toMatch(/"credentials"|webhookId|https?:/);
	});

	it('connects nodes that there are, and tells the user what to do', () => {
		const names = example.nodes.map(({ name }) => name);
		const connected = Object.entries(example.connections).flatMap(([from, { main }]) => [
			from,
			...main.flat().map(({ node }) => node),
		]);
		expect(names).toEqual(expect.arrayContaining(connected));
		const notes = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.length).toBeGreaterThanOrEqual(2);
		expect(notes.map(({ parameters }) => parameters.content).join()).toContain(example.name);
	});
});
