import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import { VenuePlatformRecoveryTrigger } from '../../nodes/VenuePlatformRecoveryTrigger/VenuePlatformRecoveryTrigger.node';
import { VenuePlatformTrigger } from '../../nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
import { isOurs } from '../examples/imported';
import {
	exampleNames,
	isApp,
	readExample,
	starterNames,
	STICKY_NOTE,
	type ExampleNode,
} from '../examples/examples';
import { itemsOnPage, neededN8n, rowOf, sectionOf } from '../examples/page';
import { installN8n } from '../n8n/lab/installation/n8nInstallation';
import { PACKAGE } from '../n8n/lab/package/packageName';

const INSTALLED_WITHIN = 1_800_000;
/** Parameters that n8n adds to a node that polls, and to a tool. */
const ADDED_BY_N8N = ['pollTimes', 'descriptionType', 'toolDescription'];
const HEARS_OF_OTHER_WORKFLOWS = ['safety/when-a-workflow-fails'];
/** Its tools take an assistant's request, so there is no event to map. */
const HAS_NO_EVENTS = ['office/ask-your-venue-from-claude'];
/** n8n’s own name of a setting. */
const ERROR_WORKFLOW = /\*\*Error Workflow\*\*/g;
/** What depends on the time zone: today, tomorrow, or an hour of the day. */
const DAY_MATTERS = /\$today|\$now\.(plus|toISODate|zoneName)|0 1\d-18|triggerAtHour":2\b/;
/** 2.4 of the API document. */
const ENVELOPE = ['id', 'sendDate', 'type', 'eventDate', 'eventType', 'data'];
const MOST_NODES = 7;
const READING = ['booking.get', 'booking.getAll', 'failedMessage.getAll', 'webhook.check'];

const descriptions = new Map<string, INodeTypeDescription[]>();

const describeNode = (type: string, description: INodeTypeDescription) =>
	descriptions.set(type, [...(descriptions.get(type) ?? []), description]);

beforeAll(async () => {
	const { program } = await installN8n();
	for (const packageName of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
		const file = join(program, '../../..', packageName, 'dist/types/nodes.json');
		const known = JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[];
		for (const one of known) describeNode(`${packageName}.${one.name}`, one);
	}
	const ours = [VenuePlatform, VenuePlatformRecoveryTrigger, VenuePlatformTrigger];
	for (const Node of ours) {
		const { description } = new Node();
		describeNode(`${PACKAGE}.${description.name}`, description);
		describeNode(`${PACKAGE}.${description.name}Tool`, description);
	}
}, INSTALLED_WITHIN);

/** The description of the node's version, as n8n looks it up. */
const descriptionOf = ({ type, typeVersion }: ExampleNode) =>
	(descriptions.get(type) ?? []).find(({ version }) => [version].flat().includes(typeVersion));

/**
 * The parameters that remain after n8n has removed those that the panel of this node does not have.
 */
function shownParameters(node: ExampleNode, description: INodeTypeDescription) {
	return NodeHelpers.getNodeParameters(
		description.properties,
		node.parameters as INode['parameters'],
		true,
		false,
		node as INode,
		description,
	);
}

const isNote = ({ type }: ExampleNode) => type === STICKY_NOTE;

const isWithin = (note: ExampleNode, [x, y]: [number, number]) => {
	const { width, height } = note.parameters as { width: number; height: number };
	const [left, top] = note.position;
	return x >= left && x + 96 <= left + width && y >= top && y + 96 <= top + height;
};

