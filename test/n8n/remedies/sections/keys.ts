import axios from 'axios';

import { type RemedyLab, WORKS } from '../remedyLab';
import { BOOKINGS } from './calls';

const MINUTE = 60_000;

/** Messages about the credentials at the venue, not about what the user entered. */
export function describeKeys(labOf: () => RemedyLab) {
	describe('Credential messages', () => {
		let at: RemedyLab;

		beforeEach(async () => {
			at = labOf();
			await at.invite();
			at.venue.bookings.seed(3);
		});

		it('Several access tokens expired or were revoked within a minute', async () => {
			const { venue } = at;
			const credential = await at.credential();
			const otherSystem = async (clientId: string, clientSecret: string) => {
				// Each new token revokes the one before.
				if (clientId === venue.credentials.clientId) venue.tokens.revokeAll();
				const body = { client_id: clientId, client_secret: clientSecret };
				const { status } = await axios.post(`${venue.baseUrl}/token`, body, { proxy: false });
				expect(status).toBe(200);
			};
			const { clientId, clientSecret } = venue.credentials;
			for (let run = 0; run < 6; run++) {
				expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
				await otherSystem(clientId, clientSecret);
			}
			expect(await at.dialog(credential)).toContain(
				'Several access tokens expired or were revoked within a minute',
			);
			const separate = venue.addCredentials();
			at.lab.clock.advance(MINUTE);
			expect(await at.dialog(credential)).toMatch(/^OK/);
			const before = venue.count('POST /token');
			for (let run = 0; run < 3; run++) {
				await otherSystem(separate.clientId, separate.clientSecret);
				expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
			}
			expect(venue.count('POST /token') - before).toBe(3);
		});

		const REFUSED = 'The venue signs these credentials in and then refuses them';

		it(REFUSED, async () => {
			const { clientId } = at.venue.credentials;
			const credential = await at.credential();
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
			at.venue.clients.block(clientId, 'disabled key');
			expect(await at.dialog(credential)).toMatch(new RegExp(`${REFUSED} \\(.*disabled`, 'i'));
			at.venue.clients.unblock(clientId);
			at.lab.clock.advance(MINUTE);
			expect(await at.dialog(credential)).toMatch(/^OK/);
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});

		it(`${REFUSED}: only a scope is missing, at a venue that gives no reason`, async () => {
			const { clientId } = at.venue.credentials;
			const credential = await at.credential();
			at.venue.clients.setScopes(clientId, ['Booking_Get']);
			expect(await at.dialog(credential)).toMatch(/^OK/);
			at.venue.vary({ forbidden: 'empty' });
			at.lab.clock.advance(MINUTE);
			const text = await at.dialog(credential);
			expect(text).toContain(REFUSED);
			expect(text).toContain('only the scope “Webhook_Get” is missing');
			at.venue.clients.setScopes(clientId, ['Booking_Get', 'Webhook_Get']);
			at.lab.clock.advance(MINUTE);
			expect(await at.dialog(credential)).toMatch(/^OK/);
		});
	});
}
