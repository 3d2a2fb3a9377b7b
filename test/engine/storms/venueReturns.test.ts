import { DateTime } from 'luxon';

import type { Fault, SimulatedVenue } from '../../venue';
import type { SavedCredential } from '../harness/engine';
import type { Execution } from '../harness/execution';
import { whileTimeMoves } from '../harness/time';
import { TimedN8n } from '../support/timedN8n';

jest.setTimeout(240_000);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a venue that comes back', () => {
	let venue: SimulatedVenue;
	let n8n: TimedN8n;

	beforeEach(async () => {
		n8n = await TimedN8n.open({ latencyMs: 50 });
		({ venue } = n8n);
		venue.bookings.seed(3);
	});
	afterEach(async () => await n8n.close());

	interface Timed extends Pick<Execution, 'status' | 'error'> {
		begunAt: number;
		endedAt: number;
	}

	const call = async (path: string, by?: SavedCredential, method = 'GET'): Promise<Timed> => {
		const begunAt = Date.now();
		const { status, error } = await n8n.call(path, { by, method });
		return { status, error, begunAt, endedAt: Date.now() };
	};

	const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

	/** Begins one call after another, whether or not the earlier ones have ended. */
	const callEvery = async (ms: number, forMs: number, path: string, by?: SavedCredential) => {
		const calls: Array<Promise<Timed>> = [];
		for (let at = 0; at < forMs; at += ms) {
			calls.push(call(path, by));
			await sleep(ms);
		}
		return await Promise.all(calls);
	};

	const asks = (status: number, seconds: number): Fault => ({
		kind: 'answer',
		status,
		headers: { 'retry-after': String(seconds) },
		body: 'Later',
	});

	const signIn = async () => await whileTimeMoves(call('/bookings'));

	it('answers the first call within ten seconds after 40 seconds of 503', async () => {
		await signIn();
		venue.faults.on('GET /bookings', asks(503, 2));
		const back = Date.now() + 40 * SECOND;
		setTimeout(() => venue.faults.clear(), 40 * SECOND);
		const calls = await whileTimeMoves(callEvery(2 * SECOND, 60 * SECOND, '/bookings'));
		expect(calls.map(({ status }) => status)).toEqual(Array(30).fill('success'));
		const first = Math.min(...calls.map(({ endedAt }) => endedAt));
		expect(first).toBeLessThanOrEqual(back + 10 * SECOND);
	});

	it('answers 20 queries within 20 seconds after ten seconds of 429, and a new one in five', async () => {
		await signIn();
		venue.faults.on('GET /data/visits', asks(429, 3));
		const begin = Date.now();
		setTimeout(() => venue.faults.clear(), 10 * SECOND);
		const all = async () => {
			const queries = Array.from({ length: 20 }, async () => await call('/data/visits'));
			await sleep(10 * SECOND);
			return { next: await call('/data/visits'), queries: await Promise.all(queries) };
		};
		const { next, queries } = await whileTimeMoves(all());
		expect(queries.map(({ status }) => status)).toEqual(Array(20).fill('success'));
		const last = Math.max(...queries.map(({ endedAt }) => endedAt));
		expect(last).toBeLessThanOrEqual(begin + 20 * SECOND);
		expect(next.endedAt - next.begunAt).toBeLessThanOrEqual(5 * SECOND);
	});

	it.each([2, 5])(
		'answers a call a second as before after two 429s with a pause of %i seconds, also for neighbors',
		async (seconds) => {
			await signIn();
			const neighbor = await n8n.saveCredential(venue.addVenue('neighbor'));
			await whileTimeMoves(call('/bookings', neighbor));
			const { clientId } = venue.credentials;
			venue.faults.on('GET /bookings', asks(429, seconds), { times: 2, clientId });
			const both = async () =>
				await Promise.all([
					callEvery(SECOND, MINUTE, '/bookings'),
					callEvery(SECOND, MINUTE, '/bookings', neighbor),
				]);
			const [own, others] = await whileTimeMoves(both());
			const statuses = [...own, ...others].map(({ status }) => status);
			expect(statuses).toEqual(Array(120).fill('success'));
			const refused = venue.requests.filter(({ status }) => status === 429);
			expect(refused).toHaveLength(2);
			expect(refused[1].at - refused[0].at).toBeLessThanOrEqual(10 * SECOND);
			const back = refused[1].at + seconds * SECOND;
			const latest = (calls: Timed[]) =>
				Math.max(...calls.map(({ begunAt, endedAt }) => endedAt - Math.max(begunAt, back)));
			expect(latest(own)).toBeLessThanOrEqual(5 * SECOND);
			expect(latest(others)).toBeLessThanOrEqual(2 * SECOND);
		},
	);

	it.each([
		[250, 200],
		[350, 300],
	])(
		'answers all of %i look-ups at 60 a minute, although one got a 429 after %i',
		async (count, after) => {
			const client = venue.addVenue('slow');
			const slow = await n8n.saveCredential({ ...client, requestsPerMinute: 60 });
			await whileTimeMoves(call('/bookings', slow));
			venue.faults.on('GET /bookings', asks(429, 60), { times: 1, after });
			const lookUps = async () =>
				await Promise.all(Array.from({ length: count }, async () => await call('/bookings', slow)));
			const calls = await whileTimeMoves(lookUps());
			expect(calls.map(({ error }) => error?.message).filter(Boolean)).toEqual([]);
			expect(venue.requests.filter(({ status }) => status === 429)).toHaveLength(1);
		},
	);

	describe.each([
		['/bookings', 429],
		['/bookings', 503],
		['/data/visits', 429],
		['/data/visits', 503],
	])('after it asked at %s for a pause of a day with a %i', (path, status) => {
		const aDay = async () => {
			await signIn();
			venue.faults.on(`GET ${path}`, asks(status, DAY / SECOND), { times: 1 });
			venue.forgetRequests();
			return await whileTimeMoves(call(path));
		};

		it('is used again within 15 minutes [troubleshooting: ten minutes]', async () => {
			const { error, endedAt } = await aDay();
			expect(error?.message).toContain(
				DateTime.fromMillis(endedAt + DAY, { zone: 'America/New_York' }).toFormat(
					'yyyy-MM-dd HH:mm',
				),
			);
			const calls = await whileTimeMoves(callEvery(30 * SECOND, 15 * MINUTE, path));
			expect(calls.at(-1)?.status).toBe('success');
			const times = venue.requestsTo(`GET ${path}`).map(({ at }) => at);
			const early = times.filter((at) => at < times[0] + 10 * MINUTE - SECOND);
			expect(early).toHaveLength(1);
		});

		it('gets only one test call every ten minutes during the pause', async () => {
			await aDay();
			const [{ at: askedAt }] = venue.requestsTo(`GET ${path}`);
			venue.faults.on(`GET ${path}`, asks(status, DAY / SECOND));
			venue.forgetRequests();
			const both = async () =>
				await Promise.all([
					callEvery(30 * SECOND, HOUR, path),
					callEvery(30 * SECOND, HOUR, path.startsWith('/data') ? path : '/webhooks'),
				]);
			const calls = await whileTimeMoves(both());
			expect(calls.flat().map((each) => each.status)).not.toContain('success');
			const times = venue.requests.map(({ at }) => at).sort((one, other) => one - other);
			expect(times.length).toBeGreaterThanOrEqual(5);
			expect(times.length).toBeLessThanOrEqual(7);
			times.forEach((at, index) => {
				const before = times[index - 1] ?? askedAt;
				expect(at).toBeGreaterThanOrEqual(before + 10 * MINUTE - SECOND);
			});
		});

		it('gets no POST and no export during the pause', async () => {
			await aDay();
			venue.forgetRequests();
			const posts = async () => {
				const post = async (to: string) => {
					const { status: became } = await call(to, undefined, 'POST');
					expect(became).toBe('error');
				};
				for (let minute = 0; minute < 20; minute += 5) {
					await post(path === '/bookings' ? '/webhooks' : '/data/visits');
					if (path !== '/bookings') await post('/reporting/bulk');
					await sleep(5 * MINUTE);
				}
			};
			await whileTimeMoves(posts());
			expect(venue.requests).toEqual([]);
		});
	});
});
