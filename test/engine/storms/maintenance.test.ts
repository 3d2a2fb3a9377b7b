import type { SimulatedVenue } from '../../venue';
import { passTime, whileTimeMoves } from '../harness/time';
import { TimedN8n } from '../support/timedN8n';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 21, 12);
const EVERYTHING = ['rest', 'data'] as const;

describe('parallel calls during maintenance', () => {
	let venue: SimulatedVenue;
	let n8n: TimedN8n;

	beforeEach(async () => {
		n8n = await TimedN8n.open({ latencyMs: 500 }, NOON);
		({ venue } = n8n);
		venue.bookings.seed(3);
	});
	afterEach(async () => await n8n.close());

	const inParallel = async (count: number, path: string) =>
		await whileTimeMoves(
			Promise.all(Array.from({ length: count }, async () => await n8n.call(path))),
		);

	const lastOf = (path: string) => Math.max(...venue.requestsTo(`GET ${path}`).map(({ at }) => at));

	it.each([12, 20])(
		'of 15 seconds: all of %i succeed soon after it, with few calls',
		async (count) => {
			await whileTimeMoves(n8n.call('/bookings'));
			venue.forgetRequests();
			const end = Date.now() + 15 * SECOND;
			venue.startMaintenance({ surfaces: [...EVERYTHING], retryAfter: '5', forSeconds: 15 });
			const executions = await inParallel(count, '/bookings');
			expect(executions.map(({ status }) => status)).toEqual(Array(count).fill('success'));
			expect(lastOf('/bookings')).toBeLessThanOrEqual(end + 15 * SECOND);
			expect(venue.count('GET /bookings')).toBeLessThanOrEqual(3 * count);
		},
	);

	it('of 15 seconds with 429 as the answer: all succeed soon after it, with few calls', async () => {
		await whileTimeMoves(n8n.call('/bookings'));
		venue.forgetRequests();
		const end = Date.now() + 15 * SECOND;
		const tooMany = { status: 429, headers: { 'retry-after': '5' }, body: 'Too many requests' };
		venue.faults.on('GET /bookings', { kind: 'answer', ...tooMany });
		setTimeout(() => venue.faults.clear(), 15 * SECOND);
		const executions = await inParallel(20, '/bookings');
		expect(executions.map(({ status }) => status)).toEqual(Array(20).fill('success'));
		expect(lastOf('/bookings')).toBeLessThanOrEqual(end + 15 * SECOND);
		expect(venue.count('GET /bookings')).toBeLessThanOrEqual(60);
	});

	it('of two hours: the first call after it succeeds within five minutes', async () => {
		const end = Date.now() + 2 * HOUR;
		venue.startMaintenance({ surfaces: [...EVERYTHING], retryAfter: '60', forSeconds: 7200 });
		while (Date.now() < end) {
			await inParallel(3, '/bookings');
			await passTime(30 * SECOND);
		}
		for (;;) {
			const { status } = await whileTimeMoves(n8n.call('/bookings'));
			if (status === 'success') break;
			await passTime(10 * SECOND);
		}
		expect(lastOf('/bookings')).toBeLessThanOrEqual(end + 5 * MINUTE);
	});

	it('show the venue’s own text and time', async () => {
		venue.startMaintenance({
			text: 'We move house',
			surfaces: [...EVERYTHING],
			retryAfter: '3600',
		});
		const { error } = await whileTimeMoves(n8n.call('/bookings'));
		expect(error?.message).toContain('We move house');
		expect(error?.message).toContain('until about 2026-11-21 08:00');
	});

	it.each(['/bookings', '/data/visits'])(
		'of one venue for two hours at %s: other venues and its other calls succeed',
		async (path) => {
			const by = await n8n.saveCredential(venue.addVenue('neighbor'));
			const header = { 'retry-after': '7200' };
			for (const status of [429, 503]) {
				venue.faults.on(
					`GET ${path}`,
					{ kind: 'answer', status, headers: header, body: 'Later' },
					{ times: 1, clientId: venue.credentials.clientId },
				);
			}
			const closed = await whileTimeMoves(n8n.call(path));
			expect(closed.status).toBe('error');
			const other = path === '/bookings' ? '/data/visits' : '/bookings';
			const begin = Date.now();
			const going = await whileTimeMoves(
				Promise.all([n8n.call(other), n8n.call(path, { by }), n8n.call(other, { by })]),
			);
			expect(going.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
			expect(Date.now() - begin).toBeLessThanOrEqual(MINUTE + 5 * SECOND);
		},
	);
});
