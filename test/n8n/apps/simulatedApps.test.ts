import { packedPackage } from '../fixtures/packedPackage';
import { startLab, type Lab } from '../lab/lab';
import type { StoredCredential } from '../lab/rest/credentials';
import { SimulatedApps } from './simulatedApps';

const START_WITHIN = 300_000;

describe('the simulated apps of the examples', () => {
	const calls: string[] = [];
	let apps: SimulatedApps;
	let lab: Lab;

	beforeAll(async () => {
		apps = await SimulatedApps.start(
			{
				hosts: ['sheets.googleapis.com'],
				answer: ({ method, path, headers, body }) => {
					calls.push(`${method} ${path} ${String(headers.authorization)} ${body.toString()}`);
					if (path.endsWith('/doc-1')) {
						return { json: { sheets: [{ properties: { sheetId: 0, title: 'Bookings' } }] } };
					}
					if (method === 'GET') return { json: { values: [['bookingId', 'guest']] } };
					return path.endsWith(':append') ? { json: { updates: {} } } : undefined;
				},
			},
			{
				hosts: ['slack.com'],
				answer: ({ method, path, body }) => {
					calls.push(`${method} ${path} ${body.toString()}`);
					return { json: { ok: true, channel: 'C1', ts: '1.1', message: {} } };
				},
			},
		);
		const { environment } = apps;
		lab = await startLab({ mode: 'regular', tarball: packedPackage(), environment });
	}, START_WITHIN);

	afterAll(async () => {
		await lab?.stop();
		await apps?.stop();
	}, START_WITHIN);

	const google = async () =>
		await lab.session.call<StoredCredential>('POST', '/rest/credentials', {
			name: 'Google account',
			type: 'googleSheetsOAuth2Api',
			data: {
				clientId: 'id',
				clientSecret: 'secret',
				oauthTokenData: { access_token: 'google-token', token_type: 'Bearer' },
			},
		});

	const run = async (nodes: Parameters<Lab['workflows']['create']>[1]) => {
		const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
		const workflow = await lab.workflows.create('An example', [start, ...nodes]);
		return await lab.executions.ended(await lab.workflows.run(workflow, 'Start'));
	};

	it('are reached by n8n’s own nodes, and no call leaves the machine', async () => {
		const booking = [{ id: 'id', name: 'bookingId', type: 'string', value: 'BKG-1' }];
		const { status } = await run([
			{
				name: 'Booking',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { assignments: { assignments: booking }, options: {} },
			},
			{
				name: 'Sheet',
				type: 'n8n-nodes-base.googleSheets',
				typeVersion: 4.7,
				credential: await google(),
				parameters: {
					operation: 'append',
					documentId: { __rl: true, mode: 'id', value: 'doc-1' },
					sheetName: { __rl: true, mode: 'name', value: 'Bookings' },
					columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] },
					options: { useAppend: true },
				},
			},
			{
				name: 'Chat',
				type: 'n8n-nodes-base.slack',
				typeVersion: 2.7,
				credential: await lab.credentials.create('slackApi', { accessToken: 'slack-token' }),
				parameters: {
					select: 'channel',
					channelId: { __rl: true, mode: 'name', value: '#bookings' },
					text: 'A booking',
					otherOptions: {},
				},
			},
		]);
		expect(status).toBe('success');
		expect(calls.find((call) => call.includes(':append'))).toMatch(
			/Bearer google-token .*"values":\[\["BKG-1",null\]\]/,
		);
		expect(calls[calls.length - 1]).toMatch(/^POST \/api\/chat.postMessage .*A booking/);
		expect(apps.strays).toEqual([]);
	}, 120_000);

	it('make the execution fail if they are down', async () => {
		apps.setDown(true);
		const { status } = await run([
			{
				name: 'Sheet',
				type: 'n8n-nodes-base.googleSheets',
				typeVersion: 4.7,
				credential: await google(),
				parameters: {
					operation: 'read',
					documentId: { __rl: true, mode: 'id', value: 'doc-1' },
					sheetName: { __rl: true, mode: 'name', value: 'Bookings' },
				},
			},
		]);
		apps.setDown(false);
		expect(status).toBe('error');
	}, 120_000);

	it('reject and record calls to a host that is not simulated', async () => {
		const { status } = await run([
			{
				name: 'Elsewhere',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: { url: 'https://elsewhere.example/', options: {} },
			},
		]);
		expect(status).toBe('error');
		expect(apps.strays).toEqual(['CONNECT elsewhere.example:443']);
	}, 120_000);
});
