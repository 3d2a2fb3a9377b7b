import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

import axios from 'axios';
import type { INodePropertyOptions } from 'n8n-workflow';

import { startVenue } from '../../venue';
import { furnish, named, OPERATIONS, parametersOf } from '../../unit/action/support/operations';
import { richBooking } from '../../unit/action/support/richBooking';
import { createAgentWorkflow } from '../fixtures/agentWorkflow';
import { ScriptedModel } from '../fixtures/scriptedModel';
import { ACTION_NODE, start } from '../fixtures/nodes';
import { bookings, PackageFixture } from '../fixtures/packageFixture';
import { startLab } from '../lab/lab';
import type { WorkflowNode } from '../lab/rest/workflows';
import { packedPackage } from '../fixtures/packedPackage';

const START_WITHIN = 300_000;
/** The options that n8n adds to resources and operations. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';
const CHARACTERS_A_TOKEN = 4;

type Parameters = Record<string, unknown>;

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

const operations = OPERATIONS.map(({ name }) => name);

describe('the action node in a real n8n', () => {
	const fixture = new PackageFixture();

	beforeAll(async () => {
		fixture.lab = await startLab({ mode: 'regular', tarball: packedPackage() });
	}, START_WITHIN);

	afterAll(async () => await fixture.lab?.stop(), START_WITHIN);

	beforeEach(async () => {
		const { lab } = fixture;
		fixture.venue = await startVenue({ now: () => lab.clock.now() });
		furnish(fixture.venue);
	});

	afterEach(async () => await fixture.venue?.stop());

	const node = async (parameters: Parameters): Promise<WorkflowNode> => ({
		name: 'Venue Platform',
		type: ACTION_NODE,
		parameters,
		credential: await fixture.saveCredential(),
	});

	it.each(named(OPERATIONS))('%s %s runs from a workflow', async (resource, operation, row) => {
		const fields = parametersOf(row, fixture.venue);
		const venuePlatform = await node({ resource, operation, ...fields });
		const workflow = await fixture.lab.workflows.create(operation, [start, venuePlatform]);
		const { status, items } = await fixture.runOnce(workflow, venuePlatform.name);
		expect(status).toBe('success');
		expect(items).toEqual([expect.objectContaining(row.item)]);
	});

	it.each([
		['api', 'call', '/files/sales'],
		['bulkReport', 'query', '/data/sales'],
	])('%s %s passes a file to the next node, byte for byte', async (resource, operation, path) => {
		const sheet = randomBytes(2_000_000);
		const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
		fixture.venue.undocumented.on(`GET ${path}`, {
			headers: { 'content-type': type, 'content-disposition': 'attachment; filename="s.xlsx"' },
			body: sheet,
		});
		const venuePlatform = await node({ resource, operation, path });
		const hash: WorkflowNode = {
			name: 'Hash',
			type: 'n8n-nodes-base.crypto',
			typeVersion: 1,
			parameters: { action: 'hash', type: 'SHA256', binaryData: true, dataPropertyName: 'hash' },
		};
		const nodes = [start, venuePlatform, hash];
		const workflow = await fixture.lab.workflows.create(operation, nodes);
		const { items } = await fixture.runOnce(workflow, hash.name);
		expect(items).toEqual([
			expect.objectContaining({
				fileName: 's.xlsx',
				fileSize: sheet.length,
				hash: createHash('sha256').update(sheet).digest('hex'),
			}),
		]);
		expect(fixture.venue.count(`GET ${path}`)).toBe(1);
	});

	it('nothing is asked if an expression in the credential gives several venues', async () => {
		const { lab, venue } = fixture;
		const { clientId } = venue.credentials;
		const credential = await fixture.saveCredential({
			...fixture.credentialData(),
			clientId: '={{ $json.client }}',
		});
		const run = async (...clients: string[]) => {
			const list: WorkflowNode = {
				name: 'List',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ client: clients }), options: {} },
			};
			const items: WorkflowNode = {
				name: 'Items',
				type: 'n8n-nodes-base.splitOut',
				parameters: { fieldToSplitOut: 'client', options: {} },
			};
			const nodes = [start, list, items, bookings(credential)];
			const workflow = await lab.workflows.create('several venues', nodes);
			return await lab.executions.ended(await lab.workflows.run(workflow, start.name));
		};
		const { error } = await run(clientId, 'another');
		expect(error?.message).toBe('The credential of this step gives several venues');
		expect(venue.requests).toEqual([]);
		expect((await run(clientId, clientId)).status).toBe('success');
	});

	it('webhook check knows the addresses of this n8n', async () => {
		const url = `${fixture.lab.publicOrigin}/webhook/some-trigger/venue-platform`;
		fixture.venue.webhooks.create({
			url,
			enabled: true,
			webhooks: { booking: { events: ['Updated'] } },
		});
		const venuePlatform = await node({ resource: 'webhook', operation: 'check', options: { url } });
		const workflow = await fixture.lab.workflows.create('check', [start, venuePlatform]);
		const { items } = await fixture.runOnce(workflow, venuePlatform.name);
		expect(items).toEqual([expect.objectContaining({ url, isOurs: true, state: 'healthy' })]);
	});

	it.each(operations)(
		'%s %s shows its output fields before it has run',
		async (resource, operation) => {
			const schema = `schemas/${ACTION_NODE}/1.0.0/${resource}/${operation}.json`;
			const { data } = await axios.get<{ type: string }>(`${fixture.lab.main.url}/${schema}`);
			expect(data.type).toBe('object');
		},
	);

	it('is a tool of AI agents, with all of its operations but the one that fetches files', async () => {
		interface Described {
			name: string;
			properties: Array<{ name: string; options?: INodePropertyOptions[] }>;
		}
		const types = await fixture.lab.session.call<Described[]>('GET', '/types/nodes.json');
		const tool = types.find(({ name }) => name === `${ACTION_NODE}Tool`);
		const offered = (tool?.properties ?? [])
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options)
			.filter(({ value }) => value !== CUSTOM_API_CALL);
		const isHidden = ({ displayOptions }: INodePropertyOptions) =>
			displayOptions?.hide?.['@tool']?.includes(true) === true;
		expect(offered.filter(isHidden).map(({ value }) => value)).toEqual(['getFiles']);
		const values = offered.filter((one) => !isHidden(one)).map(({ value }) => value);
		expect([...values, 'getFiles'].sort()).toEqual(operations.map(([, name]) => name).sort());
	});

	it('offers Custom API Call, and its credential to n8n’s HTTP Request node', async () => {
		interface Described {
			name: string;
			authenticate?: object;
			properties: Array<{ name: string; options?: INodePropertyOptions[] }>;
		}
		const described = async (path: string, type: string) =>
			(await fixture.lab.session.call<Described[]>('GET', path)).find(({ name }) => name === type);
		const action = await described('/types/nodes.json', ACTION_NODE);
		const choices = action?.properties.find(({ name }) => name === 'resource')?.options ?? [];
		expect(choices.map(({ value }) => value)).toContain(CUSTOM_API_CALL);
		// The HTTP Request node lists credentials with `authenticate`.
		const credential = await described('/types/credentials.json', 'venuePlatformApi');
		expect(credential).toHaveProperty('authenticate');
	});

	it.each([
		['the agent chooses the method', "={{ $fromAI('Method') }}", 'POST', 0],
		['the agent chooses to read', "={{ $fromAI('Method') }}", 'GET', 1],
		['the user has chosen the method', 'POST', 'GET', 1],
	])('api call as a tool: %s', async (_, method, chosen, sent) => {
		for (const endpoint of ['GET /customers', 'POST /customers']) {
			fixture.venue.undocumented.on(endpoint, { body: '{"id": 7}' });
		}
		const model = await ScriptedModel.start({ Method: chosen, Path: '/customers' });
		try {
			const path = "={{ $fromAI('Path') }}";
			const parameters = { descriptionType: 'auto', resource: 'api', operation: 'call' };
			const tool = {
				...(await node({ ...parameters, method, path })),
				type: `${ACTION_NODE}Tool`,
				onError: 'continueRegularOutput' as const,
			};
			const workflow = await createAgentWorkflow(fixture.lab, {
				tool,
				model: await fixture.lab.credentials.create('openAiApi', {
					apiKey: 'none',
					url: model.url,
				}),
				prompt: 'Who are our customers?',
			});
			expect((await fixture.runOnce(workflow, 'Agent')).status).toBe('success');
			const asked = fixture.venue.requestsTo('* /customers').map((request) => request.method);
			expect(asked).toEqual(sent === 1 ? [method === 'POST' ? 'POST' : 'GET'] : []);
			expect(model.toolResults).toContain(sent === 1 ? '7' : 'has to be GET');
		} finally {
			await model.stop();
		}
	});

	it('tells an AI agent what it needs, and gives it an answer of readable size', async () => {
		fixture.venue.faults.on('GET /bookings/{uniqueId}', {
			kind: 'answer',
			status: 200,
			body: JSON.stringify(richBooking),
		});
		const model = await ScriptedModel.start({ Booking: 'BKG-000002' });
		try {
			const parameters = {
				descriptionType: 'auto',
				resource: 'booking',
				operation: 'get',
				bookingId: byId("={{ $fromAI('Booking', 'The unique ID of the booking', 'string') }}"),
			};
			const tool = { ...(await node(parameters)), type: `${ACTION_NODE}Tool` };
			const openAi = { apiKey: 'none', url: model.url };
			const workflow = await createAgentWorkflow(fixture.lab, {
				tool,
				model: await fixture.lab.credentials.create('openAiApi', openAi),
				prompt: 'Who is booking BKG-000002?',
			});
			const { status } = await fixture.runOnce(workflow, 'Agent');

			expect(status).toBe('success');
			expect(model.tools).toEqual([
				expect.objectContaining({
					name: 'Venue_Platform',
					description: 'Get booking in Venue Platform',
					parameters: expect.objectContaining({ required: ['Booking'] }),
				}),
			]);
			expect(model.toolResults).toContain('ada@example.test');
			expect(model.toolResults).toContain('ticketsCount');
			expect(model.toolResults.length / CHARACTERS_A_TOKEN).toBeLessThanOrEqual(1_500);
		} finally {
			await model.stop();
		}
	});

	describe('the address of a file of an export', () => {
		const refusalOf = async (addresses: string) => {
			// The venue is elsewhere, because files on this machine are allowed beside a venue on it.
			const data = { ...fixture.credentialData(), baseUrl: 'https://venue.example' };
			const credential = await fixture.saveCredential(data);
			const parameters = { resource: 'bulkReport', operation: 'getFiles', addresses };
			const getFiles = { ...(await node(parameters)), credential };
			const workflow = await fixture.lab.workflows.create('Files', [start, getFiles]);
			const id = await fixture.lab.workflows.run(workflow, start.name);
			const { status, error } = await fixture.lab.executions.ended(id);
			expect(status).toBe('error');
			return error?.message;
		};

		it.each([
			'https://10.0.0.1/1.json',
			'https://169.254.169.254/latest/meta-data',
			'https://[::1]/1.json',
			'https://files.nowhere.invalid/1.json',
		])('%s is not fetched', async (address) => {
			expect(await refusalOf(address)).toMatch(/does not allow the address|cannot be used/);
		});

		// Names, which only n8n's own check can refuse: it looks them up.
		it.each(['localhost', hostname()])(
			'%s leads into this machine and is not fetched [security: check where] [troubleshooting: does not allow the address of the file]',
			async (name) => {
				expect(await refusalOf(`https://${name}/1.json`)).toMatch(
					/^n8n does not allow the address of the file/,
				);
			},
		);
	});
});
