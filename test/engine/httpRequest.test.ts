import { foreignAddresses, ownAddresses } from '../attacks/addresses';
import { selfSigned } from '../attacks/certificate';
import { Eavesdropper } from '../attacks/eavesdropper';
import { RecordingHost } from '../attacks/recordingHost';
import { until } from '../n8n/fixtures/until';
import { startVenue, type Fault, type SimulatedVenue } from '../venue';
import { startEngine, type Engine, type SavedCredential } from './harness/engine';
import { connectN8n } from './support/connectedN8n';
import { letTheDateRun, moveTheDate, stopTheDate } from './support/date';
import { PlainRequest } from './support/PlainRequest.node';

const MINUTE = 60_000;

/** n8n treats each failed response to these nodes as if it were a 401. */
describe('the credential in n8n’s HTTP Request node', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let credential: SavedCredential;

	beforeEach(async () => {
		stopTheDate(Date.UTC(2026, 10, 21, 12));
		({ venue, engine, credential } = await connectN8n());
		venue.bookings.seed(3);
	});

	afterEach(async () => {
		letTheDateRun();
		await engine.stop();
		await venue.stop();
	});

	const send = async (method = 'GET', path = '/bookings') =>
		await engine.execute({
			node: PlainRequest,
			parameters: { method, url: `${venue.baseUrl}${path}` },
			credentials: { venuePlatformApi: credential },
		});

	const fail = (endpoint: string, status: number, body = '') =>
		venue.faults.on(endpoint, { kind: 'answer', status, body });

	it.each([404, 409, 429, 500])(
		'%i: the answer is shown, a POST arrives once, no token is requested [api-access: venue rejects]',
		async (status) => {
			await send();
			moveTheDate(2 * MINUTE);
			venue.forgetRequests();
			fail('POST /webhooks', status, '{"Message":"what the venue says"}');
			fail('GET /bookings', status);

			const { error } = await send('POST', '/webhooks');
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(JSON.stringify(error)).toContain('what the venue says');
			expect(await send()).toMatchObject({ status: 'error', error: { httpCode: String(status) } });
			expect(venue.count('POST /webhooks')).toBe(1);
			expect(venue.count('GET /bookings')).toBe(1);
			expect(venue.count('POST /token')).toBe(0);
		},
	);

	it('a series of failed look-ups: at most six checks of the token a minute', async () => {
		await send();
		venue.forgetRequests();
		for (let second = 0; second < 180; second++) {
			expect(await send('GET', '/bookings/none')).toMatchObject({ error: { httpCode: '404' } });
			moveTheDate(1_000);
		}
		expect(venue.count('GET /bookings/{uniqueId}')).toBe(180);
		expect(venue.count('GET /webhooks')).toBeLessThanOrEqual(18);
		expect(venue.count('POST /token')).toBe(0);
	});

	it.each(['expired', 'revoked'])(
		'a token that is %s is renewed [api-access: shared and renewed]',
		async (how) => {
			await send();
			if (how === 'revoked') venue.tokens.revokeAll();
			else moveTheDate(25 * 60 * MINUTE);
			venue.forgetRequests();
			const runs = await Promise.all(Array.from({ length: 20 }, async () => await send()));
			expect(runs.map(({ status }) => status)).toEqual(Array(20).fill('success'));
			expect(venue.count('POST /token')).toBe(1);
		},
	);

	it('a POST that the venue may have processed is not sent again, although the token has expired [api-access: sent once in any case]', async () => {
		await send();
		venue.tokens.revokeAll();
		venue.forgetRequests();
		fail('POST /webhooks', 500);
		expect(await send('POST', '/webhooks')).toMatchObject({ error: { httpCode: '500' } });
		expect(venue.count('POST /webhooks')).toBe(1);
		expect(venue.count('POST /token')).toBe(0);

		expect(await send()).toMatchObject({ status: 'success' });
		expect(venue.count('POST /token')).toBe(1);
	});

	it('a POST that is under way while another call renews the token is not sent again either', async () => {
		await send();
		const late: Fault[] = [
			{ kind: 'delay', ms: 4_000 },
			{ kind: 'answer', status: 500 },
		];
		venue.faults.on('POST /webhooks', late, { times: 1 });
		venue.forgetRequests();
		const posting = send('POST', '/webhooks');
		await until(() => venue.count('POST /webhooks') === 1);
		venue.tokens.revokeAll();
		expect(await send()).toMatchObject({ status: 'success' });
		await venue.clock.advance(4_000);
		expect(await posting).toMatchObject({ error: { httpCode: '500' } });
		expect(venue.count('POST /webhooks')).toBe(1);
		expect(venue.count('POST /token')).toBe(1);
	});

	it('a venue that does not answer the check either: the first answer is shown', async () => {
		await send();
		fail('GET /bookings', 500);
		venue.faults.on('GET /webhooks', { kind: 'resetAfterRead' });
		venue.forgetRequests();
		expect(await send()).toMatchObject({ error: { httpCode: '500' } });
		expect(venue.count('POST /token')).toBe(0);
	});
});

