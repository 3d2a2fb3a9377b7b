import { startVenue, type SimulatedVenue, type VenueOptions } from '../../index';
import { callerOf } from '../support/caller';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('5.6 / 8.2: excessive token requests lead to suspension of the credentials', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	const open = async (options: VenueOptions = {}) => {
		const start = Date.UTC(2025, 0, 1);
		venue = await startVenue({ now: () => start, ...options });
		caller = callerOf(venue);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const ask = async (requests: number) => {
		let status = 0;
		for (let sent = 0; sent < requests; sent++) ({ status } = await caller.requestToken());
		return status;
	};
	const isSuspended = () =>
		venue.clients.find(venue.credentials.clientId)?.suspendedAt !== undefined;

	it('after more than 120 within a minute, answered or not', async () => {
		await open();
		expect([await ask(60), await ask(60), isSuspended()]).toEqual([200, 429, false]);
		await ask(1);
		expect(isSuspended()).toBe(true);
	});

	it('after more than 300 within an hour, even at six a minute', async () => {
		await open();
		for (let minute = 0; minute < 50; minute++) {
			expect(await ask(6)).toBe(200);
			await venue.clock.advance(MINUTE);
		}
		expect(isSuspended()).toBe(false);
		expect([await ask(1), isSuspended()]).toEqual([403, true]);
	});

	it('never for a client that requests a token a minute', async () => {
		await open();
		for (let minute = 0; minute < 400; minute++) {
			venue.clients.countTokenRequest(venue.credentials.clientId);
			await venue.clock.advance(MINUTE);
		}
		expect(await ask(1)).toBe(200);
	});

	it.each([
		['forbidden', 403, { Message: 'disabled key' }],
		['unauthorized', 401, ''],
	] as const)(
		'which closes every endpoint, even for tokens that were valid, until it is lifted: %s',
		async (suspended, closed, body) => {
			await open({ variations: { suspended }, suspension: [{ requests: 3, perSeconds: 60 }] });
			const other = venue.addCredentials();
			const call = caller.signed(venue.tokens.issue(venue.credentials.clientId).accessToken);
			expect(await ask(3)).toBe(200);
			expect((await call('GET', '/bookings')).status).toBe(200);
			expect(await ask(1)).toBe(closed);
			await venue.clock.advance(24 * HOUR - 1);
			for (const path of ['/bookings', '/webhooks', '/data/sales']) {
				const { status, data } = await call('GET', path);
				expect([path, status, data]).toEqual([path, closed, body]);
			}
			expect((await caller.call('GET', '/bookings', undefined, other)).status).toBe(200);

			expect(await ask(3)).toBe(closed);
			venue.clients.unblock(venue.credentials.clientId);
			expect((await call('GET', '/bookings')).status).toBe(200);
			expect([await ask(3), await ask(1)]).toEqual([200, closed]);
		},
	);

	it('unless it is switched off', async () => {
		await open({ suspension: [] });
		await ask(130);
		expect(isSuspended()).toBe(false);
	});
});
