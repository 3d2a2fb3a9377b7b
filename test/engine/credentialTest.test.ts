import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import { PROFILES, startVenue, type ProfileName, type SimulatedVenue } from '../venue';
import { startEngine, type Engine } from './harness/engine';
import { letTheDateRun, moveTheDate, stopTheDate } from './support/date';

describe('the credential test', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let others: Server[];

	beforeEach(async () => {
		others = [];
		venue = await startVenue();
		engine = await startEngine();
	});

	afterEach(async () => {
		letTheDateRun();
		await engine.stop();
		await venue.stop();
		for (const server of others) {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		}
	});

	const test = async (changes: { [field: string]: string | undefined } = {}) =>
		await engine.testCredential('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
			...changes,
		} as ICredentialDataDecryptedObject);

	const serverThat = async (answers: RequestListener) => {
		const server = createServer(answers);
		others.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};

	it('passes if Base URL, Client ID and Client Secret are right', async () => {
		expect(await test()).toMatchObject({ status: 'OK' });
		expect(await test({ baseUrl: `  ${venue.baseUrl}//  ` })).toMatchObject({ status: 'OK' });
		expect(await test({ clientSecret: ` ${venue.credentials.clientSecret}\n` })).toMatchObject({
			status: 'OK',
		});
	});

	it.each(Object.keys(PROFILES) as ProfileName[])(
		'reports that Client ID or Client Secret is wrong, for each form of the answer (%s)',
		async (profile) => {
			venue.vary(PROFILES[profile]);
			for (const changes of [{ clientId: 'nobody' }, { clientSecret: 'wrong' }]) {
				expect(await test(changes)).toEqual({
					status: 'Error',
					message: expect.stringMatching(
						/Client ID and Client Secret.*management console.*Base URL/s,
					),
				});
			}
		},
	);

	it.each([
		{ error: 'invalid_client', error_description: 'The client is unknown' },
		{ success: false, message: 'The client is unknown' },
	])('reports a refusal with a good status as one: %j', async (body) => {
		const baseUrl = await serverThat((_, response) => response.end(JSON.stringify(body)));
		const { message } = await test({ baseUrl });
		expect(message).toMatch(/did not accept this Client ID.*\(The client is unknown\.\)/);
	});

	it.each([
		[429, /takes no more sign-ins from this internet address/],
		[503, /sign-in does not work at the moment \(Not now\.\)/],
		[404, /no venue platform at this Base URL/],
	])('believes the status in a body rather than a good one: %i', async (statusCode, told) => {
		const said = JSON.stringify({ statusCode, message: 'Not now' });
		const baseUrl = await serverThat((_, response) => response.end(said));
		expect((await test({ baseUrl })).message).toMatch(told);
	});

	it('does not ask to copy a secret again that the venue knows, but has suspended', async () => {
		const said = '{"Message":"The key was suspended"}';
		const baseUrl = await serverThat((_, response) => {
			response.writeHead(403, { 'content-type': 'application/json' }).end(said);
		});
		const { message } = await test({ baseUrl });
		expect(message).toMatch(/does not let these credentials sign in \(The key was suspended\.\)/);
		expect(message).toMatch(/Ask the venue owner/);
		expect(message).not.toMatch(/Copy/);
	});

	it.each([
		['', /sign in\. They may be disabled/],
		['"Forbidden"', /sign in \(Forbidden\.?\)/],
		['{"Message":"Invalid scope"}', /sign in \(Invalid scope\.?\)/],
		['<html><head><title>403 Forbidden</title></head></html>', /sign in/],
	])('names both ways out of a 403 that does not say what is wrong: %s', async (said, told) => {
		const baseUrl = await serverThat((_, response) => response.writeHead(403).end(said));
		const { message } = await test({ baseUrl });
		expect(message).toMatch(told);
		expect(message).toMatch(/Ask the venue owner.*If they are new, copy Client ID/);
	});

	it.each([
		[408, /sign-in does not work at the moment/],
		[422, /did not accept this Client ID and Client Secret/],
	])('a sign-in that is answered %i is not taken for a wrong Base URL', async (status, told) => {
		const baseUrl = await serverThat((_, response) => response.writeHead(status).end());
		expect((await test({ baseUrl })).message).toMatch(told);
	});

	it('reports that the Base URL is wrong', async () => {
		const website = await serverThat((_, response) => {
			response.setHeader('content-type', 'text/html').end('<html><body>Welcome</body></html>');
		});
		const nothing = await serverThat((_, response) => response.writeHead(404).end());
		const elsewhere = await serverThat((_, response) =>
			response.writeHead(301, { location: `${venue.baseUrl}/token` }).end(),
		);
		const api = await serverThat((_, response) => response.end('{"status":"ok"}'));
		for (const baseUrl of [website, nothing, elsewhere, api]) {
			expect(await test({ baseUrl })).toEqual({
				status: 'Error',
				message: expect.stringMatching(/no venue platform at this Base URL/),
			});
		}
		for (const baseUrl of [website, elsewhere]) {
			expect((await test({ baseUrl })).message).toMatch(/If it is right, .* down for maintenance/);
		}
	});

	it.each([
		['baseUrl', '', /Base URL is empty/],
		['baseUrl', 'api.venue.example', /Base URL is not a complete web address/],
		['baseUrl', 'http://api.venue.example', /Base URL has to start with https/],
		['baseUrl', 'http://127.0.0.1:9', /could not be reached at 127\.0\.0\.1:9.*Base URL/s],
		['clientId', '', /Client ID is empty/],
		['clientSecret', '  ', /Client Secret is empty/],
	])('says what is wrong with %s %p', async (field, value, message) => {
		expect(await test({ [field]: value })).toEqual({
			status: 'Error',
			message: expect.stringMatching(message),
		});
	});

	it('says that the secure connection is the obstacle if the port has none', async () => {
		const { message } = await test({ baseUrl: venue.baseUrl.replace('http:', 'https:') });
		expect(message).toMatch(
			/^The secure connection to 127\.0\.0\.1:\d+ could not be trusted.*Base URL/s,
		);
	});

	it('does not fail because of a missing scope', async () => {
		for (const forbidden of ['message', 'text'] as const) {
			venue.vary({ forbidden });
			const credentials = venue.addCredentials({ scopes: [] });
			expect(await test({ ...credentials })).toMatchObject({ status: 'OK' });
		}
	});

	it.each([
		{ error: 'insufficient_scope', error_description: 'Needs webhooks.read' },
		{ message: 'Missing scope: webhooks.read' },
	])('does not fail because of a scope in other words: %j', async (said) => {
		const token = { access_token: 'a-token', token_type: 'Bearer', expires_in: 86_400 };
		const baseUrl = await serverThat(({ url }, response) => {
			const isToken = url === '/token';
			response.writeHead(isToken ? 200 : 403, { 'content-type': 'application/json' });
			response.end(JSON.stringify(isToken ? token : said));
		});
		expect(await test({ baseUrl })).toMatchObject({ status: 'OK' });
	});

	it('says that an error without a reason may be due to a missing scope', async () => {
		venue.vary({ forbidden: 'empty' });
		const { status, message } = await test({ ...venue.addCredentials({ scopes: [] }) });
		expect(status).toBe('Error');
		expect(message).toMatch(/gives no reason.*only the scope “Webhook_Get” is missing/);
	});

	describe.each(['disabled key', 'decommissioned venue', 'staff API not enabled'] as const)(
		'reports that the venue refuses valid tokens: %s',
		(reason) => {
			const saved = async () =>
				await engine.saveCredential('venuePlatformApi', {
					baseUrl: venue.baseUrl,
					...venue.credentials,
				});
			const refused = {
				status: 'Error',
				message: expect.stringMatching(/signs these credentials in and then refuses.*venue owner/s),
			};

			it.each([
				['message', 10],
				['message', 120],
				['text', 120],
				['empty', 120],
			] as const)('with the body %s, %d seconds later', async (forbidden, seconds) => {
				stopTheDate(Date.UTC(2026, 10, 21, 12));
				const credential = await saved();
				expect(await engine.testSavedCredential(credential)).toMatchObject({ status: 'OK' });
				venue.vary({ forbidden });
				venue.clients.block(venue.credentials.clientId, reason);
				moveTheDate(seconds * 1_000 + 1);

				const result = await engine.testSavedCredential(credential);
				expect(result).toEqual(refused);
				expect(result.message.includes(`(${reason}.)`)).toBe(forbidden !== 'empty');
				expect(venue.count('POST /token')).toBe(1);

				venue.clients.unblock(venue.credentials.clientId);
				moveTheDate(10_001);
				expect(await engine.testSavedCredential(credential)).toMatchObject({ status: 'OK' });
				expect(venue.count('POST /token')).toBe(1);
			});
		},
	);

	it('reports that the venue refuses a token that it has just issued', async () => {
		const page = '<html><body>Forbidden</body></html>';
		for (const body of [page, '', '{"Message": "disabled key"}']) {
			venue.faults.clear();
			venue.faults.on('GET /webhooks', { kind: 'answer', status: 403, body });
			const { status, message } = await test();
			expect(status).toBe('Error');
			expect(message).toMatch(/^The venue signs these credentials in and then refuses them/);
			expect(message).not.toContain('<');
		}
	});

	it('requests one token, however often the dialog is opened', async () => {
		const credential = await engine.saveCredential('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
		});
		for (let opening = 0; opening < 20; opening++) {
			expect(await engine.testSavedCredential(credential)).toMatchObject({ status: 'OK' });
		}
		expect(venue.count('POST /token')).toBe(1);
	});

	it('notices that the venue has revoked the token, and later that the secret is no longer valid', async () => {
		const credential = await engine.saveCredential('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
		});
		await engine.execute({
			node: VenuePlatform,
			parameters: { resource: 'booking', operation: 'getAll' },
			credentials: { venuePlatformApi: credential },
		});
		stopTheDate(Date.now() + 120_000);
		venue.tokens.revokeAll();
		expect(await engine.testSavedCredential(credential)).toMatchObject({ status: 'OK' });

		moveTheDate(120_000);
		venue.tokens.revokeAll();
		venue.clients.rotateSecret(venue.credentials.clientId);
		expect(await engine.testSavedCredential(credential)).toEqual({
			status: 'Error',
			message: expect.stringMatching(/Client ID and Client Secret/),
		});
	});

	it('sends a wrong secret once, however often it is repeated', async () => {
		for (let attempt = 0; attempt < 10; attempt++) await test({ clientSecret: 'wrong' });
		expect(venue.count('POST /token')).toBe(1);
	});

	it('asks at once although executions would wait for an hour, and at most once a minute', async () => {
		stopTheDate(Date.UTC(2026, 10, 21, 12));
		const credential = await engine.saveCredential('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
			clientSecret: 'not yet',
		});
		const execute = async () =>
			await engine.execute({
				node: VenuePlatform,
				parameters: { resource: 'booking', operation: 'getAll' },
				credentials: { venuePlatformApi: credential },
			});
		for (let minute = 0; minute < 4 * 60; minute++) {
			await execute();
			moveTheDate(60_000);
		}
		venue.forgetRequests();
		const { error } = await execute();
		expect(error?.description).toMatch(/asked again from .*, or .* changed or tested/);
		// A workflow has a time zone, and the dialog has none.
		const until = /again from (.* \(America\/New_York\))/.exec(error?.description ?? '')![1];
		expect(venue.count('POST /token')).toBe(0);

		for (let second = 0; second < 120; second += 10) {
			expect(await engine.testSavedCredential(credential)).toMatchObject({
				message: expect.stringMatching(/Client ID and Client Secret.* from .* UTC/s),
			});
			moveTheDate(10_000);
		}
		expect(venue.count('POST /token')).toBe(2);
		expect((await execute()).error?.description).toContain(`again from ${until}`);

		venue.clients.find(venue.credentials.clientId)!.clientSecret = 'not yet';
		expect(await engine.testSavedCredential(credential)).toMatchObject({ status: 'OK' });
		expect((await execute()).status).toBe('success');
		expect(venue.count('POST /token')).toBe(3);
	});

	it('sends no header that marks the request as a test', async () => {
		await test();
		const names = venue.requests.flatMap(({ headers }) => Object.keys(headers));
		expect(names.filter((name) => /test/i.test(name))).toEqual([]);
	});

	it.each([false, true])(
		'leaves no response to n8n, which would read all of it (compressed: %s) [security: as any call]',
		async (isCompressed) => {
			venue.faults.on('* /webhooks', { kind: 'long', repeats: '{},', times: 1e7, isCompressed });
			expect(await test()).toMatchObject({ status: 'OK' });
			expect(venue.count('GET /webhooks')).toBe(1);
			expect(venue.count('HEAD /webhooks')).toBe(1);
		},
	);

	it('reads nothing of a body that follows a response to HEAD [security: no body]', async () => {
		let sent = 0;
		const hostile = await serverThat((request, response) => {
			if (request.method !== 'HEAD') {
				const token = '{"access_token":"t","token_type":"Bearer","expires_in":3600}';
				response.end(request.method === 'POST' ? token : '[]');
				return;
			}
			const { socket } = request;
			socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2000000\r\n\r\n');
			const more = () => {
				while (socket.writable && socket.write('x'.repeat(65_536))) sent += 65_536;
			};
			socket.on('drain', more).on('error', () => {});
			more();
		});
		// It breaks the rules of HTTP, so n8n hangs up.
		expect(await test({ baseUrl: hostile })).toMatchObject({ status: 'Error' });
		expect(sent).toBeLessThan(10_000_000);
	});

	it.each([405, 404, 501, 403, 301])(
		'passes at a venue that answers HEAD with %d',
		async (status) => {
			venue.faults.on('HEAD /webhooks', { kind: 'answer', status });
			expect(await test()).toMatchObject({ status: 'OK' });
			expect(venue.count('HEAD /webhooks')).toBe(1);
		},
	);

	it.each([
		['POST /token', 400],
		['POST /token', 401],
		['POST /token', 503],
		['GET /webhooks', 403],
	])('shows no secret that the venue quotes: %s with %d', async (endpoint, status) => {
		const webhook = {
			webhookApiKey: 'a-webhook-key-0815',
			webhookUsername: 'clerk',
			webhookPassword: 'päss word/0815?',
		};
		const pair = `${webhook.webhookUsername}:${webhook.webhookPassword}`;
		const quoted = [
			venue.credentials.clientSecret,
			webhook.webhookApiKey,
			webhook.webhookPassword,
			Buffer.from(pair).toString('base64'),
		];
		const message = `You sent <${quoted.join('> <')}>`;
		venue.faults.on(endpoint, { kind: 'answer', status, body: JSON.stringify({ message }) });
		const { status: result, message: shown } = await test(webhook);
		expect(result).toBe('Error');
		expect(quoted.filter((secret) => shown.includes(secret))).toEqual([]);
	});

	it('reports that the venue issues tokens but does not accept them', async () => {
		venue.faults.on('GET /webhooks', { kind: 'answer', status: 401 });
		expect(await test()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/does not accept.*venue owner/s),
		});
		expect(venue.count('POST /token')).toBe(2);
	});

	it('reports that the venue cannot be reached after the sign-in', async () => {
		venue.faults.on('GET /webhooks', { kind: 'resetAfterRead' });
		expect(await test()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/could not be reached/),
		});
	});

	it('names the end of a cooldown', async () => {
		venue.limits.consume('token', 61);
		const { message } = await test();
		expect(message).toMatch(/no more sign-ins.*from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/s);
	});
});
