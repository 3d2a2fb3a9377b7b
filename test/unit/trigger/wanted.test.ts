import * as fc from 'fast-check';

import { isAsWanted } from '../../../nodes/VenuePlatformTrigger/registration/onRecord';
import { wantedConfiguration } from '../../../nodes/VenuePlatformTrigger/registration/wanted';
import { readWebhookUrl } from '../../../nodes/VenuePlatformTrigger/registration/address';
import type { TriggerSettings } from '../../../nodes/VenuePlatformTrigger/settings';
import { ANY_EVENT, EVENT_NAMES } from '../../../nodes/venueApi/resources/events';
import { fieldErrorsIn } from '../../venue/account/webhookRules';
import type { Json } from '../../venue/json';

const url = 'https://n8n.example.com/webhook/b7c9f1d2/venue-platform';
const key = { kind: 'apiKey', apiKey: 'key' } as const;
const basic = { kind: 'basicAuth', username: 'venue', password: 'secret' } as const;

const settings: TriggerSettings = {
	events: ['Booking.Created', 'Booking.Updated', 'SignedWaiver.Created'],
	authentication: 'apiKey',
	bookingInclude: ['tickets'],
	additionalConfiguration: undefined,
	skipOutdated: false,
	entityIdPath: '',
	includeVenue: false,
	includeRequest: false,
	unclear: [],
};

const wantedWith = (changes: Partial<TriggerSettings>, auth: typeof key | typeof basic = key) => {
	const reading = wantedConfiguration(url, { ...settings, ...changes }, auth);
	if ('reason' in reading) throw new Error(reading.reason);
	return reading.wanted;
};

const reasonFor = (changes: Partial<TriggerSettings>, auth?: typeof key | typeof basic) => {
	const reading = wantedConfiguration(url, { ...settings, ...changes }, auth);
	return 'reason' in reading ? reading.reason : undefined;
};

describe('the configuration that the venue should have', () => {
	it('has the address, the events, their details and the authentication', () => {
		expect(wantedWith({})).toEqual({
			url,
			enabled: true,
			authentication: { apiKey: 'key' },
			webhooks: {
				booking: { events: ['Created', 'Updated'], include: { tickets: true } },
				signedWaiver: { events: ['Created'] },
			},
		});
	});

	it('is one that the venue accepts, whichever events and details are chosen', () => {
		const chosen = fc.subarray([ANY_EVENT, ...EVENT_NAMES], { minLength: 1 });
		const include = fc.subarray(['tickets', 'payments', 'externalId']);
		fc.assert(
			fc.property(chosen, include, (events, bookingInclude) => {
				expect(fieldErrorsIn(wantedWith({ events, bookingInclude }) as Json)).toEqual([]);
			}),
		);
	});

	it('includes Additional Configuration, which can neither redirect it nor switch it off', () => {
		const additionalConfiguration = JSON.stringify({
			url: 'https://elsewhere.example.com',
			enabled: false,
			authentication: { apiKey: 'another', includeSignature: true },
			webhooks: {
				booking: { events: ['Deleted'], include: { costs: true }, filters: { channels: ['web'] } },
			},
		});
		expect(wantedWith({ additionalConfiguration })).toEqual({
			url,
			enabled: true,
			authentication: { apiKey: 'key', includeSignature: true },
			webhooks: {
				booking: {
					events: ['Created', 'Updated'],
					include: { tickets: true, costs: true },
					filters: { channels: ['web'] },
				},
				signedWaiver: { events: ['Created'] },
			},
		});
	});

	it('has user name and password in the fields that the user names', () => {
		const additionalConfiguration = {
			authentication: { basic: { user: '<webhookUsername>', pass: '<webhookPassword>' } },
		};
		expect(
			wantedWith({ authentication: 'basicAuth', additionalConfiguration }, basic),
		).toMatchObject({ authentication: { basic: { user: 'venue', pass: 'secret' } } });
	});

	it.each([
		{ name: '<webhookPassword>' },
		{ webhooks: { booking: { note: '<webhookPassword>' } } },
		{ Authentication: { value: '<webhookPassword>' } },
	])(
		'puts no secret of the credential anywhere else: %j [security: inside authentication]',
		(elsewhere) => {
			const names = { user: '<webhookUsername>', pass: '<webhookPassword>' };
			const additionalConfiguration = { ...elsewhere, authentication: names };
			const wanted = wantedWith({ authentication: 'basicAuth', additionalConfiguration }, basic);
			expect(wanted).toMatchObject({ authentication: { user: 'venue', pass: 'secret' } });
			expect(JSON.stringify({ ...wanted, authentication: {} })).not.toContain('secret');
		},
	);

	it('ignores field names outside of “authentication”', () => {
		const additionalConfiguration = { user: '<webhookUsername>', pass: '<webhookPassword>' };
		expect(reasonFor({ authentication: 'basicAuth', additionalConfiguration }, basic)).toContain(
			'inside “authentication”',
		);
	});

	it.each(['URL', 'Url', 'uRL'])('cannot be redirected by %s either', (name) => {
		const additionalConfiguration = { [name]: 'https://elsewhere.example.com', ENABLED: false };
		expect(JSON.stringify(wantedWith({ additionalConfiguration }))).not.toMatch(
			/elsewhere|ENABLED/,
		);
	});

	it.each<[string, Partial<TriggerSettings>, typeof key | typeof basic | undefined, string]>([
		['no event', { events: [] }, key, 'Trigger On'],
		['an unknown event', { events: ['Booking.Lost'] }, key, 'Booking.Lost'],
		[
			'settings for a topic without events',
			{ additionalConfiguration: { webhooks: { redemption: {} } } },
			key,
			'“redemption”, but Trigger On has no event of it',
		],
		[
			'a topic in another spelling',
			{ additionalConfiguration: { webhooks: { Booking: {} } } },
			key,
			'as “booking”',
		],
		['no key', {}, undefined, 'Client Secret'],
		['no password', { authentication: 'basicAuth' }, undefined, 'Webhook Password'],
		['no field names', { authentication: 'basicAuth' }, basic, '<webhookUsername>'],
	])('cannot be made with %s, and the reason names it', (_, changes, auth, named) => {
		expect(reasonFor(changes, auth)).toContain(named);
	});
});

