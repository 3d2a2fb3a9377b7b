import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { EVENT_NAMES } from '../../../../nodes/venueApi/resources/events';
import {
	BOOKING_DETAILS,
	mergeDeep,
	withChanges,
} from '../../../../nodes/venueApi/resources/webhookConfiguration';

const json = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<IDataObject>;

const found: IDataObject = {
	url: 'https://receiver.example',
	enabled: true,
	authentication: { apiKey: 'key', includeSignature: true },
	retention: { days: 30 },
	webhooks: {
		booking: {
			events: ['Created'],
			filter: { salesChannels: [1, 2] },
			include: { tickets: true, costs: true },
		},
		ticket: { events: ['Created', 'Updated'] },
		voucher: { events: ['Redeemed'] },
	},
};

describe('the changes that a user wants to a webhook', () => {
	it('are none if no field is set', () => {
		fc.assert(
			fc.property(json, (configuration) =>
				expect(withChanges(configuration, {})).toEqual(configuration),
			),
		);
	});

	it('replace the events of the known topics, but keep their filters and the unknown topics', () => {
		const events = ['Booking.Created', 'Booking.Cancelled', 'SignedWaiver.Created'];
		expect(withChanges(found, { events })).toEqual({
			...found,
			webhooks: {
				booking: {
					events: ['Created', 'Cancelled'],
					filter: { salesChannels: [1, 2] },
					include: { tickets: true, costs: true },
				},
				signedWaiver: { events: ['Created'] },
				voucher: { events: ['Redeemed'] },
			},
		});
	});

	it('replace the known details of a booking, but keep the others', () => {
		const { webhooks } = withChanges(found, { bookingInclude: ['payments'] }) as {
			webhooks: { booking: IDataObject };
		};
		expect(webhooks.booking.include).toEqual({
			costs: true,
			externalId: false,
			payments: true,
			tickets: false,
		});
	});

	it('keep the rest of the authentication if the key changes', () => {
		expect(withChanges(found, { apiKey: 'next' }).authentication).toEqual({
			apiKey: 'next',
			includeSignature: true,
		});
	});

	it('find a topic that the venue spells in another way', () => {
		const spelled = { webhooks: { SignedWaiver: { events: [], filter: 1 } } };
		expect(withChanges(spelled, { events: ['SignedWaiver.Created'] })).toEqual({
			webhooks: { SignedWaiver: { events: ['Created'], filter: 1 } },
		});
	});

	it('give precedence to the additional configuration', () => {
		const additional = { enabled: false, webhooks: { booking: { include: { tickets: false } } } };
		expect(
			withChanges(found, { enabled: true, bookingInclude: ['tickets'], additional }),
		).toMatchObject(additional);
	});

	it('never touch an unknown field', () => {
		const changes = fc.record(
			{
				url: fc.webUrl(),
				enabled: fc.boolean(),
				events: fc.subarray([...EVENT_NAMES] as string[]),
				bookingInclude: fc.subarray([...Object.keys(BOOKING_DETAILS)] as string[]),
				apiKey: fc.string(),
			},
			{ requiredKeys: [] },
		);
		const known = ['url', 'enabled', 'authentication', 'webhooks'];
		fc.assert(
			fc.property(json, json, changes, (fields, topics, wanted) => {
				const unknown = Object.fromEntries(
					Object.entries(fields).filter(([name]) => !known.includes(name)),
				);
				const others = Object.fromEntries(
					Object.entries(topics).map(([name, value]) => [`x${name}`, value]),
				);
				const result = withChanges({ ...unknown, webhooks: others }, wanted);
				for (const [name, value] of Object.entries(unknown)) expect(result[name]).toEqual(value);
				expect(result.webhooks).toMatchObject(others);
			}),
		);
	});
});

describe('a merge of two objects', () => {
	it('returns the first object if the second is empty, and vice versa', () => {
		fc.assert(
			fc.property(json, (object) => {
				expect(mergeDeep(object, {})).toEqual(object);
				expect(mergeDeep({}, object)).toEqual(object);
				expect(mergeDeep(object, object)).toEqual(object);
			}),
		);
	});

	it('changes neither of them, nor the prototype of all objects', () => {
		const first = { a: { b: 1 } };
		const second = JSON.parse('{"a": {"c": 2}, "__proto__": {"polluted": true}}') as IDataObject;
		expect(mergeDeep(first, second)).toMatchObject({ a: { b: 1, c: 2 } });
		expect(first).toEqual({ a: { b: 1 } });
		expect(({} as IDataObject).polluted).toBeUndefined();
	});

	it('takes a list from the second object only', () => {
		expect(mergeDeep({ list: [1, 2, 3] }, { list: [4] })).toEqual({ list: [4] });
	});
});
