import { fork, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { connectVenue, startVenue, type ClientCredentials } from '../../index';
import { callerOf } from '../support/caller';

describe('a venue', () => {
	it('stops at once with calls under way, and may be stopped again', async () => {
		const venue = await startVenue();
		const caller = callerOf(venue);
		venue.faults.on('GET /bookings', { kind: 'hang' });
		const reset = expect(caller.call('GET', '/bookings')).rejects.toMatchObject({
			code: 'ECONNRESET',
		});
		while (venue.count('GET /bookings') === 0) await new Promise(setImmediate);
		await Promise.all([venue.stop(), venue.stop()]);
		await venue.stop();
		await reset;
		await expect(caller.requestToken()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
		caller.close();
	});

	it('records every request', async () => {
		const venue = await startVenue();
		const caller = callerOf(venue);
		await caller.requestToken();
		await caller.call('GET', '/bookings/a%2Fb?x=1&y=%20');
		expect(venue.requests).toMatchObject([
			{
				method: 'POST',
				path: '/token',
				ip: '127.0.0.1',
				status: 200,
				body: { client_id: venue.credentials.clientId },
			},
			{
				method: 'GET',
				path: '/bookings/a%2Fb',
				query: { x: '1', y: ' ' },
				status: 404,
				account: 'harbor',
				headers: { accept: 'application/json', authorization: expect.stringMatching(/^Bearer /) },
			},
		]);
		expect(venue.count('GET /bookings/{uniqueId}')).toBe(1);
		expect(venue.count('GET /bookings')).toBe(0);
		expect(venue.count('* /**')).toBe(2);
		venue.forgetRequests();
		expect(venue.requests).toEqual([]);
		caller.close();
		await venue.stop();
	});

	it('has one time: its Date header moves with its clock', async () => {
		const venue = await startVenue({ now: () => Date.UTC(2025, 0, 1) });
		const caller = callerOf(venue);
		const dateOfAnswer = async () => (await caller.requestToken()).headers.date as string;
		expect(await dateOfAnswer()).toBe('Wed, 01 Jan 2025 00:00:00 GMT');
		await venue.clock.advance(90_500);
		expect(await dateOfAnswer()).toBe('Wed, 01 Jan 2025 00:01:30 GMT');
		caller.close();
		await venue.stop();
	});

	it('runs as a separate program, controlled from here, and ends with its parent', async () => {
		const root = path.resolve(__dirname, '../../../..');
		const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
		// `npm run lint` checks its types.
		execFileSync(process.execPath, [tsc, '--noCheck', '-p', path.join(root, 'test/venue')]);
		const program = fork(path.join(root, 'node_modules/.cache/venue/main.js'), [], {
			silent: true,
			execArgv: [],
		});
		const [{ baseUrl, credentials }] = (await once(program, 'message')) as [
			{ baseUrl: string; credentials: ClientCredentials },
		];
		const remote = connectVenue(baseUrl);
		expect(await remote.credentials.clientSecret()).toBe(credentials.clientSecret);
		expect(await remote.bookings.all()).toHaveLength(25);
		program.disconnect();
		expect(await once(program, 'exit')).toEqual([0, null]);
	}, 60_000);
});
