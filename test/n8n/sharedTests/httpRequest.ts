import type { StoredCredential } from '../lab/rest/credentials';
import { start } from '../fixtures/nodes';
import { HOUR, type PackageFixture } from '../fixtures/packageFixture';

export function describeHttpRequest(fixture: PackageFixture) {
	describe('the credential in n8n’s own HTTP Request node', () => {
		let credential: StoredCredential;

		beforeEach(async () => {
			credential = await fixture.saveCredential();
		});

		const send = async (method: string, path: string) => {
			const node = {
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method,
					url: `${fixture.venue.baseUrl}${path}`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'venuePlatformApi',
					options: {},
				},
				credential,
			};
			const workflow = await fixture.lab.workflows.create('HTTP Request', [start, node]);
			const id = await fixture.lab.workflows.run(workflow, start.name);
			const { status, saved } = await fixture.lab.executions.ended(id);
			return { status, saved };
		};

		it.each([404, 409, 429, 500])(
			'%i: the answer is shown, a POST arrives once, no token is requested',
			async (status) => {
				const { lab, venue } = fixture;
				expect(await send('GET', '/bookings')).toMatchObject({ status: 'success' });
				lab.clock.advance(HOUR);
				venue.forgetRequests();
				const body = '{"Message":"what the venue says"}';
				venue.faults.on('POST /webhooks', { kind: 'answer', status, body });

				const execution = await send('POST', '/webhooks');
				expect(execution.status).toBe('error');
				expect(execution.saved).toContain('what the venue says');
				expect(venue.count('POST /webhooks')).toBe(1);
				expect(venue.count('POST /token')).toBe(0);
			},
		);

		it.each(['expired', 'revoked'])('a token that is %s is renewed', async (how) => {
			const { lab, venue } = fixture;
			await send('GET', '/bookings');
			if (how === 'revoked') venue.tokens.revokeAll();
			else lab.clock.advance(25 * HOUR);
			venue.forgetRequests();
			expect(await send('GET', '/bookings')).toMatchObject({ status: 'success' });
			expect(venue.count('POST /token')).toBe(1);
		});
	});
}