describe('the comparison with what the venue has', () => {
	const wanted = wantedWith({});

	it.each<[string, object]>([
		['the same configuration', {}],
		[
			'an ID, dates and a name',
			{ webhookId: 7, venue_id: 'v', createdDate: '2026-01-01', lastStatus: 200, name: 'n8n' },
		],
		[
			'another order, and fields that are off or empty',
			{
				webhooks: {
					signedWaiver: { events: ['Created'], filters: [] },
					booking: {
						include: { payments: false, tickets: true, externalId: null },
						events: ['Updated', 'Created'],
					},
					ticket: null,
				},
				authentication: { apiKey: 'key', includeSignature: false, username: null },
			},
		],
	])('finds no difference in %s', (_, found) => {
		expect(isAsWanted(wanted, { ...wanted, ...found })).toBe(true);
	});

	it('finds a mark that was left in the address, but none in the address of a machine', () => {
		const wantedAt = (url: string) => ({ ...wanted, url });
		const [named, numbered] = ['https://n8n.example/webhook/a', 'https://203.0.113.5/webhook/a'];
		const marked = { ...wanted, url: 'https://N8N.EXAMPLE/webhook/a' };
		expect(isAsWanted(wantedAt(named), marked)).toBe(false);
		expect(isAsWanted(wantedAt(numbered), wantedAt(numbered))).toBe(true);
	});

	it.each<[string, object]>([
		['another key', { authentication: { apiKey: 'another' } }],
		['a key that is not shown', { authentication: undefined }],
		['a masked key', { authentication: { apiKey: '****' } }],
		['a webhook that is switched off', { enabled: false }],
		['a webhook that does not show whether it is on', { enabled: undefined }],
		['a missing topic', { webhooks: { booking: { events: ['Created', 'Updated'] } } }],
		[
			'an extra topic',
			{ webhooks: { ...(wanted.webhooks as object), ticket: { events: ['Created'] } } },
		],
		[
			'an extra detail',
			{
				webhooks: {
					booking: { events: ['Created', 'Updated'], include: { tickets: true, payments: true } },
					signedWaiver: { events: ['Created'] },
				},
			},
		],
		[
			'a filter that is no longer wanted',
			{
				webhooks: {
					booking: { ...(wanted.webhooks as { booking: object }).booking, filters: ['web'] },
					signedWaiver: { events: ['Created'] },
				},
			},
		],
		['the address', { url: `${url}?x=1` }],
		['further settings that are no longer wanted', { signature: { enabled: true } }],
		['a text that is no longer wanted', { signature: 'HMACSHA256' }],
		['a number that is no longer wanted', { timeout: 3 }],
		[
			'a setting of the authentication that is no longer wanted',
			{ authentication: { apiKey: 'key', includeSignature: true } },
		],
	])('finds a difference in %s', (_, found) => {
		expect(isAsWanted(wanted, { ...wanted, ...found } as never)).toBe(false);
	});
});

describe('the address for the venue', () => {
	it('is n8n’s own address if that is https', () => {
		expect(readWebhookUrl(url)).toEqual({ url });
	});

	it.each([
		['http://n8n.example.com/webhook/1', 'https'],
		['http://localhost:5678/webhook/1', 'WEBHOOK_URL'],
		['https://localhost/webhook/1', 'WEBHOOK_URL'],
		['https://127.0.0.1:5678/webhook/1', 'WEBHOOK_URL'],
		['', 'WEBHOOK_URL'],
		[undefined, 'WEBHOOK_URL'],
	])('cannot be %s', (address, named) => {
		expect(readWebhookUrl(address)).toEqual({ reason: expect.stringContaining(named) });
	});
});