describe.each([
	{ name: 'the older request function', isNewer: false },
	{ name: 'the newer request function', isNewer: true },
])('the token, sent by $name of n8n', ({ isNewer }) => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let gateway: RecordingHost;
	let elsewhere: RecordingHost;
	let encrypted: RecordingHost;
	let eavesdropper: Eavesdropper;

	beforeAll(async () => {
		elsewhere = await RecordingHost.open();
		encrypted = await RecordingHost.open({ certificate: selfSigned() });
		eavesdropper = await Eavesdropper.open();
	});

	afterAll(async () => {
		for (const host of [elsewhere, encrypted, eavesdropper]) await host.close();
	});

	beforeEach(async () => {
		stopTheDate(Date.UTC(2026, 10, 21, 12));
		venue = await startVenue();
		venue.bookings.seed(3);
		gateway = await RecordingHost.open({ behind: venue.baseUrl });
		engine = await startEngine();
		for (const host of [elsewhere, encrypted]) host.forget();
		eavesdropper.heard.length = 0;
	});

	afterEach(async () => {
		letTheDateRun();
		await engine.stop();
		await gateway.close();
		await venue.stop();
	});

	const save = async () =>
		await engine.saveCredential('venuePlatformApi', {
			baseUrl: gateway.url(),
			...venue.credentials,
		});

	const send = async (
		credential: SavedCredential,
		options: object,
		{ method = 'GET', url = '' } = {},
	) =>
		await engine.execute({
			node: PlainRequest,
			parameters: { method, url, isNewer, options: JSON.stringify(options) },
			credentials: { venuePlatformApi: credential },
		});

	/** What the node's options make of a request that may be redirected, for both functions. */
	const following = {
		followRedirect: true,
		followAllRedirects: true,
		rejectUnauthorized: false,
		skipSslCertificateValidation: true,
		sendCredentialsOnCrossOriginRedirect: true,
	};

	const expectNowhereElse = async (credential: SavedCredential) => {
		const { accessToken } = await engine.readCredential(credential);
		for (const host of [elsewhere, encrypted]) {
			expect(host.authorized).toEqual([]);
			if (accessToken) expect(host.hasSeen(accessToken as string)).toBe(false);
		}
	};

	const STATUSES = [301, 302, 303, 307, 308];

	it.each(STATUSES)(
		'is not sent on when a %i leads to another host, and the redirect is followed [security: A redirect to another host]',
		async (status) => {
			const credential = await save();
			for (const to of [
				elsewhere.url('localhost'),
				elsewhere.url(),
				encrypted.url(),
				elsewhere.redirect(status, encrypted.url()),
			]) {
				for (const method of ['GET', 'POST']) {
					const url = gateway.redirect(status, to.includes('redirect') ? to : `${to}/files/1`);
					const { status: ended, items } = await send(credential, following, { method, url });
					expect(ended).toBe('success');
					expect(items[0][0].json).toMatchObject({ body: { file: expect.any(String) } });
				}
			}
			await expectNowhereElse(credential);
			expect(elsewhere.received.length + encrypted.received.length).toBe(2 * (1 + 1 + 1 + 2));
			expect(gateway.authorized).toHaveLength(8);
		},
	);

	it.each(STATUSES)(
		'is kept on a %i within the venue, and does not leave it on a way out and back',
		async (status) => {
			const credential = await save();
			const within = gateway.redirect(status, '/bookings');
			expect(await send(credential, following, { url: within })).toMatchObject({
				status: 'success',
			});
			expect(venue.count('GET /bookings')).toBe(1);
			const around = elsewhere.redirect(status, `${gateway.url()}/files/1`);
			const url = gateway.redirect(status, around);
			expect(await send(credential, following, { url })).toMatchObject({ status: 'success' });
			await expectNowhereElse(credential);
		},
	);

	it('goes to no foreign host, however it is spelled, and errors say what to enter [security: nowhere else]', async () => {
		const credential = await save();
		const { host } = new URL(gateway.url());
		const foreign = new URL(elsewhere.url('localhost')).host;
		const told: Record<string, string | undefined> = {};
		for (const [name, address] of Object.entries(foreignAddresses({ venue: host, foreign }))) {
			const { error } = await send(credential, { ...following, ...address });
			told[name] = error && `${error.message} ${error.description ?? ''}`;
		}
		await expectNowhereElse(credential);
		expect(elsewhere.received).toEqual([]);
		expect(encrypted.received).toEqual([]);
		expect(Object.keys(told).length).toBeGreaterThan(30);
		// The others end at the venue, with a path that it does not have.
		const withBase = ['no slashes', 'one slash', 'a backslash', 'an @'];
		for (const name of withBase) delete told[`${name}, with the venue as its base`];
		for (const text of Object.values(told)) {
			expect(text).toMatch(/This credential is for|written out in full|names another host/);
		}
	});

	it('goes to the venue, however its own address is spelled', async () => {
		const credential = await save();
		// The newer function has no `uri`.
		const own = Object.values(ownAddresses(gateway.url())).filter(({ url }) => url || !isNewer);
		for (const address of own) {
			expect(await send(credential, address)).toMatchObject({ status: 'success' });
		}
		expect(venue.count('GET /bookings')).toBe(own.length);
	});

	it('is not sent through a proxy that would see it [security: through a proxy]', async () => {
		const credential = await save();
		const proxy = isNewer
			? { host: '127.0.0.1', port: Number(new URL(eavesdropper.url).port) }
			: eavesdropper.url;
		for (const certificates of [{}, following]) {
			const { error } = await send(
				credential,
				{ ...certificates, proxy },
				{ url: `${gateway.url()}/bookings` },
			);
			expect(error?.message).toContain('A proxy would see the access token');
		}
		expect(eavesdropper.heard).toEqual([]);
	});

	it('is not sent to another host, and the venue is not asked about it [api-access: host of the Base URL] [security: could go elsewhere]', async () => {
		const credential = await save();
		await send(credential, {}, { url: `${gateway.url()}/bookings` });
		venue.forgetRequests();
		await send(credential, {}, { url: `${elsewhere.url()}/bookings` });
		expect(elsewhere.received).toEqual([]);
		expect(venue.requests).toEqual([]);
	});

	it('replaces the authorization header of the node', async () => {
		const credential = await save();
		const headers = { AUTHORIZATION: 'Bearer other' };
		const url = gateway.redirect(302, `${elsewhere.url()}/files/1`);
		expect(await send(credential, { ...following, headers }, { url })).toMatchObject({
			status: 'success',
		});
		expect(gateway.authorized[0].headers.authorization).not.toContain('other');
		await expectNowhereElse(credential);
	});
});
