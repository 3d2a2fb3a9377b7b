import type { SimulatedVenue } from '../venue';
import type { SavedCredential } from './harness/engine';
import { isN8n1 } from './harness/n8n';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from './harness/time';
import { type ConnectedN8n, connectN8n } from './support/connectedN8n';
import { letTheDateRun, moveTheDate, stopTheDate } from './support/date';

const MINUTE = 60_000;

describe.each(['plain', 'live'] as const)(
	'token requests, counted at the venue (“%s”)',
	(profile) => {
		let n8n: ConnectedN8n;
		let venue: SimulatedVenue;

		beforeEach(async () => {
			stopTheDate(Date.UTC(2026, 10, 21, 12));
			n8n = await connectN8n({ profile });
			({ venue } = n8n);
			venue.bookings.seed(3);
		});

		afterEach(async () => {
			letTheDateRun();
			await n8n.close();
		});

		const getBookings = async (by?: SavedCredential) =>
			await n8n.call('/bookings?modifiedFromDate=2026-01-01T00:00:00Z', { by });

		const inParallel = async (count: number, by?: SavedCredential) =>
			await Promise.all(Array.from({ length: count }, async () => await getBookings(by)));

		const saveWrong = async () =>
			await n8n.saveCredential({ ...venue.credentials, clientSecret: 'not-the-secret' });

		it('50 parallel calls without a token: 1 [api 5.6; 8 POST /token] [reliability: One access token] [guideline: OAuth]', async () => {
			const executions = await inParallel(50);
			expect(executions.map(({ status }) => status)).toEqual(Array(50).fill('success'));
			expect(JSON.stringify(executions[49].items)).toContain('BKG-000003');
			expect(venue.count('POST /token')).toBe(1);
		});

		it.each(['expired', 'revoked'])(
			'50 parallel calls with a token that is %s: 1 [api 3.2; 5.5; 7 401]',
			async (how) => {
				await getBookings();
				moveTheDate(2 * MINUTE);
				if (how === 'revoked') venue.tokens.revokeAll();
				else moveTheDate(25 * 60 * MINUTE);
				venue.forgetRequests();

				const executions = await inParallel(50);
				expect(executions.map(({ status }) => status)).toEqual(Array(50).fill('success'));
				expect(venue.count('POST /token')).toBe(1);
			},
		);

		it('calls for a whole day, one after another: 1 [api 8.2]', async () => {
			for (let hour = 0; hour < 24; hour++) {
				expect((await getBookings()).status).toBe('success');
				moveTheDate(59 * MINUTE);
			}
			expect(venue.count('POST /token')).toBe(1);
		});

		it('30 calls with a wrong secret: 1, and each error says what to correct', async () => {
			const wrong = await saveWrong();
			const executions = await inParallel(20, wrong);
			for (let call = 0; call < 10; call++) executions.push(await getBookings(wrong));

			for (const { error } of executions) {
				expect(error?.message).toMatch(/did not accept this Client ID and Client Secret/);
				expect(error?.description).toMatch(/venue management console/);
			}
			expect(venue.count('POST /token')).toBe(1);
		});

		it('a credential that is corrected after a wrong secret: 1 more, at once', async () => {
			const wrong = await saveWrong();
			await getBookings(wrong);
			await n8n.engine.updateCredential(wrong, { clientSecret: venue.credentials.clientSecret });
			expect((await getBookings(wrong)).status).toBe('success');
			expect(venue.count('POST /token')).toBe(2);
		});

		it('30 parallel calls with a token that was revoked after five seconds: 1', async () => {
			await getBookings();
			moveTheDate(5_000);
			venue.tokens.revokeAll();
			venue.forgetRequests();
			const executions = await inParallel(30);
			expect(executions.map(({ status }) => status)).toEqual(Array(30).fill('success'));
			expect(venue.count('POST /token')).toBe(1);
		});

		it('a token that is revoked again and again after it has worked: 1 each', async () => {
			for (let time = 0; time < 6; time++) {
				expect((await getBookings()).status).toBe('success');
				moveTheDate(15_000);
				venue.tokens.revokeAll();
			}
			expect(venue.count('POST /token')).toBe(6);
		});

		it('a wrong secret that is not corrected for a day: at most 30 [reliability: credentials suspended; Access tokens]', async () => {
			const wrong = await saveWrong();
			for (let minute = 0; minute < 24 * 60; minute += 8) {
				expect((await getBookings(wrong)).status).toBe('error');
				moveTheDate(8 * MINUTE);
			}
			expect(venue.count('POST /token')).toBeLessThanOrEqual(30);
			expect(venue.count('POST /token')).toBeGreaterThan(20);
		});

		it('80 credentials whose tokens end in the same minute: all succeed, without a 429', async () => {
			const credentials = await Promise.all(
				Array.from({ length: 80 }, async () => await n8n.saveCredential(venue.addCredentials())),
			);
			letTheDateRun();
			stopTheClock();
			try {
				const statuses = async () => {
					const calls = credentials.map(async (each) => (await getBookings(each)).status);
					return new Set(await whileTimeMoves(Promise.all(calls)));
				};
				expect(await statuses()).toEqual(new Set(['success']));
				await passTime(25 * 60 * MINUTE);
				venue.forgetRequests();
				expect(await statuses()).toEqual(new Set(['success']));
			} finally {
				letTheClockRun();
			}
			expect(venue.count('POST /token')).toBe(80);
			expect(venue.requests.filter(({ status }) => status !== 200)).toEqual([]);
		});

		it('a sign-in that asks for a pause of an hour: 1, and the message names its end', async () => {
			venue.faults.on('POST /token', {
				kind: 'answer',
				status: 503,
				headers: { 'Retry-After': '3600' },
			});
			letTheDateRun();
			stopTheClock();
			try {
				for (let minute = 0; minute < 40; minute += 2) {
					const { error } = await whileTimeMoves(getBookings());
					expect(error?.description).toContain('2026-11-21 08:00:00 (America/New_York)');
					await passTime(2 * MINUTE);
				}
				expect(venue.count('POST /token')).toBe(1);
				venue.faults.clear();
				// A list has the patience to wait for the rest of the hour.
				await passTime(19 * MINUTE);
				expect((await whileTimeMoves(getBookings())).status).toBe('success');
			} finally {
				letTheClockRun();
			}
		});

		it('a token that expired by our own clock costs no rejected call [api 2.2]', async () => {
			await getBookings();
			moveTheDate(25 * 60 * MINUTE);
			venue.forgetRequests();
			await inParallel(20);
			expect(venue.requests.filter(({ status }) => status === 401)).toEqual([]);
			expect(venue.count('GET /bookings')).toBe(20);
		});

		it('calls during the cooldown of the token endpoint: 0, and the message names its end [api 8 POST /token]', async () => {
			venue.limits.consume('token', 61);
			expect((await getBookings()).error?.message).toMatch(/no more sign-ins/);
			venue.forgetRequests();

			for (let call = 0; call < 29; call++) {
				moveTheDate(10_000);
				const { error } = await getBookings();
				expect(error?.description).toContain('2026-11-21 07:05:00 (America/New_York)');
			}
			expect(venue.count('POST /token')).toBe(0);

			moveTheDate(10_000);
			expect((await getBookings()).status).toBe('success');
			expect(venue.count('POST /token')).toBe(1);
		});

		it('n8n stores the token with its expiry, for all processes [api 5.4]', async () => {
			await getBookings();
			expect(await n8n.engine.readCredential(n8n.credential)).toMatchObject({
				accessToken: expect.stringMatching(/.{8,}/),
				accessTokenObtainedAt: '2026-11-21T12:00:00.000Z',
				accessTokenExpiresAt: '2026-11-22T12:00:00.000Z',
			});
		});

		it('a changed Client ID never uses the token of the previous venue [api 5.7]', async () => {
			await getBookings();
			const other = venue.addCredentials();
			await n8n.engine.updateCredential(n8n.credential, { ...other });
			venue.forgetRequests();

			expect((await getBookings()).status).toBe('success');
			expect(venue.requestsTo('GET /bookings').map(({ status }) => status)).toEqual([200]);
			expect(venue.count('POST /token')).toBe(1);
		});

		// The rest gets the same responses from either venue.
		if (profile === 'live') return;

		it.each(['', ', after one that has worked'])(
			'tokens that no endpoint accepts%s: at most 30 a day',
			async (after) => {
				if (after) await getBookings();
				venue.forgetRequests();
				const answer = { kind: 'answer', status: 401 } as const;
				venue.faults.on('GET /bookings', answer);
				venue.faults.on('GET /webhooks', answer);
				letTheDateRun();
				stopTheClock();
				try {
					for (let minute = 0; minute < 24 * 60; minute += 8) {
						const { error } = await whileTimeMoves(getBookings());
						expect(error?.message).toMatch(/does not accept/);
						await passTime(8 * MINUTE);
					}
				} finally {
					letTheClockRun();
				}
				expect(venue.count('POST /token')).toBeLessThanOrEqual(30);
				expect(venue.count('POST /token')).toBeGreaterThan(20);
			},
		);

		it('an endpoint that always answers 401 to a token that is valid otherwise: 0', async () => {
			await getBookings();
			venue.faults.on('GET /bookings', { kind: 'answer', status: 401 });
			venue.forgetRequests();
			for (let call = 0; call < 30; call++) {
				expect((await getBookings()).error?.message).toMatch(/does not accept/);
				moveTheDate(10_000);
			}
			expect(venue.count('POST /token')).toBe(0);
			expect(venue.count('GET /bookings')).toBe(isN8n1 ? 60 : 30);

			venue.faults.clear();
			expect((await getBookings()).status).toBe('success');
		});

		it('331 calls that get a 401 for another reason: at most one check in ten seconds', async () => {
			await getBookings();
			venue.faults.on('GET /bookings', { kind: 'answer', status: 401 });
			venue.forgetRequests();
			letTheDateRun();
			stopTheClock();
			try {
				for (let call = 0; call < 31; call++) {
					const calls = Array.from(
						{ length: call === 0 ? 301 : 1 },
						async () => await getBookings(),
					);
					for (const { error } of await whileTimeMoves(Promise.all(calls))) {
						expect(error?.message).toMatch(/does not accept/);
					}
				}
			} finally {
				letTheClockRun();
			}
			expect(venue.count('POST /token')).toBe(0);
			const checkedAt = venue.requestsTo('GET /webhooks').map(({ at }) => at);
			expect(checkedAt.length).toBeGreaterThan(2);
			const pauses = checkedAt.slice(1).map((at, index) => at - checkedAt[index]);
			expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10_000);
		});
	},
);
