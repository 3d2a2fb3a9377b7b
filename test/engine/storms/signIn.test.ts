import type { Fault } from '../../venue';
import { passTime, whileTimeMoves } from '../harness/time';
import { TimedN8n } from '../support/timedN8n';

const answer = (status: number, retryAfter?: string, body = ''): Fault => ({
	kind: 'answer',
	status,
	body,
	...(retryAfter ? { headers: { 'retry-after': retryAfter } } : {}),
});

describe('when n8n signs in', () => {
	let n8n: TimedN8n;

	beforeEach(async () => {
		n8n = await TimedN8n.open();
	});
	afterEach(async () => await n8n.close());

	const call = async (path = '/bookings') => await whileTimeMoves(n8n.call(path));

	it('a venue whose response is incomplete is asked again after a minute', async () => {
		const { faults } = n8n.venue;
		faults.on('POST /token', { kind: 'answer', status: 200, body: '{"access_token": "abc' });
		expect((await call()).error?.message).toMatch(/sign-in does not work at the moment/);
		faults.clear();
		await passTime(60_000);
		expect((await call()).status).toBe('success');
	});

	const noChecks: Array<[string, Fault]> = [
		['answers 429', answer(429, '60')],
		['is down for maintenance', answer(503, '30')],
		['breaks off', { kind: 'resetAfterRead' }],
	];

	it.each(noChecks)('a token that ends while the venue %s is renewed later', async (_, fault) => {
		const { faults, tokens } = n8n.venue;
		await call('/data/visits');
		tokens.revokeAll();
		n8n.venue.forgetRequests();
		faults.on('GET /webhooks', fault, { times: 2 });
		expect((await call('/data/visits')).status).toBe('success');
		expect(n8n.venue.count('POST /token')).toBe(1);
	});

	it('a venue that is too busy for hours to say why it rejects a token is no reason to change the credential', async () => {
		const { faults } = n8n.venue;
		faults.on('GET /data/visits', answer(401));
		const body = JSON.stringify({ Message: 'We are back at noon' });
		faults.on('GET /webhooks', answer(503, '7200', body));
		const { error } = await call('/data/visits');
		expect(error?.message).toMatch(/whether it is still valid \(We are back at noon.\)/);
		expect(error?.description).toContain('(America/New_York)');
		expect(error).toMatchObject({ context: { cause: 'rate-limited' } });
		// n8n does not ask a second time for a token in one request, so the node asks again.
		expect(n8n.venue.count('GET /data/visits')).toBe(2);
		expect(n8n.venue.count('POST /token')).toBe(1);
	});

	it('a token that another process ends at once is renewed once more, also after a pause of the venue', async () => {
		const { faults, tokens } = n8n.venue;
		await call();
		tokens.revokeAll();
		faults.on('GET /bookings', answer(429, '1'), { times: 1 });
		faults.on('GET /bookings', answer(401), { times: 2 });
		expect((await call()).status).toBe('success');
	});
});
