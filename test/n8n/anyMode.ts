import axios from 'axios';

import { startVenue, type SimulatedVenue } from '../venue';
import { startLab, type Lab, type LabPlan } from './lab/lab';
import { readPackedManifest } from './lab/package/communityPackage';
import type { CredentialData, StoredCredential } from './lab/rest/credentials';
import type { StoredWorkflow, WorkflowNode } from './lab/rest/workflows';
import { packedPackage } from './packed';
import { until } from './until';

const PACKAGE = 'n8n-nodes-venue-platform';
const HOUR = 3_600_000;
const BOOKINGS = 3;
const START_WITHIN = 300_000;

interface Described {
	name: string;
	iconUrl?: string | { light: string; dark: string };
}

/** What holds wherever the package runs. `executors` processes execute workflows. */
export function describeThePackage(mode: LabPlan['mode'], { executors }: { executors: number }) {
	let lab: Lab;
	let venue: SimulatedVenue;

	beforeAll(async () => {
		lab = await startLab({ mode, tarball: packedPackage() });
	}, START_WITHIN);

	afterAll(async () => await lab?.stop(), START_WITHIN);

	beforeEach(async () => {
		venue = await startVenue({ now: () => lab.clock.now() });
		venue.bookings.seed(BOOKINGS);
	});

	afterEach(async () => await venue.stop());

	describe('is known to n8n:', () => {
		const ours = async (kind: 'nodes' | 'credentials', prefix: string) =>
			(await lab.session.call<Described[]>('GET', `/types/${kind}.json`)).filter(({ name }) =>
				name.startsWith(prefix),
			);

		it('every node and the credential, each with a light and a dark icon', async () => {
			const { n8n } = await readPackedManifest(packedPackage());
			const nodes = await ours('nodes', `${PACKAGE}.`);
			const credentials = await ours('credentials', 'venuePlatform');
			const withoutTools = nodes.filter(({ name }) => !name.endsWith('Tool'));
			expect(withoutTools).toHaveLength(n8n.nodes.length);
			expect(credentials).toHaveLength(n8n.credentials.length);

			for (const { iconUrl } of [...nodes, ...credentials]) {
				const { light, dark } = iconUrl as { light: string; dark: string };
				expect(light).not.toBe(dark);
				for (const url of [light, dark]) {
					const { data, headers } = await axios.get<string>(`${lab.main.url}/${url}`);
					expect(headers['content-type']).toContain('image/svg+xml');
					expect(data).toContain('<svg');
				}
			}
		});

		it('the action node as a tool for AI agents too', async () => {
			const names = (await ours('nodes', `${PACKAGE}.`)).map(({ name }) => name);
			expect(names).toContain(`${PACKAGE}.venuePlatformTool`);
		});
	});

	describe('the credential test of n8n', () => {
		const test = async (changes: CredentialData) => {
			const data = { ...credentialData(), ...changes };
			return await lab.credentials.test(await save(data), data);
		};

		it('passes with the right values', async () => {
			expect(await test({})).toMatchObject({ status: 'OK' });
			expect(await test({ baseUrl: ` ${venue.baseUrl}// ` })).toMatchObject({ status: 'OK' });
		});

		it.each([
			['an empty Base URL', { baseUrl: '' }, 'Base URL'],
			['a Base URL that is no address', { baseUrl: 'venue platform' }, 'Base URL'],
			['a Base URL without encryption', { baseUrl: 'http://venue.example' }, 'Base URL'],
			['a Base URL where nobody listens', { baseUrl: 'http://127.0.0.1:1' }, '127.0.0.1:1'],
			['an empty Client ID', { clientId: '' }, 'Client ID'],
			['a wrong Client ID', { clientId: 'nobody' }, 'Client ID'],
			['an empty Client Secret', { clientSecret: '' }, 'Client Secret'],
			['a wrong Client Secret', { clientSecret: 'guessed' }, 'Client Secret'],
		])('names the field of %s', async (_, changes, field) => {
			const { status, message } = await test(changes);
			expect(status).toBe('Error');
			expect(message).toContain(field);
		});

		it('tells the address of something else from the venue', async () => {
			const { status, message } = await test({ baseUrl: lab.main.url });
			expect(status).toBe('Error');
			expect(message).toContain('Base URL');
		});
	});

	describe('in a workflow', () => {
		it('fetches the bookings of the venue', async () => {
			const workflow = await lab.workflows.create('Bookings', [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				bookings(await save()),
			]);

			const { status, items } = await runOnce(workflow);

			expect(status).toBe('success');
			expect(items).toEqual(venue.bookings.all());
		});

		it('fetches one token for as long as it lasts, and another when it has expired', async () => {
			const workflow = await lab.workflows.create('Bookings, day by day', [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				bookings(await save()),
			]);
			const statuses = [(await runOnce(workflow)).status, (await runOnce(workflow)).status];
			const onTheFirstDay = venue.count('POST /token');
			lab.clock.advance(25 * HOUR);
			venue.forgetRequests();
			statuses.push((await runOnce(workflow)).status);

			expect(statuses).toEqual(['success', 'success', 'success']);
			expect(onTheFirstDay).toBe(1);
			expect(venue.count('POST /token')).toBe(1);
		});

		const runOnce = async (workflow: StoredWorkflow) => {
			const id = await lab.workflows.run(workflow, 'Start');
			const execution = await lab.executions.ended(id);
			return { status: execution.status, items: execution.items('Bookings') };
		};
	});

	describe('in 30 executions at once', () => {
		const path = `bookings-of-${mode}`;
		let workflow: StoredWorkflow;
		let credential: StoredCredential;

		beforeEach(async () => {
			credential = await save();
			workflow = await lab.workflows.create('Bookings on demand', [
				onDemand(path),
				bookings(credential),
			]);
			await lab.workflows.publish(workflow);
			await lab.untilRouted(path);
		});

		afterEach(async () => {
			await lab.workflows.unpublish(workflow);
			await lab.untilRouted(path, false);
		});

		it(`a cold start takes at most ${executors} of the venue's tokens`, async () => {
			holdTokens();
			const answers = all();
			await until(async () => {
				const executions = await lab.executions.list(workflow);
				return executions.filter(({ status }) => status === 'running').length === 30;
			});
			await handOutTokens();

			expect(await answers).toEqual(bookingsThirtyTimes());
			expect(await workersThatTookPart()).toEqual(lab.workers);
			expectTokenRequests();
		});

		it(`a token that the venue no longer accepts is replaced by at most ${executors}`, async () => {
			await all();
			lab.clock.advance(HOUR);
			venue.tokens.revokeAll();
			venue.forgetRequests();
			holdTokens();
			const answers = all();
			await until(() => venue.count('GET /bookings') === 30);
			await handOutTokens();

			expect(await answers).toEqual(bookingsThirtyTimes());
			expectTokenRequests();
		});

		it('nothing that n8n keeps or says holds the secret or a token', async () => {
			await all();
			const kept = await Promise.all(
				(await lab.executions.list(workflow)).map(({ id }) => lab.executions.read(id)),
			);
			expect(kept).toHaveLength(30);
			const everything = `${kept.map(({ saved }) => saved).join()}${await lab.log()}`;

			for (const { accessToken } of venue.tokens.issued) {
				expect(everything).not.toContain(accessToken);
			}
			expect(everything).not.toContain(venue.credentials.clientSecret);
		});

		const workersThatTookPart = async () => {
			const logs = await Promise.all(lab.workers.map((worker) => worker.log()));
			return lab.workers.filter((_, index) => logs[index].includes('Worker started execution'));
		};

		/** All executions shall want a token before there is one. */
		const holdTokens = () => venue.faults.on('POST /token', { kind: 'delay', ms: HOUR });

		const handOutTokens = async () => {
			venue.faults.clear();
			await venue.clock.advance(HOUR);
		};

		const expectTokenRequests = () => {
			expect(venue.count('POST /token')).toBeGreaterThanOrEqual(1);
			expect(venue.count('POST /token')).toBeLessThanOrEqual(executors);
		};

		const all = async () =>
			await Promise.all(
				Array.from({ length: 30 }, async () => {
					const url = `${lab.webhookUrl}/webhook/${path}`;
					const { data } = await axios.post<unknown>(url, {}, { proxy: false });
					return data;
				}),
			);

		const bookingsThirtyTimes = () => Array(30).fill(venue.bookings.all());
	});

	describe('after all of this', () => {
		it('n8n has called nobody outside this machine but on demand, and then in vain', async () => {
			const elsewhere = await lab.workflows.create('Elsewhere', [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{
					name: 'Elsewhere',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: { url: 'https://elsewhere.test/' },
				},
			]);
			const id = await lab.workflows.run(elsewhere, 'Start');
			expect((await lab.executions.ended(id)).status).toBe('error');

			const refused = (await lab.log()).matchAll(/\[lab\] refused a connection to (\S+)/g);
			expect(new Set([...refused].map(([, host]) => host))).toEqual(new Set(['elsewhere.test']));
		});
	});

	const credentialData = (): CredentialData => ({
		baseUrl: venue.baseUrl,
		clientId: venue.credentials.clientId,
		clientSecret: venue.credentials.clientSecret,
	});

	const save = async (data = credentialData()) =>
		await lab.credentials.create('venuePlatformApi', data);
}

const bookings = (credential: StoredCredential): WorkflowNode => ({
	name: 'Bookings',
	type: `${PACKAGE}.venuePlatform`,
	parameters: { resource: 'booking', operation: 'getAll', returnAll: true },
	credential,
});

const onDemand = (path: string): WorkflowNode => ({
	name: 'On Demand',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: {
		httpMethod: 'POST',
		path,
		responseMode: 'lastNode',
		responseData: 'allEntries',
	},
});
