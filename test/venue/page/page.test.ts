import axios from 'axios';
import {
	startConnectedVenue,
	type ConnectedVenue,
	N8N,
	START,
} from '../rules/support/connectedVenue';
import type { Overview } from './overview';

const KEY = 'key-of-the-deliveries';

describe('the venue’s page', () => {
	let connected: ConnectedVenue;

	beforeEach(async () => {
		connected = await startConnectedVenue({ basePath: '/api' });
	});

	afterEach(async () => await connected.close());

	const get = async (name: string) =>
		await axios.get<string>(new URL(name, connected.venue.pageUrl).href, {
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
		});

	const overview = async () => JSON.parse((await get('overview')).data) as Overview;

	it('is served with everything that it requests', async () => {
		const page = await get('');
		expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
		const wanted = [...page.data.matchAll(/(?:href|src)="(?!data:)([^"]+)"/g)].map(
			([, name]) => name,
		);
		expect(wanted).toContain('page.js');
		const seen = new Set<string>();
		while (wanted.length > 0) {
			const name = wanted.pop() ?? '';
			if (seen.has(name)) continue;
			seen.add(name);
			const { status, data, headers } = await get(name);
			expect([name, status]).toEqual([name, 200]);
			expect(headers['content-type']).toBe(
				name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
			);
			wanted.push(...[...data.matchAll(/from '\.\/([^']+)'/g)].map(([, imported]) => imported));
		}
	});

	it('runs only its own scripts, and cannot be framed by other sites', async () => {
		const { headers, data } = await get('');
		expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
		expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
		expect(data).not.toMatch(/<script(?![^>]*\bsrc=)|\son[a-z]+=|\sstyle=/);
	});

	it.each(['page.ts', '../page/overview.ts', '..%2foverview.ts', 'tsconfig.json'])(
		'serves no other file (%s)',
		async (name) => {
			expect((await get(name)).status).toBe(404);
		},
	);

	it('shows no secret, token, key or header', async () => {
		const { venue, caller, subscribe } = connected;
		await subscribe({ authentication: { apiKey: KEY } });
		await caller.call('GET', '/bookings?modifiedFromDate=2025-01-01');
		await venue.bookings.create();
		const { data } = await get('overview');

		expect(venue.deliveries[0].headers['x-api-key']).toBe(KEY);
		expect(data).not.toContain(KEY);
		expect(data).not.toContain(venue.credentials.clientSecret);
		expect(venue.tokens.issued).not.toHaveLength(0);
		for (const { accessToken } of venue.tokens.issued) expect(data).not.toContain(accessToken);
		expect(data).not.toMatch(/authorization|x-api-key/i);
	});

	it('shows the newest bookings first', async () => {
		connected.venue.bookings.seed(60);
		const { bookings } = await overview();
		expect(bookings).toHaveLength(50);
		expect(bookings[0]).toEqual(connected.venue.bookings.all()[59]);
	});

	it('shows what n8n requested and the answers, including a 429', async () => {
		const { venue, caller } = connected;
		await caller.call('GET', '/bookings?modifiedFromDate=2025-01-01');
		venue.limits.consume('rest', 601);
		await caller.call('GET', '/webhooks');
		const { requests, coolingUntil } = await overview();

		expect(requests.map(({ method, target, status }) => [method, target, status])).toEqual([
			['GET', '/webhooks', 429],
			['GET', '/bookings?modifiedFromDate=2025-01-01', 200],
		]);
		expect(coolingUntil).toBe(START + 60_000);
	});

	it('shows which receivers there are and whether they are reachable', async () => {
		const { venue, subscribe } = connected;
		expect((await overview()).receivers).toEqual([]);
		await subscribe();
		expect((await overview()).receivers).toEqual([{ origin: N8N, reachable: true }]);
		venue.receivers.makeUnreachable(N8N);
		expect((await overview()).receivers).toEqual([{ origin: N8N, reachable: false }]);
	});

	it('shows the webhooks and their events, but not their secrets', async () => {
		const { venue, subscribe } = connected;
		await subscribe({ authentication: { apiKey: KEY } });
		const line = {
			webhookId: 1001,
			url: `${N8N}/webhook/1?from=venue`,
			events: ['booking Created', 'booking Updated'],
		};
		expect((await overview()).webhooks).toEqual([{ ...line, enabled: true }]);
		venue.webhooks.change(1001, { enabled: false });
		expect((await overview()).webhooks).toEqual([{ ...line, enabled: false }]);
		venue.webhooks.remove(1001);
		expect((await overview()).webhooks).toEqual([]);
	});

	it('follows a message from attempt to attempt until it is delivered', async () => {
		const { venue, subscribe } = connected;
		await subscribe();
		venue.receivers.makeUnreachable(N8N);
		await venue.bookings.create();

		const first = await overview();
		expect(first.messages).toMatchObject([
			{
				type: 'Booking',
				eventType: 'Created',
				subject: '#1',
				status: 'Attempt1Failed',
				nextRetryAt: START + 60_000,
				attempts: [{ at: START, accepted: false, detail: `${N8N} is unreachable` }],
			},
		]);
		expect(first.nextRetryAt).toBe(START + 60_000);
		expect(first.failed).toEqual(venue.failedMessages);

		venue.receivers.makeReachable(N8N);
		await venue.clock.advance(60_000);
		const second = await overview();
		expect(second.messages[0].status).toBe('Delivered');
		expect(second.messages[0].attempts[1]).toEqual({
			at: START + 60_000,
			accepted: true,
			status: 200,
		});
		expect(second).not.toHaveProperty('nextRetryAt');
		expect(second.failed).toEqual([]);
	});

	it('announces no retry of a message that was given up', async () => {
		const { venue, subscribe } = connected;
		await subscribe();
		venue.receivers.makeUnreachable(N8N);
		await venue.bookings.create();
		await venue.clock.advance(24 * 3_600_000);
		const { messages, failed, nextRetryAt } = await overview();

		expect(messages[0]).toMatchObject({ status: 'Failed' });
		expect(messages[0].attempts).toHaveLength(7);
		expect(messages[0]).not.toHaveProperty('nextRetryAt');
		expect(failed).toHaveLength(1);
		expect(nextRetryAt).toBeUndefined();
	});
});
