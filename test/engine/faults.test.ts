import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';

import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import type { Fault, SimulatedVenue } from '../venue';
import { whileTimeMoves } from './harness/time';
import { TimedN8n } from './support/timedN8n';
import { VenueCaller } from './support/VenueCaller.node';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const BUDGET = 5 * MINUTE;
const NOON = Date.UTC(2026, 10, 21, 12);

const webhook = {
	url: 'https://n8n.example/webhook/1',
	enabled: true,
	webhooks: { booking: { events: ['Created'] } },
};

describe('calls to a venue that does not respond as it should', () => {
	let venue: SimulatedVenue;
	let n8n: TimedN8n;

	beforeEach(async () => {
		n8n = await TimedN8n.open({}, NOON);
		({ venue } = n8n);
		venue.bookings.seed(3);
	});
	afterEach(async () => await n8n.close());

	const getBookings = async (more?: Parameters<TimedN8n['call']>[1]) =>
		await whileTimeMoves(n8n.call('/bookings', more));
	const createWebhook = async () =>
		await whileTimeMoves(n8n.call('/webhooks', { method: 'POST', body: JSON.stringify(webhook) }));

	const timesOf = (endpoint: string) => venue.requestsTo(endpoint).map(({ at }) => at);

	describe('a safe call succeeds within its budget', () => {
		const passing: Array<[string, Fault]> = [
			['429 with seconds', answer(429, 'Too many requests', { 'retry-after': '60' })],
			['429 without Retry-After', answer(429, 'Too many requests')],
			[
				'429 with a date',
				answer(429, '', { 'retry-after': new Date(NOON + MINUTE).toUTCString() }),
			],
			['503 with text and Retry-After', answer(503, 'Back soon', { 'retry-after': '30' })],
			['503 with text alone', answer(503, 'Back soon')],
			['502 of a gateway', answer(502, '<html><body>Bad gateway</body></html>')],
			['504 of a gateway', answer(504)],
			['500 without a cause', answer(500, '<html><body>Oops</body></html>')],
			['a reset before the request left', { kind: 'resetBeforeRead' }],
			['a reset after the request left', { kind: 'resetAfterRead' }],
			['a truncated body', { kind: 'truncatedBody' }],
			['truncated JSON', { kind: 'truncatedJson' }],
		];

		it.each(passing)('after %s [guideline: Faults are handled]', async (_, fault) => {
			venue.faults.on('GET /bookings', fault, { times: 2 });
			const { status, items } = await getBookings();
			expect(status).toBe('success');
			expect(items[0][0].json.body).toHaveLength(3);
			expect(venue.count('GET /bookings')).toBe(3);
			expect(Date.now() - NOON).toBeLessThanOrEqual(BUDGET);
		});

		const afterPauses: Array<[string, Fault, passing: number]> = [
			['a 502 of a gateway', answer(502), 4],
			['a 500 without a cause', answer(500), 2],
			['a body that stops arriving', { kind: 'stall' }, 1],
		];

		it.each(afterPauses)(
			'after %s, however often the venue asked for a pause before',
			async (_, fault, times) => {
				venue.faults.on('GET /bookings', answer(503, '', { 'retry-after': '1' }), { times: 6 });
				venue.faults.on('GET /bookings', fault, { times });
				expect((await getBookings()).status).toBe('success');
				expect(venue.count('GET /bookings')).toBe(6 + times + 1);
			},
		);

		const signIn: Array<[string, Fault]> = [
			['a reset', { kind: 'resetAfterRead' }],
			['a truncated body', { kind: 'truncatedBody' }],
			['maintenance', answer(503, 'Back soon')],
			['an internal fault', answer(500, '<html><body>Oops</body></html>')],
			['words of a gateway that n8n takes for its own', answer(502, 'connect ECONNREFUSED ::1')],
		];

		it.each(signIn)('after %s while n8n signs in, with one sign-in at a time', async (_, fault) => {
			venue.faults.on('POST /token', fault, { times: 2 });
			const executions = await Promise.all(
				Array.from({ length: 8 }, async () => await getBookings()),
			);
			expect(executions.map(({ status }) => status)).toEqual(Array(8).fill('success'));
			expect(venue.count('POST /token')).toBe(3);
		});

		it('after a token response that is too slow and is abandoned after half a minute', async () => {
			venue.faults.on(
				'POST /token',
				{ kind: 'trickle', pieces: 100, everyMs: 5_000 },
				{ times: 1 },
			);
			const { status } = await getBookings();
			expect(status).toBe('success');
			const [first, second] = timesOf('POST /token');
			expect(second - first).toBeGreaterThanOrEqual(30_000);
			expect(second - first).toBeLessThan(60_000);
		});

		it('whatever content type the response declares', async () => {
			const body = JSON.stringify(venue.bookings.all());
			venue.faults.on('GET /bookings', answer(200, body, { 'content-type': 'text/html' }));
			const { items } = await getBookings();
			expect(items[0][0].json.body).toHaveLength(3);
			expect(venue.count('GET /bookings')).toBe(1);
		});
	});

	it.each([502, 522])(
		'calls outlast a gateway that answers %i for six seconds, even with the shortest random waits',
		async (status) => {
			await getBookings();
			const draws = jest.spyOn(Math, 'random').mockReturnValue(0);
			try {
				venue.faults.on('GET /bookings', answer(status));
				setTimeout(() => venue.faults.clear(), 6 * SECOND);
				const executions = await Promise.all(
					Array.from({ length: 20 }, async () => await getBookings()),
				);
				expect(executions.map((execution) => execution.status)).toEqual(Array(20).fill('success'));
				expect(Date.now() - NOON).toBeLessThan(30 * SECOND);
			} finally {
				draws.mockRestore();
			}
		},
	);

	describe('the server decides when the call is repeated', () => {
		it('after its seconds, each time it names them', async () => {
			venue.faults.on('GET /bookings', answer(429, '', { 'retry-after': '60' }), { times: 2 });
			await getBookings();
			const [first, second, third] = timesOf('GET /bookings');
			expect(second - first).toBeGreaterThanOrEqual(60 * SECOND);
			expect(second - first).toBeLessThan(62 * SECOND);
			expect(third - second).toBeGreaterThanOrEqual(60 * SECOND);
			expect(third - second).toBeLessThan(68 * SECOND);
		});

		it('after its date', async () => {
			const date = new Date(NOON + 90 * SECOND);
			venue.faults.on('GET /bookings', answer(429, '', { 'retry-after': date.toUTCString() }), {
				times: 1,
			});
			await getBookings();
			expect(timesOf('GET /bookings')[1]).toBeGreaterThanOrEqual(date.getTime());
		});

		it('a wait longer than the budget is not begun, and the message names the time', async () => {
			venue.faults.on('GET /bookings', answer(429, '', { 'retry-after': '3600' }));
			const { error } = await getBookings();
			expect(Date.now()).toBeLessThan(NOON + SECOND);
			expect(error?.message).toMatch(
				/too many requests.*2026-11-21 08:00:\d\d \(America\/New_York\)/,
			);
			expect(venue.count('GET /bookings')).toBe(1);
		});

		it('all calls wait, not only the rejected one', async () => {
			venue.faults.on('GET /bookings', answer(429, '', { 'retry-after': '60' }), { times: 1 });
			await Promise.all([getBookings(), getBookings(), getBookings()]);
			const [first, ...others] = timesOf('GET /bookings');
			const afterThePause = others.filter((at) => at >= first + 60 * SECOND);
			expect(afterThePause.length).toBeGreaterThanOrEqual(1);
			expect(others.filter((at) => at > first + SECOND)).toEqual(afterThePause);
		});
	});

	describe('an unsafe call is not made twice', () => {
		const unclear: Array<[string, Fault, created: number]> = [
			['a reset before it was read', { kind: 'resetBeforeRead' }, 0],
			['a reset after it was read', { kind: 'resetAfterRead' }, 1],
			['a truncated body', { kind: 'truncatedBody' }, 1],
			['a 502 of a gateway', answer(502), 0],
			['a 504 of a gateway', answer(504), 0],
			['a 503 without a time to come back', answer(503, 'Maintenance'), 0],
			['a 500 without a cause', answer(500), 0],
		];

		it.each(unclear)(
			'after %s it is not sent again, and the user is told',
			async (_, fault, created) => {
				venue.faults.on('POST /webhooks', fault);
				const { status, error } = await createWebhook();
				expect(status).toBe('error');
				expect(venue.count('POST /webhooks')).toBe(1);
				expect(venue.webhooks.all()).toHaveLength(created);
				expect(`${error?.message} ${error?.description}`).not.toMatch(/undefined|ECONN|\b50\d\b/);
			},
		);

		it('after truncated JSON it counts as made, because the venue accepted it', async () => {
			venue.faults.on('POST /webhooks', { kind: 'truncatedJson' });
			await createWebhook();
			expect(venue.count('POST /webhooks')).toBe(1);
			expect(venue.webhooks.all()).toHaveLength(1);
		});

		it('after a 429 it is sent again when the venue says, because the venue has not processed it', async () => {
			const fault = answer(429, 'Too many requests', { 'retry-after': '60' });
			venue.faults.on('POST /webhooks', fault, { times: 1 });
			expect((await createWebhook()).status).toBe('success');
			expect(venue.webhooks.all()).toHaveLength(1);
		});

		it('if the connection is refused, the user is told', async () => {
			await getBookings();
			await venue.stop();
			const { error } = await createWebhook();
			expect(error?.message).toMatch(/could not be reached at 127\.0\.0\.1/);
		});
	});

	it('a big job does not multiply its requests in an outage', async () => {
		await getBookings();
		venue.faults.on('GET /bookings', { kind: 'resetAfterRead' });
		venue.forgetRequests();
		const run = await whileTimeMoves(
			n8n.engine.execute({
				node: VenuePlatform,
				parameters: { resource: 'booking', operation: 'getAll' },
				items: Array.from({ length: 150 }, () => ({ json: {} })),
				continueOnFail: true,
				credentials: { venuePlatformApi: n8n.credential },
			}),
		);
		expect(run.items[0]).toHaveLength(150);
		expect(venue.count('GET /bookings')).toBeLessThanOrEqual(150 + 101);
	});

	describe('another host', () => {
		let other: Server;
		let received: string[];
		let address: string;

		beforeEach(async () => {
			received = [];
			other = createServer((request, response) => {
				received.push(`${request.method} ${request.url}`);
				response.end('{"access_token":"stolen","expires_in":60}');
			});
			await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
			address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
		});

		afterEach(async () => {
			other.closeAllConnections();
			await new Promise((resolve) => other.close(resolve));
		});

		it('is where a client that follows gets to', async () => {
			venue.faults.on('GET /bookings', { kind: 'redirect', to: address });
			await axios.get(`${venue.baseUrl}/bookings`, { proxy: false });
			expect(received).toEqual(['GET /']);
		});

		it.each(['GET /bookings', 'POST /webhooks', 'POST /token'])(
			'gets nothing when %s is redirected to it [security: without following]',
			async (endpoint) => {
				for (const status of [301, 302, 303, 307, 308] as const) {
					venue.faults.on(endpoint, { kind: 'redirect', to: address, status }, { times: 1 });
					const { error } =
						endpoint === 'POST /webhooks' ? await createWebhook() : await getBookings();
					expect(error?.description).toMatch(/Base URL/);
				}
				expect(received).toEqual([]);
			},
		);
	});

	describe('every error of the API document has a readable message [api 7.4]', () => {
		const refusals: Array<[number, string, string, RegExp]> = [
			[400, 'application/json', '{"Message":"Bad date"}', /Bad date/],
			[400, 'application/json', '{"url":["Must be HTTPS"]}', /url: Must be HTTPS/],
			[403, 'application/json', '{"Message":"Invalid scope"}', /scope “Booking_Get”/],
			[403, 'text/plain', 'Key disabled', /Key disabled/],
			[403, 'text/plain', '', /refused access/],
			[404, 'text/plain', '', /no such booking for this venue/],
			[
				409,
				'application/json',
				'{"errors":[{"name":"a","message":"Full"},{"name":"b","message":"Late"}]}',
				/Full.*Late/,
			],
			[500, 'text/html', '<html><body>at Object.<anonymous></body></html>', /could not handle/],
			[418, 'application/json', '[1,2', /could not handle/],
		];

		it.each(refusals)('%i %s %p', async (status, contentType, body, message) => {
			venue.faults.on('GET /bookings', answer(status, body, { 'content-type': contentType }));
			const { error } = await getBookings({ scope: 'Booking_Get', entity: 'booking' });
			expect(error?.message).toMatch(message);
			expect(error?.message).not.toMatch(/[<>{}]/);
			expect(error?.description).toBeTruthy();
			// What the venue cannot handle may be handled a moment later.
			expect(venue.count('GET /bookings')).toBe(status === 500 ? 3 : 1);
		});
	});

	it('an answer that always breaks off is not said to be out of reach', async () => {
		venue.faults.on('GET /bookings', { kind: 'truncatedBody' });
		const { error } = await getBookings();
		expect(error?.message).toBe('The venue’s answer broke off or could not be read');
		expect(venue.count('GET /bookings')).toBe(5);
	});

	describe('a refusal whose body cannot be read', () => {
		const unreadable = { 'content-encoding': 'gzip', 'retry-after': '60' };

		it('is still a pause that the venue asks for', async () => {
			venue.faults.on('POST /webhooks', answer(429, 'Too many requests', unreadable), { times: 1 });
			expect((await createWebhook()).status).toBe('success');
			const [first, second] = timesOf('POST /webhooks');
			expect(second - first).toBeGreaterThanOrEqual(60 * SECOND);
		});

		it('still shows that nothing was done', async () => {
			venue.faults.on('POST /webhooks', answer(409, '{"errors":[]}', unreadable));
			const { error } = await createWebhook();
			expect(error?.message).toMatch(/rules do not allow this/);
			expect(error?.description).not.toMatch(/carried out/);
		});

		it('keeps no call waiting for minutes while it trickles in', async () => {
			const body = JSON.stringify({ errors: [{ message: 'x'.repeat(400) }] });
			const trickle: Fault = { kind: 'trickle', pieces: 100, everyMs: 20 * SECOND };
			venue.faults.on('POST /webhooks', [answer(409, body), trickle]);
			expect((await createWebhook()).error?.message).toMatch(/rules do not allow this/);
			expect(Date.now() - NOON).toBeLessThan(MINUTE);
		});

		it('is still a pause of five minutes for the sign-in', async () => {
			venue.faults.on('POST /token', answer(429, 'Too many requests', unreadable));
			const { error } = await getBookings();
			expect(error?.message).toMatch(/no more sign-ins/);
			expect(venue.count('POST /token')).toBe(1);
		});
	});

	it('a cancel ends a wait at once', async () => {
		venue.faults.on('GET /bookings', answer(429, '', { 'retry-after': '200' }));
		const running = await n8n.engine.start({
			node: VenueCaller,
			parameters: { method: 'GET', path: '/bookings' },
			credentials: { venuePlatformApi: n8n.credential },
		});
		while (venue.count('GET /bookings') === 0 || venue.inFlight > 0) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		running.cancel();
		expect((await running.done).status).toBe('canceled');
		expect(Date.now() - NOON).toBeLessThan(SECOND);
		expect(venue.count('GET /bookings')).toBe(1);
	});
});

function answer(status: number, body = '', headers: Record<string, string> = {}): Fault {
	return { kind: 'answer', status, body, headers: { 'content-type': 'text/plain', ...headers } };
}
