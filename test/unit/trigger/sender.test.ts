import crypto from 'node:crypto';
import * as fc from 'fast-check';

import { shows } from '../../../nodes/VenuePlatformTrigger/sender/rejection';
import {
	type DeliveryAuth,
	deliveryAuthFor,
} from '../../../nodes/VenuePlatformTrigger/sender/deliveryAuth';

const node = {
	id: 'node-1',
	webhookId: 'b7c9f1d2',
	name: 'Venue Platform Trigger',
	type: 'n8n-nodes-venue-platform.venuePlatformTrigger',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('what a delivery has to present', () => {
	it('is the Webhook API Key of the credential if it has one', () => {
		expect(
			deliveryAuthFor(node, 'apiKey', { webhookApiKey: ' my key ', clientSecret: 's' }),
		).toEqual({
			kind: 'apiKey',
			apiKey: 'my key',
		});
	});

	it('may be numbers that an expression gives', () => {
		const numbers = { webhookApiKey: 42, webhookUsername: 7, webhookPassword: 8 };
		expect(deliveryAuthFor(node, 'apiKey', numbers)).toMatchObject({ apiKey: '42' });
		const pair = { kind: 'basicAuth', username: '7', password: '8' };
		expect(deliveryAuthFor(node, 'basicAuth', numbers)).toEqual(pair);
	});

	it('is otherwise a key derived for this trigger and this Client Secret alone [security: each trigger has a key of its own]', () => {
		const keyOf = (webhookId: string, clientSecret: string) =>
			(deliveryAuthFor({ ...node, webhookId }, 'apiKey', { clientSecret }) as { apiKey: string })
				.apiKey;
		expect(keyOf('one', 'secret')).toBe(keyOf('one', 'secret\n'));
		expect(
			new Set([keyOf('one', 'secret'), keyOf('two', 'secret'), keyOf('one', 'other')]),
		).toHaveProperty('size', 3);
		expect(keyOf('one', 'secret')).toMatch(/^vpk_[\w-]{43}$/);
	});

	it('stays the same when the node is renamed', () => {
		const credential = { clientSecret: 'secret' };
		expect(deliveryAuthFor({ ...node, name: 'Bookings' }, 'apiKey', credential)).toEqual(
			deliveryAuthFor(node, 'apiKey', credential),
		);
	});

	it('is undefined if the credential lacks a value for it', () => {
		expect(deliveryAuthFor(node, 'apiKey', { clientSecret: '  ' })).toBeUndefined();
		expect(deliveryAuthFor(node, 'basicAuth', { webhookUsername: 'venue' })).toBeUndefined();
		expect(deliveryAuthFor(node, 'basicAuth', { webhookPassword: 'secret' })).toBeUndefined();
	});
});

describe('a delivery', () => {
	const key: DeliveryAuth = { kind: 'apiKey', apiKey: 'the-key-of-the-venue' };
	const pair: DeliveryAuth = { kind: 'basicAuth', username: 'venue', password: 'päss:word' };

	it('is rejected if there is nothing to compare its key with', () => {
		expect(shows({ 'x-api-key': '' }, undefined)).toBe(false);
		expect(shows({}, undefined)).toBe(false);
		expect(shows({ 'x-api-key': '' }, { kind: 'apiKey', apiKey: '' })).toBe(false);
	});

	it('is accepted with the whole key and with nothing else [api 5.9]', () => {
		expect(shows({ 'x-api-key': 'the-key-of-the-venue' }, key)).toBe(true);
		const { apiKey } = key;
		const wrong = fc.oneof(
			fc.string(),
			fc.nat({ max: apiKey.length - 1 }).map((length) => apiKey.slice(0, length)),
			fc.string({ minLength: 1 }).map((more) => apiKey + more),
			fc.constantFrom(`${apiKey}, ${apiKey}`, apiKey.toUpperCase(), 'x'.repeat(1_000_000)),
		);
		fc.assert(
			fc.property(wrong, (sent) => {
				expect(shows({ 'x-api-key': sent }, key)).toBe(sent === apiKey);
			}),
		);
	});

	it.each(['x-api-key', 'X-Api-Key', 'x-apikey', 'x-venue-apikey', 'x-venue-platform-api-key'])(
		'is accepted with the key in %s, beside other keys and in no other header',
		(name) => {
			const others = { 'x-other-api-key': 'another key', 'x-a-apikey': '', 'x-z-apikey': 'z' };
			expect(shows({ ...others, [name]: 'the-key-of-the-venue' }, key)).toBe(true);
			expect(shows({ ...others, [name]: 'the-key-of-the-venue.' }, key)).toBe(false);
			for (const other of [
				`${name}s`,
				name.slice(2),
				`a${name}`,
				'api-key',
				'x-key',
				'x-apikeyed',
			]) {
				expect(shows({ ...others, [other]: 'the-key-of-the-venue' }, key)).toBe(false);
			}
			expect(shows({ [name]: 'päss:word' }, pair)).toBe(false);
		},
	);

	it.each([
		['schlüssel-der-halle', 'latin1'],
		['schlüssel-der-halle', 'utf8'],
		['schlüssel-der-halle-€', 'utf8'],
	] as const)(
		'is accepted with the key %s in %s, which Node.js reads as Latin-1',
		(apiKey, encoding) => {
			const auth: DeliveryAuth = { kind: 'apiKey', apiKey };
			const sent = Buffer.from(apiKey, encoding).toString('latin1');
			expect(shows({ 'x-api-key': sent }, auth)).toBe(true);
			expect(shows({ 'x-api-key': sent.replace('halle', 'hallo') }, auth)).toBe(false);
		},
	);

	it('is not accepted with a key that is the same only in Latin-1', () => {
		const sent = Buffer.from('key-€-of-the-venue', 'latin1').toString('latin1');
		expect(shows({ 'x-api-key': sent }, { kind: 'apiKey', apiKey: 'key-€-of-the-venue' })).toBe(
			false,
		);
	});

	it('is compared in constant time, and by a digest of constant length [security: constant time]', () => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');
		for (const sent of ['', 'x', key.apiKey, 'x'.repeat(10_000)]) {
			shows({ 'x-api-key': sent }, key);
		}
		const lengths = compare.mock.calls.map((pair) => pair.map(({ byteLength }) => byteLength));
		expect(lengths).toEqual(Array(4).fill([32, 32]));
		compare.mockRestore();
	});

	it('is rejected with the other kind of authentication', () => {
		expect(shows({ authorization: 'the-key-of-the-venue' }, key)).toBe(false);
		expect(shows({ 'x-api-key': 'venue:päss:word' }, pair)).toBe(false);
	});

	it.each([
		basic('venue:päss:word'),
		basic('venue:päss:word').replace('Basic', 'bAsIc'),
		`Basic ${Buffer.from('venue:päss:word', 'latin1').toString('base64')}`,
	])('is accepted with %s', (authorization) => {
		expect(shows({ authorization }, pair)).toBe(true);
	});

	it.each([
		undefined,
		'',
		'Basic',
		'Basic ',
		'Basic !!!',
		'Basic ====',
		basic('venue'),
		basic('venue:'),
		basic(':päss:word'),
		basic('venue:päss'),
		basic('venue:päss:word '),
		basic('Venue:päss:word'),
		`${basic('venue:päss:word')} ${basic('venue:päss:word')}`,
		`${basic('venue:päss:word')}, ${basic('venue:päss:word')}`,
		basic('venue:päss:word').replace('Basic', 'Bearer'),
		basic('venue:päss:word').replace('Basic ', ''),
		basic('venue:päss:word').replace(' ', ''),
		basic('venue:päss:word').slice(0, -1),
		`${basic('venue:päss:word')}=`,
		`${basic('venue:päss:word')}${basic('venue:päss:word')}`,
		'Basic venue:päss:word',
		basic('venue:päss:word\0'),
		`Basic ${'A'.repeat(100_000)}`,
	])('is rejected with %.60s', (authorization) => {
		expect(shows({ authorization }, pair)).toBe(false);
	});

	it('is rejected with any other user name and password', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (username, password) => {
				fc.pre(`${username}:${password}` !== 'venue:päss:word');
				expect(shows({ authorization: basic(`${username}:${password}`) }, pair)).toBe(false);
			}),
		);
	});
});
