import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import type { Fault, SimulatedVenue } from '../venue';
import type { Engine, SavedCredential } from './harness/engine';
import { whileTimeMoves } from './harness/time';
import { TimedN8n } from './support/timedN8n';

const SECRET = 'sEcret/with "quotes" & ünïcode';
const WEBHOOK_KEY = 'key-of-the-deliveries-0815';
const WEBHOOK_PASSWORD = 'password-of-the-deliveries';

describe('the secrets of a credential', () => {
	let n8n: TimedN8n;
	let venue: SimulatedVenue;
	let engine: Engine;

	beforeEach(async () => {
		n8n = await TimedN8n.open();
		({ venue, engine } = n8n);
		venue.bookings.seed(3);
	});

	afterEach(async () => await n8n.close());

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
		await n8n.saveCredential({
			clientId: venue.credentials.clientId,
			clientSecret,
			webhookApiKey: WEBHOOK_KEY,
			webhookUsername: 'venue',
			webhookPassword: WEBHOOK_PASSWORD,
		});

	const getBookings = async (
		credential: SavedCredential,
		fault?: Fault,
		endpoint = 'GET /bookings',
	) => {
		if (fault) venue.faults.on(endpoint, fault, { times: 1 });
		for (const continueOnFail of fault ? [false, true] : [false]) {
			const execution = engine.execute({
				node: VenuePlatform,
				parameters: { resource: 'booking', operation: 'getAll' },
				credentials: { venuePlatformApi: credential },
				continueOnFail,
			});
			await whileTimeMoves(execution);
		}
	};

	const createWebhook = async (by: SavedCredential, fault: Fault) => {
		venue.faults.on('POST /webhooks', fault, { times: 1 });
		const body = '{"url":"https://n8n.example/"}';
		await whileTimeMoves(n8n.call('/webhooks', { method: 'POST', body, by }));
	};
});
