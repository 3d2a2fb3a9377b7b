import { BETWEEN_CHECKS_MS, TokenChecks, type TokenVerdict } from '../../../credentials/tokenCheck';

describe('the checks of tokens', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }));
	afterEach(() => jest.useRealTimers());

	it('are one in ten seconds for each token, however many credentials there are', async () => {
		const checks = new TokenChecks();
		const check = jest.fn(async (): Promise<TokenVerdict> => {
			return await Promise.resolve({ token: 'accepted' });
		});
		for (let call = 0; call < 3 * 300; call++) {
			await checks.verdict(`token ${call % 300}`, Date.now() - BETWEEN_CHECKS_MS, check);
		}
		expect(check).toHaveBeenCalledTimes(300);
		jest.advanceTimersByTime(BETWEEN_CHECKS_MS + 1);
		await checks.verdict('token 0', Date.now() - BETWEEN_CHECKS_MS, check);
		expect(check).toHaveBeenCalledTimes(301);
	});
});
