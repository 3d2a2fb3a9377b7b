import type { IHttpRequestHelper } from 'n8n-workflow';

import { readAccount } from '../../../credentials/account';
import { BETWEEN_CHECKS_MS, TokenChecks } from '../../../credentials/tokenCheck';

const ACCOUNT = readAccount({
	baseUrl: 'https://venue.example',
	clientId: 'id',
	clientSecret: 'secret',
});

describe('the checks of tokens', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }));
	afterEach(() => jest.useRealTimers());

	it('are one in ten seconds for each token, however many credentials there are', async () => {
		const checks = new TokenChecks();
		const httpRequest = jest.fn(
			async () => await Promise.resolve({ statusCode: 200, headers: {}, body: '' }),
		);
		const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
		const check = async (token: number) =>
			await checks.verdict(helper, ACCOUNT, `token ${token}`, Date.now() - BETWEEN_CHECKS_MS);
		for (let call = 0; call < 3 * 300; call++) {
			expect(await check(call % 300)).toMatchObject({ token: 'accepted' });
		}
		expect(httpRequest).toHaveBeenCalledTimes(300);
		jest.advanceTimersByTime(BETWEEN_CHECKS_MS + 1);
		await check(0);
		expect(httpRequest).toHaveBeenCalledTimes(301);
	});

	it.each([
		[401, 'invalid', 1],
		[200, 'accepted', 2],
	])(
		'of a call that was signed while one is under way: answered with %i, %s',
		async (status, token, count) => {
			const checks = new TokenChecks();
			const httpRequest = jest.fn(async () => {
				await new Promise((resolve) => setTimeout(resolve, 500));
				return { statusCode: status, headers: {}, body: '' };
			});
			const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
			const first = checks.verdict(helper, ACCOUNT, 'token', Date.now());
			await jest.advanceTimersByTimeAsync(10);
			const second = checks.verdict(helper, ACCOUNT, 'token', Date.now());
			await jest.advanceTimersByTimeAsync(2 * BETWEEN_CHECKS_MS);
			expect([await first, await second]).toMatchObject([{ token }, { token }]);
			expect(httpRequest).toHaveBeenCalledTimes(count);
		},
	);
});
