import type { ClientCredentials } from '../../access/clients';
import type { ApiRequest } from '../../endpoints/request';
import { Platform } from '../../platform';
import { chosenProfile } from '../../profiles';

const START = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('a platform without HTTP', () => {
	let now: number;
	let platform: Platform;
	let credentials: ClientCredentials;
	let token: string;

	const ask = (method: string, path: string, json?: ApiRequest['json']) =>
		platform.answer({
			...{ method, path, query: new URLSearchParams(), ip: '127.0.0.1' },
			headers: { accept: 'application/json', authorization: `Bearer ${token}` },
			...{ text: JSON.stringify(json) ?? '', json },
		});

	const signIn = () =>
		ask('POST', '/token', {
			client_id: credentials.clientId,
			client_secret: credentials.clientSecret,
		});

	beforeEach(() => {
		now = START;
		platform = new Platform(
			{ clock: { now: () => now, schedule: () => () => {} }, profile: chosenProfile() },
			{ newToken: (clientId, number) => `token-${number}-of-${clientId}` },
		);
		credentials = platform.addCredentials();
		token = `token-0-of-${credentials.clientId}`;
	});

	it('answers a request at once, at the time of any clock', () => {
		platform.bookings.put({ uniqueId: 'b1', modifiedDate: new Date(now).toISOString() });
		expect(ask('GET', '/bookings/b1').status).toBe(401);
		expect(JSON.parse(String(signIn().body))).toMatchObject({ access_token: token });
		expect(ask('GET', '/bookings/b1')).toMatchObject({
			status: 200,
			body: '{"uniqueId":"b1","modifiedDate":"2026-11-21T12:00:00.000Z"}',
		});
		now += DAY_MS;
		expect(ask('GET', '/bookings/b1').status).toBe(401);
	});

	it('has limits', () => {
		signIn();
		const statuses = Array.from({ length: 601 }, () => ask('GET', '/bookings').status);
		expect(statuses.filter((status) => status === 429)).toHaveLength(1);
		now += MINUTE_MS;
		expect(ask('GET', '/bookings').status).toBe(200);
	});

	it('adds the requests of others to its own count', () => {
		const admitted = () => platform.limits.admit('rest', 'an address', 598);
		expect([admitted(), admitted(), admitted()]).toEqual([true, true, false]);
		now += MINUTE_MS;
		expect(platform.limits.admit('rest', 'an address', 600)).toBe(false);
	});

	it('lists a message whose attempts failed elsewhere, until it is delivered', () => {
		signIn();
		const message = platform.messages.addFailed({ attempts: 1 });
		platform.messages.failedOnceMore(message, { detail: 'No answer', at: now });
		const [record] = platform.failedMessages;
		expect(record).toMatchObject({ uniqueId: message.id, status: 'Attempt2Failed' });
		platform.messages.delivered(message);
		expect(JSON.parse(String(ask('GET', '/webhooks/messages/failed').body))).toEqual([]);
	});
});
