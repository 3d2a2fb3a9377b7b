import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import { startVenue, type Fault, type SimulatedVenue } from '../venue';
import { startEngine, type Engine } from './harness/engine';
import { letTheClockRun, stopTheClock, whileTimeMoves } from './harness/time';
import { VenueCaller } from './support/VenueCaller.node';

const SECRET = 'sEcret/with "quotes" & ünïcode';
const WEBHOOK_KEY = 'key-of-the-deliveries-0815';
const WEBHOOK_PASSWORD = 'password-of-the-deliveries';

describe('the secrets of a credential', () => {
	let venue: SimulatedVenue;
	let engine: Engine;

	beforeEach(async () => {
		stopTheClock();
		venue = await startVenue();
		venue.bookings.seed(3);
		engine = await startEngine();
	});

	afterEach(async () => {
		letTheClockRun();
		await engine.stop();
		await venue.stop();
	});

	it('appear in no output, whatever the venue does with them [api 2.2] [reliability: secret nor a token]', async () => {
		const good = await save(venue.credentials.clientSecret);
		const wrong = await save(SECRET);
		await getBookings(good);
		const stored = await engine.readCredential(good);
		const token = stored.accessToken as string;
		expect(token).toBeTruthy();

		const secrets = [token, venue.credentials.clientSecret, WEBHOOK_KEY, WEBHOOK_PASSWORD];
		const echo = JSON.stringify({ Message: `You sent ${secrets.join(' and ')}, Bearer ${token}` });
		for (const status of [400, 403, 409, 418, 500]) {
			await getBookings(good, { kind: 'answer', status, body: echo });
		}
		const text = `Authorization: Bearer ${token}; ${venue.credentials.clientSecret}`;
		for (const fault of [
			{ kind: 'answer', status: 401, body: echo },
			{ kind: 'answer', status: 400, body: text, headers: { 'content-type': 'text/plain' } },
			{ kind: 'redirect', to: `http://127.0.0.1:9/?token=${token}` },
		] satisfies Fault[]) {
			await getBookings(good, fault);
		}
		await createWebhook(good, { kind: 'resetAfterRead' });
		await createWebhook(good, { kind: 'truncatedBody' });

		const echoOfSecret = JSON.stringify({ Message: `“${SECRET}” is wrong` });
		venue.faults.on(
			'POST /token',
			{ kind: 'answer', status: 400, body: echoOfSecret },
			{ times: 1 },
		);
		await getBookings(wrong);
		await getBookings(wrong);
		const reset = await save('another-secret-that-is-sent');
		await getBookings(reset, { kind: 'resetAfterRead' }, 'POST /token');

		expect(
			engine.output.mentions('harbor').length + engine.output.mentions('The venue').length,
		).toBeGreaterThan(0);
		for (const secret of [...secrets, SECRET, 'another-secret-that-is-sent']) {
			expect(engine.output.mentions(secret)).toEqual([]);
		}
	});

	const save = async (clientSecret: string) =>
		await engine.saveCredential('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			clientId: venue.credentials.clientId,
			clientSecret,
			webhookApiKey: WEBHOOK_KEY,
			webhookUsername: 'venue',
			webhookPassword: WEBHOOK_PASSWORD,
		});

	const execute = async (request: Parameters<Engine['execute']>[0]) =>
		await whileTimeMoves(engine.execute(request));

	const getBookings = async (
		credential: Awaited<ReturnType<typeof save>>,
		fault?: Fault,
		endpoint = 'GET /bookings',
	) => {
		if (fault) venue.faults.on(endpoint, fault, { times: 1 });
		for (const continueOnFail of fault ? [false, true] : [false]) {
			await execute({
				node: VenuePlatform,
				parameters: { resource: 'booking', operation: 'getAll' },
				credentials: { venuePlatformApi: credential },
				continueOnFail,
			});
		}
	};

	const createWebhook = async (credential: Awaited<ReturnType<typeof save>>, fault: Fault) => {
		venue.faults.on('POST /webhooks', fault, { times: 1 });
		await execute({
			node: VenueCaller,
			parameters: { method: 'POST', path: '/webhooks', body: '{"url":"https://n8n.example/"}' },
			credentials: { venuePlatformApi: credential },
		});
	};
});
