import type { IDataObject } from 'n8n-workflow';

import { entityOf } from '../../../nodes/VenuePlatformTrigger/delivery/entity';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 60 * 60_000;

const message = {
	id: '6f9c2f34-5a0e-4a52-9a57-0d9a35d3b8f1',
	sendDate: '2026-03-01T10:00:00Z',
	type: 'Booking',
	eventDate: '2026-03-01T09:00:00.1234567+01:00',
	eventType: 'Updated',
	data: { uniqueId: 'B-1', number: 7, zero: 0, empty: '', list: [{ id: 'first' }], flag: true },
};

const entityAt = (entityIdPath: string) => entityOf(message, { entityIdPath });
const foundIn = (type: unknown, data: unknown) =>
	entityOf({ ...message, type, data } as IDataObject, { entityIdPath: '' });

describe('the entity of an event', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOON }));
	afterEach(() => jest.useRealTimers());

	it.each([
		['data.uniqueId', 'Booking B-1'],
		['data.number', 'Booking 7'],
		['data.list.0.id', 'Booking first'],
		['type', 'Booking Booking'],
	])('is found at %s', (path, name) => {
		const changedAt = Date.parse('2026-03-01T08:00:00.123Z');
		expect(entityAt(path)).toEqual({ name, changedAt, path });
	});

	it.each([
		'data',
		'data.missing',
		'data.empty',
		'data.zero',
		'data.flag',
		'data.uniqueId.length',
		'constructor.name',
		'data.__proto__',
	])('is not found at “%s”', (path) => {
		expect(entityAt(path)).toBeUndefined();
	});

	it.each([
		['Redemption', false],
		['signed waiver', false],
		['BulkExport', false],
		['Ticket', true],
		['Locker', true],
	])('is found in a %s at the path that the user entered: %p', (type, isFound) => {
		const entity = entityOf({ ...message, type }, { entityIdPath: 'data.uniqueId' });
		expect(entity !== undefined).toBe(isFound);
	});

	it.each<[string, unknown, string, string]>([
		['Booking', { uniqueId: 'B-1' }, 'data.uniqueId', 'B-1'],
		['booking', { Booking: { UniqueId: 'B-1' } }, 'data.Booking.UniqueId', 'B-1'],
		[
			'Booking',
			{ id: 9, booking: { uniqueId: 'B-1', customerId: 4 } },
			'data.booking.uniqueId',
			'B-1',
		],
		['Booking', { bookingReference: 4711, customerId: 4 }, 'data.bookingReference', '4711'],
		['Booking', { booking: { items: [] }, id: 7 }, 'data.id', '7'],
		['Ticket', { uniqueId: 'B-1', ticketId: 'B-1-2' }, 'data.ticketId', 'B-1-2'],
		['Ticket', { uniqueId: 'B-1', id: 't2' }, 'data.id', 't2'],
		['Ticket', { uniqueId: 'T-1' }, 'data.uniqueId', 'T-1'],
		['BOOKING', { uniqueId: 'B-1', id: 9 }, 'data.uniqueId', 'B-1'],
		['Booking', { customer_id: 4, unique_id: 'B-1', id: 9 }, 'data.unique_id', 'B-1'],
		[
			'PaymentLink',
			{ payment_link: { 'Payment-Link-Id': 3 } },
			'data.payment_link.Payment-Link-Id',
			'3',
		],
		['Customer', { customerId: 5, firstName: 'Ada' }, 'data.customerId', '5'],
		['Product', { id: 'P', products: [{ id: 'child' }] }, 'data.id', 'P'],
		['PaymentLink', { id: 3, bookingUniqueIdentifier: 'B-1' }, 'data.id', '3'],
	])('is found in a %s by itself: %j', (type, data, path, id) => {
		expect(foundIn(type, data)).toMatchObject({ path, name: `${type} ${id}` });
	});

	it.each<[unknown, unknown]>([
		['Redemption', { id: 1, redemptions: [{ ticketId: 'B-1-2' }] }],
		['BulkExport', { processId: 'of all parts', id: 1 }],
		['SignedWaiver', [{ signedWaiverId: 1 }, { signedWaiverId: 2 }]],
		['Locker', { id: 1 }],
		[2, { id: 1 }],
		[undefined, { id: 1 }],
		['Booking', { name: 'no ID', uniqueId: '', id: null }],
		['Booking', { uniqueId: '00000000-0000-0000-0000-000000000000' }],
		['Booking', { id: 2 ** 53 }],
		['Booking', [{ uniqueId: 'B-1' }]],
		['Booking', 'B-1'],
		['Booking', null],
	])('is not guessed for %j with %j', (type, data) => {
		expect(foundIn(type, data)).toBeUndefined();
	});

	it.each([
		['1969-12-31T00:00:00Z', false],
		[undefined, false],
		[NOON, false],
		['tomorrow', false],
		['3', false],
		[new Date(NOON + 23 * HOUR).toISOString(), true],
		[new Date(NOON + 25 * HOUR).toISOString(), false],
		['2027-03-01T12:00:00Z', false],
	])('with the date %j can be ordered: %p', (eventDate, isOrdered) => {
		const entity = entityOf({ ...message, eventDate }, { entityIdPath: 'data.uniqueId' });
		expect(entity !== undefined).toBe(isOrdered);
	});
});
