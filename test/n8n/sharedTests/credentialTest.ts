import type { CredentialData } from '../lab/rest/credentials';
import { start } from '../fixtures/nodes';
import { bookings, HOUR, type PackageFixture } from '../fixtures/packageFixture';

export function describeCredentialTest(fixture: PackageFixture, executors: number) {
	describe('n8n’s test of the credential', () => {
		const test = async (changes: CredentialData) => {
			const data = { ...fixture.credentialData(), ...changes };
			// The dialog tests the entered values before it saves them.
			return await fixture.lab.credentials.test(await fixture.saveCredential(), data);
		};

		it('passes with the right values', async () => {
			expect(await test({})).toMatchObject({ status: 'OK' });
			const untidy = { baseUrl: ` ${fixture.venue.baseUrl}// ` };
			expect(await test(untidy)).toMatchObject({ status: 'OK' });
		});

		it.each([
			['an empty Base URL', { baseUrl: '' }, 'Base URL'],
			['a Base URL that is not an address', { baseUrl: 'venue platform' }, 'Base URL'],
			['a Base URL without encryption', { baseUrl: 'http://venue.example' }, 'Base URL'],
			['a Base URL without a server', { baseUrl: 'http://127.0.0.1:1' }, '127.0.0.1:1'],
			['an empty Client ID', { clientId: '' }, 'Client ID'],
			['a wrong Client ID', { clientId: 'nobody' }, 'Client ID'],
			['an empty Client Secret', { clientSecret: '' }, 'Client Secret'],
			['a wrong Client Secret', { clientSecret: 'guessed' }, 'Client Secret'],
		])('names the field of %s', async (_, changes, field) => {
			const { status, message } = await test(changes);
			expect(status).toBe('Error');
			expect(message).toContain(field);
		});

		it('notices that the address is not the venue’s', async () => {
			const { status, message } = await test({ baseUrl: fixture.lab.main.url });
			expect(status).toBe('Error');
			expect(message).toContain('Base URL');
		});

		// Each worker has its own wait time.
		if (executors > 1) return;

		it('asks at once although executions wait for a long time, and at most once a minute', async () => {
			const { lab, venue } = fixture;
			const data = { ...fixture.credentialData(), clientSecret: 'guessed' };
			const credential = await fixture.saveCredential(data);
			const workflow = await lab.workflows.create('Bookings', [start, bookings(credential)]);
			for (const pause of [0, HOUR / 30, HOUR / 12, HOUR / 3]) {
				lab.clock.advance(pause);
				expect(await fixture.runOnce(workflow, 'Bookings')).toMatchObject({ status: 'error' });
			}
			lab.clock.advance(HOUR / 30);
			venue.forgetRequests();
			await fixture.runOnce(workflow, 'Bookings');
			expect(venue.count('POST /token')).toBe(0);
			for (let attempt = 0; attempt < 3; attempt++) {
				const { status, message } = await lab.credentials.test(credential, data);
				expect(status).toBe('Error');
				expect(message).toContain('Client Secret');
				expect(message).toContain('asked again from');
			}
			expect(venue.count('POST /token')).toBe(1);
		});
	});
}
