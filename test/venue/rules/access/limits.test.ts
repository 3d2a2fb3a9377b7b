import fc from 'fast-check';
import { startVenue, type SimulatedVenue, type VenueOptions } from '../../index';
import { FixedWindow, SlidingWindow } from '../../limits/windows';
import { callerOf } from '../support/caller';

const MINUTE = 60_000;
const START = Date.UTC(2025, 0, 1);

describe('windows', () => {
	const limitAndPauses = [
		fc.integer({ min: 1, max: 8 }),
		fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 80 }),
	] as const;

	it('a sliding window rejects exactly what exceeds the limit of the span that ends now', () => {
		fc.assert(
			fc.property(...limitAndPauses, (limit, pauses) => {
				const window = new SlidingWindow(limit, 1000);
				const admitted: number[] = [];
				let now = START;
				for (const pause of pauses) {
					now += pause;
					const recent = admitted.filter((at) => now - at < 1000).length;
					expect(window.admit(now)).toBe(recent < limit);
					if (recent < limit) admitted.push(now);
				}
			}),
		);
	});

	it('a fixed window admits the limit once in each span of the clock', () => {
		fc.assert(
			fc.property(...limitAndPauses, (limit, pauses) => {
				const window = new FixedWindow(limit, 1000);
				const admitted = new Map<number, number>();
				let now = START;
				for (const pause of pauses) {
					now += pause;
					const span = Math.floor(now / 1000);
					const count = admitted.get(span) ?? 0;
					expect(window.admit(now)).toBe(count < limit);
					if (count < limit) admitted.set(span, count + 1);
				}
			}),
		);
	});
});

describe('rate limits', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;
	let call: ReturnType<ReturnType<typeof callerOf>['signed']>;

	const open = async (options: VenueOptions = {}) => {
		venue = await startVenue({ now: () => START, venues: ['harbor', 'castle'], ...options });
		caller = callerOf(venue);
		call = caller.signed(venue.tokens.issue(venue.credentials.clientId).accessToken);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const statusOf = async (path: string) => (await call('GET', path)).status;

	it('8: the REST API accepts 600 requests a minute, then cools down for 60 seconds', async () => {
		await open();
		venue.limits.consume('rest', 599);
		expect(await statusOf('/bookings')).toBe(200);
		expect(await statusOf('/bookings')).toBe(429);
		await venue.clock.advance(MINUTE - 1);
		expect(await statusOf('/bookings')).toBe(429);
		await venue.clock.advance(1);
		expect(await statusOf('/bookings')).toBe(200);
	});

	it('8.1: a 429 has Retry-After: 60 and plain text, even after a part of the cooldown', async () => {
		await open();
		venue.limits.consume('rest', 601);
		await venue.clock.advance(MINUTE / 2);
		const { status, headers, data } = await call('GET', '/webhooks');
		expect(status).toBe(429);
		expect(headers['retry-after']).toBe('60');
		expect(headers['content-type']).toMatch(/^text\/plain/);
		expect(data).toBe('Too many requests');
	});

	it('8: the Data API accepts 120 requests a minute for each venue, apart from other venues', async () => {
		await open();
		venue.limits.consume('data', 119);
		expect(await statusOf('/data/sales')).toBe(200);
		expect(await statusOf('/reporting/daily')).toBe(429);
		const castle = venue.addCredentials({ venue: 'castle' });
		expect((await caller.call('GET', '/data/sales', undefined, castle)).status).toBe(200);
		await venue.clock.advance(MINUTE);
		expect(await statusOf('/data/sales')).toBe(200);
	});

	it.each(['rest', 'data', 'token'] as const)(
		'in the live profile, the limit of the surface “%s” belongs to a set of credentials',
		async (surface) => {
			await open({ profile: 'live', limits: { [surface]: { requests: 1 } } });
			const again = venue.addCredentials();
			const path =
				surface === 'data'
					? '/data/bookingitems?startDate=2026-11-21&endDate=2026-11-22'
					: '/webhooks';
			const ask = async (as = venue.credentials) =>
				surface === 'token'
					? (await caller.requestToken(as)).status
					: (await caller.call('GET', path, undefined, as)).status;
			expect([await ask(), await ask(), await ask(again), await ask(again)]).toEqual([
				200, 429, 200, 429,
			]);
			venue.vary({ limitsPer: 'addressAndVenue' });
			venue.limits.reset();
			expect([await ask(), await ask(again)]).toEqual([200, 429]);
		},
	);

	it('8: each surface has its own count', async () => {
		await open();
		venue.limits.consume('data', 121);
		venue.limits.consume('token', 61);
		expect(await statusOf('/bookings')).toBe(200);
		venue.limits.consume('rest', 601);
		expect(await statusOf('/bookings')).toBe(429);
		venue.limits.reset();
		expect(await statusOf('/data/sales')).toBe(200);
	});

	it('a strict "per minute" is any 60 seconds; a profile may choose full minutes', async () => {
		const acrossTheMinute = async () => {
			await venue.clock.advance(MINUTE - 1000);
			venue.limits.consume('rest', 600);
			await venue.clock.advance(2000);
			return await statusOf('/bookings');
		};
		await open();
		expect(await acrossTheMinute()).toBe(429);
		caller.close();
		await venue.stop();
		await open({ variations: { limitWindow: 'fixed' } });
		expect(await acrossTheMinute()).toBe(200);
	});

	it('limits can be set, and then start counting from zero', async () => {
		await open({ limits: { rest: { requests: 2 } } });
		expect([await statusOf('/bookings'), await statusOf('/bookings')]).toEqual([200, 200]);
		venue.limits.set('rest', { requests: 1, cooldownSeconds: 5 });
		expect([await statusOf('/bookings'), await statusOf('/bookings')]).toEqual([200, 429]);
		expect(venue.limits.coolingUntil('rest')).toBe(START + 5000);
		expect((await call('GET', '/bookings')).headers['retry-after']).toBe('5');
	});
});
