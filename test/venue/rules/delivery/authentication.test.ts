import { createHmac } from 'node:crypto';
import { startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

describe('authentication of a delivery', () => {
	let venue: ConnectedVenue['venue'];
	let receiver: ConnectedVenue['receiver'];
	let subscribe: ConnectedVenue['subscribe'];
	let close: ConnectedVenue['close'];

	const open = async (...options: Parameters<typeof startConnectedVenue>) => {
		({ venue, receiver, subscribe, close } = await startConnectedVenue(...options));
	};

	afterEach(() => close());

	it('5.9: the api key is sent in x-api-key', async () => {
		await open();
		await subscribe({ authentication: { apiKey: 'shared' } });
		await venue.bookings.create();
		expect(receiver.received[0].headers).toMatchObject({ 'x-api-key': 'shared' });
		expect(receiver.received[0].headers).not.toHaveProperty('authorization');
	});

	it.each([
		['plain', { authentication: { username: 'venue', password: 'pässword' } }],
		['envelope', { authentication: { basic: { username: 'venue', password: 'pässword' } } }],
	] as const)(
		'5.9: basic authentication uses fields that are not shown: profile %s',
		async (profile, fields) => {
			await open({ profile });
			await subscribe(fields);
			await venue.bookings.create();
			const { authorization } = receiver.received[0].headers;
			expect(authorization).toBe(`Basic ${Buffer.from('venue:pässword').toString('base64')}`);
		},
	);

	it('6.2.9: with signature inclusion each delivery carries a signature', async () => {
		await open();
		await subscribe({ authentication: { includeSignature: true } });
		await venue.bookings.create();
		const [{ headers, body }] = venue.deliveries;
		const signature = createHmac('sha256', venue.signatureKey).update(body).digest('hex');
		expect(headers['x-signature']).toBe(signature);
		expect(receiver.received[0].headers['x-signature']).toBe(signature);
	});
});
