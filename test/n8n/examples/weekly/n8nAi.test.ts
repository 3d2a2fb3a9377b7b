import { randomUUID } from 'node:crypto';

import { readExample } from '../../../examples/examples';
import { imported } from '../../../examples/imported';
import { McpClient } from '../../fixtures/mcpClient';
import { ACTION_NODE } from '../../fixtures/nodes';
import { ScriptedModel } from '../../fixtures/scriptedModel';
import { until } from '../../fixtures/until';
import { read, rowsOf } from '../../../unit/texts/support/pages';
import type { StoredCredential } from '../../lab/rest/credentials';
import { ExampleLab, type Imported, type Venue } from '../exampleLab';
import { conversation } from '../frontDesk/readingModel';
import { forOurs } from '../stories/story';

const WITHIN = 300_000;
const EXAMPLE = 'office/front-desk-agent';
const TRIGGER = 'Question of the Front Desk';
const BOOKING = 'BKG-000701';
const ADDRESS = 'ada@example.test';
const DAY = '2026-05-08';
const QUESTION = `Who is booking ${BOOKING}?`;

interface Sent {
	type: string;
	payload?: { runId?: string; toolCallId?: string };
	runId?: string;
	toolCallId?: string;
	[name: string]: unknown;
}

/** What n8n 2.41 has for AI besides the AI Agent node, which the front desk uses. */
describe('the venue in n8n’s own AI', () => {
	let lab: ExampleLab;
	let model: ScriptedModel;
	let venue: Venue;
	let agent: Imported;
	let openAi: StoredCredential;

	beforeAll(async () => {
		lab = await ExampleLab.open();
		// Looks the booking up with whatever tool takes an ID, and repeats what it was told.
		model = await ScriptedModel.thatReplies((request) => {
			const { answers } = conversation(request);
			if (answers.length > 0) return answers.join('\n');
			const names = (request.tools ?? []).map((tool) => tool.function.name);
			if (names.includes('Look_Up_a_Booking')) {
				return [{ name: 'Look_Up_a_Booking', arguments: { bookingId: BOOKING } }];
			}
			return [{ name: 'List_Visits', arguments: { day: DAY } }];
		});
		venue = await lab.addVenue('Venue of n8n’s AI');
		const customer = { name: 'Ada Lovelace', email: ADDRESS };
		await venue.account.bookings.create({ uniqueId: BOOKING, customer });
		const data = { apiKey: 'none', url: model.url };
		openAi = await lab.n8n.credentials.create('openAiApi', data);
		const definition = imported(readExample(EXAMPLE), (node) =>
			node.name === 'Chat Model' ? openAi : forOurs(venue.credential)(node),
		);
		for (const node of definition.nodes) if (node.name === TRIGGER) node.webhookId = randomUUID();
		agent = await lab.importDefinition(definition);
		await lab.n8n.workflows.publish(agent.workflow);
	}, WITHIN);

	afterAll(async () => {
		await model?.stop();
		await lab?.close();
	}, WITHIN);

	beforeEach(() => {
		model.forget();
		lab.platform.forgetRequests();
	});

	const call = async <T>(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown) =>
		await lab.n8n.session.call<T>(method, path, body);
	const expectLookedUp = () =>
		expect(lab.platform.requests.map(({ method, path }) => `${method} ${path}`)).toContain(
			`GET /bookings/${BOOKING}`,
		);

	it('n8n Chat offers the front desk agent once it is published, and shows its answer [agents: n8n’s Chat shows]', async () => {
		await call('PUT', '/rest/chat/enabled', { enabled: true });
		const offered = await call<object>('POST', '/rest/chat/models', { credentials: {} });
		expect(JSON.stringify(offered)).toContain('Front desk');
		const sessionId = randomUUID();
		await call('POST', '/rest/chat/conversations/send', {
			...{ messageId: randomUUID(), sessionId, message: QUESTION, previousMessageId: null },
			model: { provider: 'n8n', workflowId: agent.workflow.id },
			...{ credentials: {}, attachments: [], timeZone: 'UTC' },
		});
		let shown = '';
		await until(async () => {
			shown = JSON.stringify(await call('GET', `/rest/chat/conversations/${sessionId}`));
			return shown.includes(ADDRESS);
		});
		expectLookedUp();
	});

	it('an agent asks a list that is a search for one day, as the page says', async () => {
		const labels = { 'Visit From': 'visitFrom', 'Visit To': 'visitTo' };
		const names: Record<string, string> = {
			...labels,
			...{ 'Additional Query Parameters': 'additionalQuery', 'Contains Text': 'containsText' },
		};
		const rows = rowsOf(read('docs/agents.md')).filter(([tool]) => tool === 'List Visits');
		expect(rows).toHaveLength(4);
		const filters = Object.fromEntries(
			rows.map(([, label, value]) => [names[label], `=${value.replace(/^`|`$/g, '')}`]),
		);
		const example = readExample(EXAMPLE);
		const others = example.nodes.filter(
			({ name, type }) => name === 'List Visits' || !type.endsWith('venuePlatformTool'),
		);
		const nodes = others.map((node) =>
			node.name === 'List Visits' ? { ...node, parameters: { ...node.parameters, filters } } : node,
		);
		const connections = Object.fromEntries(
			Object.entries(example.connections).filter(([from]) =>
				nodes.some(({ name }) => name === from),
			),
		);
		const searching = await lab.importDefinition(
			imported({ ...example, nodes, connections }, (node) =>
				node.name === 'Chat Model' ? openAi : forOurs(venue.credential)(node),
			),
		);
		const asked = [{ chatInput: 'Who comes?', sessionId: 'search' }];
		const { status } = await lab.runWith(searching, TRIGGER, asked);
		expect(status).toBe('success');
		expect(lab.platform.requests.map(({ path, query }) => [path, query])).toContainEqual([
			'/bookings',
			{ date: DAY },
		]);
	});

	it('n8n’s own MCP server finds the workflow and asks it [agents: own MCP server runs]', async () => {
		await call('PATCH', '/rest/mcp/settings', { mcpAccessEnabled: true });
		await call('PATCH', '/rest/mcp/workflows/toggle-access', {
			...{ availableInMCP: true, workflowIds: [agent.workflow.id] },
		});
		const { apiKey } = await call<{ apiKey: string }>('GET', '/rest/mcp/api-key');
		const client = await McpClient.connect(`${lab.n8n.main.url}/mcp-server/http`, apiKey);
		expect(await client.call('search_workflows', {})).toContain('Front desk agent');
		const started = await client.call('execute_workflow', {
			...{ workflowId: agent.workflow.id, executionMode: 'production' },
			...{ triggerNodeName: TRIGGER, inputs: { chatInput: QUESTION } },
		});
		const { executionId } = JSON.parse(started) as { executionId: string };
		await lab.n8n.executions.ended(executionId);
		const told = await client.call('get_workflow_execution', {
			...{ workflowId: agent.workflow.id, executionId, includeData: true },
		});
		expect(told).toContain(ADDRESS);
		expectLookedUp();
	});

	describe('an agent of n8n’s Agents', () => {
		let path: string;

		beforeAll(async () => {
			const { id: project } = await call<{ id: string }>('GET', '/rest/projects/personal');
			const data = { apiKey: 'none', url: model.url };
			const chat = await lab.n8n.credentials.create('deepSeekApi', data);
			const { parameters } = readExample(EXAMPLE).nodes.find(
				({ name }) => name === 'Look Up a Booking',
			)!;
			const { id, name } = venue.credential;
			const config = {
				...{ name: 'Front desk', model: 'deepseek/deepseek-chat', credential: chat.id },
				instructions: 'You help the front desk.',
				tools: [
					{
						...{ type: 'node', name: 'Look Up a Booking', requireApproval: true },
						description: String(parameters.toolDescription),
						node: {
							...{ nodeType: `${ACTION_NODE}Tool`, nodeTypeVersion: 1 },
							nodeParameters: parameters,
							credentials: { venuePlatformApi: { id, name } },
						},
					},
				],
			};
			const agents = `/rest/projects/${project}/agents/v2`;
			const created = await call<{ id: string }>('POST', agents, { name: 'Front desk' });
			path = `${agents}/${created.id}`;
			const { configHash } = await call<{ configHash: string }>('GET', `${path}/config`);
			await call('PUT', `${path}/config`, { config, baseConfigHash: configHash });
		}, WITHIN);

		/** What n8n shows in the agent’s chat, event by event. */
		async function events(to: string, body: object): Promise<Sent[]> {
			const text = await call<string>('POST', `${path}/${to}`, body);
			return [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json) as Sent);
		}

		it.each([true, false])(
			'calls the venue only if a person approves: %p [agents: n8n’s Agents asks]',
			async (approved) => {
				const asked = await events('chat', { message: QUESTION });
				const suspended = asked.find(({ type }) => type === 'tool-call-suspended');
				expect({ asked, isSuspended: suspended !== undefined }).toMatchObject({
					isSuspended: true,
				});
				expect(lab.platform.requests).toEqual([]);
				const { runId, toolCallId } = { ...suspended, ...suspended?.payload };
				const resumed = await events('chat/resume', {
					runId,
					toolCallId,
					resumeData: { approved },
				});
				expect(JSON.stringify(resumed).includes(ADDRESS)).toBe(approved);
				if (approved) expectLookedUp();
				else expect(lab.platform.requests).toEqual([]);
			},
		);
	});
});
