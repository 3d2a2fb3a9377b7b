import { RecordingHost } from '../../../attacks/recordingHost';
import { type RemedyLab, WORKS } from '../remedyLab';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BOOKINGS: [string, string] = ['booking', 'getAll'];

export function describeCredentialMessages(labOf: () => RemedyLab) {
	describe('Credential messages', () => {
		let at: RemedyLab;

		beforeEach(async () => {
			at = labOf();
			await at.invite();
		});

		it.each([
			['Base URL is empty', { baseUrl: '' }],
			['Base URL is not a complete web address. It should look like https://…', { baseUrl: 'api' }],
			['Base URL has to start with https://', { baseUrl: 'http://venue.example' }],
			[
				'Base URL must not contain a user name or password',
				{ baseUrl: 'https://a:b@venue.example' },
			],
			['Base URL must not contain “?” or “#”', { baseUrl: 'https://venue.example/?a=1' }],
			['Client ID is empty', { clientId: '' }],
			['Client Secret is empty', { clientSecret: '' }],
		])('%s', async (message, wrong) => {
			const credential = await at.credential(wrong);
			expect(await at.dialog(credential, wrong)).toContain(message);
			// A slash at its end does not matter.
			expect(await at.dialog(credential, { baseUrl: `${at.venue.baseUrl}/` })).toMatch(/^OK/);
		});

		it('The venue did not accept this Client ID and Client Secret: copied again', async () => {
			const wrong = { clientSecret: 'guessed' };
			const credential = await at.credential(wrong);
			const message = 'The venue did not accept this Client ID and Client Secret';
			expect(await at.dialog(credential, wrong)).toContain(message);
			const before = at.venue.count('POST /token');
			expect((await at.call(BOOKINGS, credential)).text).toMatch(
				/did not accept this Client ID.*asked again from \d{4}-/,
			);
			expect(at.venue.count('POST /token')).toBe(before);
			await at.lab.credentials.update(credential, at.data());
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});

		it('The venue did not accept this Client ID and Client Secret: corrected at the venue', async () => {
			const client = at.venue.clients.find(at.venue.credentials.clientId)!;
			const { clientSecret } = client;
			client.clientSecret = 'changed by the venue';
			const credential = await at.credential();
			for (const passed of [0, 1, 4]) {
				at.lab.clock.advance(passed * MINUTE + 1_000);
				expect((await at.call(BOOKINGS, credential)).status).toBe('error');
			}
			client.clientSecret = clientSecret;
			expect((await at.call(BOOKINGS, credential)).status).toBe('error');
			at.lab.clock.advance(MINUTE + 1_000);
			expect((await at.lab.credentials.test(credential, at.data())).status).toBe('OK');
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});

		it('The venue does not let these credentials sign in', async () => {
			at.venue.faults.on('POST /token', { kind: 'answer', status: 403 });
			const credential = await at.credential();
			const message = 'The venue does not let these credentials sign in';
			expect(await at.dialog(credential)).toContain(message);
			// The venue owner has enabled the credentials.
			at.venue.faults.clear();
			at.lab.clock.advance(MINUTE + 1_000);
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});

		it('There is no venue platform at this Base URL', async () => {
			const wrong = { baseUrl: at.lab.main.url };
			const credential = await at.credential(wrong);
			expect(await at.dialog(credential, wrong)).toContain(
				'There is no venue platform at this Base URL',
			);
			expect(await at.dialog(credential)).toMatch(/^OK/);
		});

		it('The venue takes no more sign-ins from this internet address for now', async () => {
			const tooMany = { kind: 'answer', status: 429, headers: { 'retry-after': '300' } } as const;
			at.venue.faults.on('POST /token', tooMany, { times: 1 });
			const credential = await at.credential();
			const message = 'The venue takes no more sign-ins from this internet address for now';
			expect((await at.call(BOOKINGS, credential)).text).toMatch(
				new RegExp(`${message}.*asked again from \\d{4}-`),
			);
			at.lab.clock.advance(5 * MINUTE + 1_000);
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});

		it('The venue’s sign-in does not work at the moment', async () => {
			at.venue.faults.on('POST /token', { kind: 'answer', status: 500 });
			const credential = await at.credential();
			expect(await at.dialog(credential)).toContain(
				'The venue’s sign-in does not work at the moment',
			);
			at.venue.faults.clear();
			at.lab.clock.advance(3 * MINUTE);
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});

		it('The venue does not accept an access token that it has just issued', async () => {
			for (const path of ['GET /webhooks', 'GET /bookings']) {
				at.venue.faults.on(path, { kind: 'answer', status: 401 });
			}
			const credential = await at.credential();
			const texts: string[] = [];
			for (let run = 0; run < 4; run++) texts.push((await at.call(BOOKINGS, credential)).text);
			expect(texts.join()).toContain(
				'The venue does not accept an access token that it has just issued',
			);
			expect(at.venue.count('POST /token')).toBeLessThan(5);
			// The venue owner has corrected the credentials.
			at.venue.faults.clear();
			at.lab.clock.advance(HOUR);
			expect(await at.call(BOOKINGS, credential)).toEqual(WORKS);
		});

		describe('in the HTTP Request node', () => {
			const url = () => `${at.venue.baseUrl}/bookings`;

			it('This credential is for … only, and the request goes to …', async () => {
				const elsewhere = await RecordingHost.open();
				const credential = await at.credential();
				const { text } = await at.httpRequest(`${elsewhere.url()}/files/1`, credential);
				expect(text).toMatch(/This credential is for .* only, and the request goes to /);
				expect(elsewhere.received).toEqual([]);
				await elsewhere.close();
				expect(await at.httpRequest(url(), credential)).toEqual(WORKS);
			});

			it('The address of this request is not written out in full', async () => {
				const credential = await at.credential();
				const withUser = url().replace('//', '//user@');
				const { text } = await at.httpRequest(withUser, credential);
				expect(text).toContain('The address of this request is not written out in full');
				expect(await at.httpRequest(url(), credential)).toEqual(WORKS);
			});

			it('The header Host of this request names another host than the venue’s', async () => {
				const credential = await at.credential();
				const headerParameters = { parameters: [{ name: 'Host', value: 'venue.example' }] };
				const withHost = { sendHeaders: true, headerParameters };
				expect((await at.httpRequest(url(), credential, withHost)).text).toContain(
					'The header Host of this request names another host than the venue’s',
				);
				expect(await at.httpRequest(url(), credential)).toEqual(WORKS);
			});

			it('A proxy would see the access token', async () => {
				const credential = await at.credential();
				const options = { proxy: 'http://127.0.0.1:1' };
				expect((await at.httpRequest(url(), credential, { options })).text).toContain(
					'A proxy would see the access token',
				);
				expect(await at.httpRequest(url(), credential)).toEqual(WORKS);
			});
		});
	});
}