describe.each([...exampleNames(), ...starterNames()])('examples/%s.json', (name) => {
	const example = readExample(name);
	const isStarter = starterNames().includes(name);
	const notes = example.nodes.filter(isNote);
	const steps = example.nodes.filter((node) => !isNote(node));
	const said = notes.map(({ parameters }) => parameters.content).join('\n');

	it('uses nodes of n8n and ours, with parameters that their panels have', () => {
		expect(steps.some(isOurs)).toBe(!HEARS_OF_OTHER_WORKFLOWS.includes(name));
		for (const node of example.nodes) {
			const description = descriptionOf(node);
			if (!description) throw new Error(`There is no ${node.type} ${node.typeVersion}`);
			const own = Object.fromEntries(
				Object.entries(node.parameters).filter(
					([key]) => !isOurs(node) || !ADDED_BY_N8N.includes(key),
				),
			);
			const shown = shownParameters({ ...node, parameters: own }, description);
			expect({ [node.name]: shown }).toMatchObject({ [node.name]: own });
		}
	});

	it('chooses options that the lists of our nodes offer', () => {
		for (const node of steps.filter(isOurs)) {
			const issues = NodeHelpers.getNodeParametersIssues(
				descriptionOf(node)?.properties ?? [],
				node as unknown as INode,
				descriptionOf(node) ?? null,
			);
			expect({ [node.name]: issues }).toEqual({ [node.name]: null });
		}
	});

	it('contains no credential and no real address, and each ID once', () => {
		const addresses = /https?:\/\/(?![\w.]*example\.test\/)|@(?!example\.test)[\w-]+\./;
		expect(JSON.stringify(example)).not.toMatch(/"credentials"|webhookId/);
		expect(JSON.stringify(example)).not.toMatch(addresses);
		for (const key of ['id', 'name'] as const) {
			const all = example.nodes.map((node) => node[key]);
			expect(new Set(all).size).toBe(all.length);
		}
	});

	it('connects all of its steps', () => {
		const connected = Object.entries(example.connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs)
				.flat(2)
				.map(({ node }) => node),
		]);
		expect([...new Set(connected)].sort()).toEqual(steps.map((step) => step.name).sort());
	});

	it('has one step that maps fields, in its own note', () => {
		if (HAS_NO_EVENTS.includes(name)) return;
		const mapping = steps.filter((step) => step.name === 'Map Fields');
		expect(mapping.map(({ type }) => type)).toEqual(['n8n-nodes-base.set']);
		const [marked] = notes.filter(({ parameters }) =>
			String(parameters.content).startsWith('## Map fields'),
		);
		expect(isWithin(marked, mapping[0].position)).toBe(true);
		expect(steps.filter(({ position }) => isWithin(marked, position))).toEqual(mapping);
	});

	it('says in its notes what to fill in', () => {
		const fewest = HAS_NO_EVENTS.includes(name) || isStarter ? 2 : 3;
		expect(notes.length).toBeGreaterThanOrEqual(fewest);
		expect(said).toContain(`## ${example.name}\n`);
		const toChoose = steps.filter((step) => isApp(step) || isOurs(step));
		const isTool = ({ type }: ExampleNode) => type.endsWith('Tool');
		const untold = toChoose.filter((step) => !isTool(step) && !said.includes(`**${step.name}**`));
		expect(untold.map((step) => step.name)).toEqual([]);
		const ownWords = said.replace(ERROR_WORKFLOW, '');
		expect(ownWords).not.toMatch(/\b(errors?|problems?|failures?|mistakes?)\b/i);
	});

	it('shows a made-up event on each trigger that receives events', () => {
		const receiving = steps.filter(({ type }) => /venuePlatformTrigger|errorTrigger/.test(type));
		expect(Object.keys(example.pinData).sort()).toEqual(receiving.map((step) => step.name).sort());
		for (const [trigger, items] of Object.entries(example.pinData)) {
			const { type, parameters } = receiving.find((step) => step.name === trigger) as ExampleNode;
			if (type === 'n8n-nodes-base.errorTrigger') continue;
			expect(said).toMatch(/unpin it/i);
			expect(items).toHaveLength(1);
			const [{ json }] = items;
			expect(parameters.events).toContain(`${String(json.type)}.${String(json.eventType)}`);
			expect(Object.keys(json)).toEqual(expect.arrayContaining(ENVELOPE));
		}
	});

	it('names the n8n version that its nodes need', () => {
		const keepsEvents = steps.some(({ type }) => type === 'n8n-nodes-base.dataTable');
		// Which of the two, the compatibility run shows.
		expect(keepsEvents ? ['2.20', '2.41'] : ['1.123']).toContain(neededN8n(name));
	});

	it('recommends an error workflow', () => {
		if (HEARS_OF_OTHER_WORKFLOWS.includes(name)) return;
		expect(said).toContain('choose **When a workflow fails** as **Error Workflow**');
	});

	it('names the time zone if a day matters', () => {
		if (DAY_MATTERS.test(JSON.stringify(steps))) {
			expect(said).toContain('choose the **Timezone** of your venue');
		}
	});

	it('gives agents only tools that read', () => {
		const tools = steps.filter(({ type }) => type === `${PACKAGE}.venuePlatformTool`);
		const given = tools.map(
			({ parameters: { resource, operation } }) => `${resource}.${operation}`,
		);
		expect(READING).toEqual(expect.arrayContaining(given));
	});

	it('is on the page, with a picture and the output of its steps', () => {
		if (isStarter) return;
		expect(sectionOf(name)).toContain(`<img alt="${example.name} in n8n’s editor" src="`);
		const names = steps.map((step) => step.name);
		expect(names).toEqual(expect.arrayContaining(Object.keys(itemsOnPage(name))));
	});
});

describe.each(starterNames())('the starter examples/%s.json', (name) => {
	const { name: title, nodes } = readExample(name);
	const notes = nodes.filter(isNote);

	it('has at most seven nodes', () => {
		expect(nodes.length - notes.length).toBeLessThanOrEqual(MOST_NODES);
	});

	it('names the example that it grows into', () => {
		const titles = exampleNames().map((example) => readExample(example).name);
		const [, grown] = /grows into \*\*([^*]+)\*\*/.exec(String(notes[0].parameters.content)) ?? [];
		expect(titles).toContain(grown);
	});

	it('is on the page, with the link to import it', () => {
		const raw = 'https://raw.githubusercontent.com/venue-platform/n8n-nodes-venue-platform/main';
		expect(rowOf(name)).toContain(`| [${title}](${name}.json) `);
		expect(rowOf(name)).toContain(`[Import](${raw}/examples/${name}.json)`);
	});
});
