import { createHmac } from 'node:crypto';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Stage } from './support/stage';

const KEY = 'The-Key-Of-The-Venue';
const SIGNED = { additionalConfiguration: '{"authentication":{"includeSignature":true}}' };
const BASIC = {
	additionalConfiguration:
		'{"authentication":{"username":"<webhookUsername>","password":"<webhookPassword>"}}',
};

const envelope = (data: IDataObject) => ({
	id: 'f4a5a7ac-0000-4000-8000-000000000001',
	sendDate: '2026-11-21T12:00:00Z',
	type: 'Booking',
	eventDate: '2026-11-21T12:00:00Z',
	eventType: 'Created',
	data,
});

describe('the headers and the raw body of a delivery', () => {
	let stage: Stage;
	afterEach(async () => await stage.close());

	const publish = async (parameters: INodeParameters, more: Record<string, string> = {}) => {
		stage = await Stage.open({}, more);
		return await stage.engine.activate(stage.trigger(parameters));
	};

	it('are included if the option is on, and can be used to verify a signature [api 5.9; 6.2.9]', async () => {
		const trigger = await publish({ options: { includeRequest: true, ...SIGNED } });
		const data = { name: 'Siobhán 李小龍 🎉', text: 'a "b" \\u00e9' };
		await stage.venue.emit({ type: 'Booking', eventType: 'Created', data });
		const [{ json, binary }] = await trigger.emitted();
		const { headers, rawBody } = json as { headers: Record<string, string>; rawBody: string };
		const signature = createHmac('sha256', stage.venue.signatureKey).update(rawBody).digest('hex');
		expect(headers['x-signature']).toBe(signature);
		expect(headers['content-type']).toContain('json');
		expect(JSON.parse(rawBody)).toMatchObject({ id: json.id, data });
		expect(binary).toBeUndefined();
	});

	it('are left out otherwise', async () => {
		const trigger = await publish({});
		await stage.venue.emit({ type: 'Booking', eventType: 'Created' });
		const [{ json }] = await trigger.emitted();
		expect(json).not.toHaveProperty('headers');
		expect(json).not.toHaveProperty('rawBody');
	});

	it.each(['x-api-key', 'X-Api-Key', 'x-venue-apikey'])(
		'never contain the key (%s)',
		async (name) => {
			const trigger = await publish({ options: { includeRequest: true } }, { webhookApiKey: KEY });
			const answer = await trigger.deliver(envelope({}), {
				[name]: KEY,
				'x-gateway-api-key': 'key-of-the-gateway',
				'X-Copy': KEY,
				Forwarded: `for=10.0.0.1;key=${KEY}`,
				Cookie: 'session=of-a-person',
				'Proxy-Authorization': 'Basic dXNlcjpwYXNz',
				'X-Signature': 'kept',
			});
			expect(answer.status).toBe(200);
			const items = await trigger.emitted();
			const { headers } = items[0].json as { headers: Record<string, string> };
			expect(headers).toMatchObject({
				[name.toLowerCase()]: '•••',
				'x-gateway-api-key': '•••',
				'x-copy': '•••',
				forwarded: '•••',
				cookie: '•••',
				'x-signature': 'kept',
			});
			const text = JSON.stringify(items).toLowerCase();
			const secrets = [KEY.toLowerCase(), 'key-of-the-gateway', 'of-a-person', 'dxnlcjpwyxnz'];
			for (const secret of secrets) expect(text).not.toContain(secret);
		},
	);

	it('never contain the password', async () => {
		const trigger = await publish(
			{ authentication: 'basicAuth', options: { includeRequest: true, ...BASIC } },
			{ webhookUsername: 'venue', webhookPassword: 'a long password' },
		);
		const pair = Buffer.from('venue:a long password').toString('base64');
		const answer = await trigger.deliver(envelope({}), {
			AUTHORIZATION: `Basic ${pair}`,
			'x-copy': `venue:a long password`,
			'x-venue-apikey': 'not asked for',
			'x-pair': pair,
		});
		expect(answer.status).toBe(200);
		const text = JSON.stringify(await trigger.emitted());
		for (const secret of [pair, 'a long password', 'not asked for']) {
			expect(text).not.toContain(secret);
		}
	});

	it.each([false, true])(
		'never contain a key that the event quotes (with the raw body: %s) [security: no message, item or list]',
		async (includeRequest) => {
			const trigger = await publish({ options: { includeRequest } }, { webhookApiKey: KEY });
			const webhook = { url: 'https://n8n.example/x', authentication: { apiKey: KEY } };
			const quoting = envelope({ name: `with ${KEY}`, webhook, [KEY]: 1 });
			for (const body of [quoting, Buffer.from(JSON.stringify({ ...quoting, id: 'ü' }), 'latin1')])
				expect((await trigger.deliver(body, { 'x-api-key': KEY })).status).toBe(200);
			const items = await trigger.emitted();
			expect(items).toHaveLength(2);
			expect(JSON.stringify(items)).not.toContain(KEY);
			expect(items[0].json).toMatchObject({ data: { name: 'with •••' } });
		},
	);

	it('never contain a password that the event quotes', async () => {
		const trigger = await publish(
			{ authentication: 'basicAuth', options: { includeRequest: true, ...BASIC } },
			{ webhookUsername: 'venue', webhookPassword: 'a long password' },
		);
		const pair = Buffer.from('venue:a long password').toString('base64');
		const body = envelope({ sent: `Basic ${pair}`, password: 'a long password' });
		await trigger.deliver(body, { authorization: `Basic ${pair}` });
		const text = JSON.stringify(await trigger.emitted());
		for (const secret of [pair, 'a long password']) expect(text).not.toContain(secret);
	});

	it.each(['utf8', 'latin1'] as const)(
		'never contain a secret with letters beyond ASCII that the event quotes (sent in %s)',
		async (encoding) => {
			const [apiKey, password] = ['schlüssel-der-halle', 'ein längeres Paßwort'];
			const sent = Buffer.from(apiKey, encoding).toString('latin1');
			let trigger = await publish({}, { webhookApiKey: apiKey });
			await trigger.deliver(envelope({ apiKey }), { 'x-api-key': sent });
			expect(await trigger.emitted()).toMatchObject([{ json: { data: { apiKey: '•••' } } }]);
			await stage.close();

			const login = { webhookUsername: 'venue', webhookPassword: password };
			trigger = await publish({ authentication: 'basicAuth', options: BASIC }, login);
			const pair = Buffer.from(`venue:${password}`, encoding).toString('base64');
			await trigger.deliver(envelope({ password }), { authorization: `Basic ${pair}` });
			expect(await trigger.emitted()).toMatchObject([{ json: { data: { password: '•••' } } }]);
		},
	);

	it('are binary if the bytes are not UTF-8', async () => {
		const trigger = await publish({ options: { includeRequest: true } }, { webhookApiKey: KEY });
		const body = Buffer.from(JSON.stringify(envelope({ name: 'Müßig' })), 'latin1');
		const answer = await trigger.deliver(body, {
			'x-api-key': KEY,
			'content-type': 'application/json; charset=latin1',
		});
		expect(answer.status).toBe(200);
		const [{ json, binary }] = await trigger.emitted();
		expect(json).not.toHaveProperty('rawBody');
		expect(Buffer.from(binary!.rawBody.data, 'base64')).toEqual(body);
	});

	it('are sent again by the venue if they cannot be stored', async () => {
		const trigger = await publish({ options: { includeRequest: true } }, { webhookApiKey: KEY });
		const body = Buffer.from(JSON.stringify(envelope({ name: 'Müßig' })), 'latin1');
		const headers = { 'x-api-key': KEY, 'content-type': 'application/json; charset=latin1' };
		const store = jest.spyOn(BinaryDataService.prototype, 'store');
		store.mockRejectedValueOnce(new Error('no space left on device'));
		const first = await trigger.deliver(body, headers);
		const second = await trigger.deliver(body, headers);
		store.mockRestore();
		expect([first.status, second.status]).toEqual([500, 200]);
		expect(await trigger.emitted()).toHaveLength(1);
	});

	it('create no file for a copy', async () => {
		const trigger = await publish({ options: { includeRequest: true } }, { webhookApiKey: KEY });
		const body = Buffer.from(JSON.stringify(envelope({ name: 'Müßig' })), 'latin1');
		const headers = { 'x-api-key': KEY, 'content-type': 'application/json; charset=latin1' };
		const store = jest.spyOn(BinaryDataService.prototype, 'store');
		const statuses = [];
		for (let copy = 0; copy < 3; copy++) {
			statuses.push((await trigger.deliver(body, headers)).status);
		}
		const made = store.mock.calls.length;
		store.mockRestore();
		expect(statuses).toEqual([200, 200, 200]);
		expect(await trigger.emitted()).toHaveLength(1);
		expect(made).toBe(1);
	});
});
