/** This text must not be shown, whatever the name of the secret. */
export const HIDDEN = 'hidden-secret-0815';

/** Webhook configurations with a secret in a field that the document does not name. */
export const unusualConfigurations: object[] = [
	{ signature: HIDDEN },
	{ Signature: { value: HIDDEN } },
	{ hmac: HIDDEN },
	{ HMAC: { salt: HIDDEN } },
	{ pwd: HIDDEN },
	{ Pwd: HIDDEN },
	{ auth: { value: HIDDEN } },
	{ auth: HIDDEN },
	{ headers: { Authorization: `Basic ${HIDDEN}` } },
	{ headers: { authorization: HIDDEN } },
	{ headers: { 'X-Api-Key': HIDDEN, Cookie: HIDDEN } },
	{ headers: [{ name: 'X-Api-Key', value: HIDDEN }] },
	{ Authentication: { Value: HIDDEN } },
	{ AUTHENTICATION: { headerValue: HIDDEN } },
	{ authentication: { username: HIDDEN, password: HIDDEN } },
	{ API_KEY: HIDDEN },
	{ url: `https://receiver.example/events?token=${HIDDEN}` },
	{ url: `https://receiver.example/events?x=1&API-Key=${HIDDEN}#y` },
	{ url: `https://receiver.example/events#access_token=${HIDDEN}` },
	{ url: `https://receiver.example/events?sig=${HIDDEN}` },
	{ url: `HTTPS://${HIDDEN}@receiver.example/` },
	{ url: `https://clerk:${HIDDEN}@receiver.example/` },
	{ fallback: [{ address: `https://receiver.example/?auth=${HIDDEN}` }] },
];

/** Addresses of another receiver that look like https://receiver.example/events. */
export const otherAddresses: string[] = [
	'https://evil.example/events',
	'https://receiver.example.evil.example/events',
	'https://receiver.example:8443/events',
	'https://receiver.example./events',
	'https://evil.example/https://receiver.example/events',
	'https://evil.example\\@receiver.example/events',
	'https://evil.example#@receiver.example/events',
	'https://evil.example?@receiver.example/events',
	'https://receiver.example/events2',
	'https://receiver.example/Events',
	'https://receiver.example/events//',
	'https://receiver.example/events/evil',
	'https://receiver.example/events%2Fevil',
	'https://receiver.example/events/..%2Fevil',
	'https://receiver.example/events?tenant=evil',
	'https://receiver.example/',
];

/** The same in Additional Configuration, in any letter case. */
export const otherAddressesInJson: object[] = [
	{ url: 'https://evil.example/events' },
	{ URL: 'https://evil.example/events' },
	{ Url: 'https://evil.example/events' },
	{ url: 'https://evil.example/events', authentication: { includeSignature: false } },
	{ url: 'https://evil.example/events', authentication: {} },
	{ url: 'https://receiver.example/evil' },
	{ fallback: { addresses: ['https://receiver.example/evil'] } },
];
