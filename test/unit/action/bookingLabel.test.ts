import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	bookingLabel,
	changedAt,
	showsChange,
} from '../../../nodes/VenuePlatform/lists/bookingLabel';
import { bookingId } from '../../../nodes/venueApi/resources/bookingForms';

describe('a booking in a list', () => {
	it.each<[string, IDataObject, string]>([
		[
			'its reference, customer and status',
			{ reference: '#42', customer: { name: 'Ada' }, status: 'Confirmed', guests: 8 },
			'#42 · Ada · Confirmed',
		],
		['a first and a last name', { contact: { firstName: 'Ada', lastName: 'L.' } }, 'B-1 · Ada L.'],
		['a name in another field', { customerId: 7, customerName: 'Ada' }, 'B-1 · Ada'],
		[
			'its title, if no field names a guest',
			{ bookingReference: '1000042', name: 'Ada’s birthday', customerId: 7, status: 'PaidFull' },
			'1000042 · Ada’s birthday · PaidFull',
		],
		[
			'the first fields that have something in them',
			{
				code: null,
				reference: '#42',
				customer: null,
				contact: { email: 'a@b.c' },
				guestName: 'Ada',
			},
			'#42 · Ada',
		],
		['its title alone', { name: 'Ada’s birthday' }, 'Ada’s birthday'],
		['its ID if there is nothing else', { total: 12 }, 'B-1'],
		['one line only', { reference: ' a\n b ' }, 'a b'],
	])('is labeled by %s', (_, booking, label) => {
		expect(bookingLabel(booking, 'B-1')).toBe(label);
	});

	it.each([77, 78, 79])('has a label without half of an emoji: behind %d letters', (length) => {
		const label = bookingLabel({ name: `${'x'.repeat(length)}🎂🎈` }, 'B-1');
		expect(label).toMatch(/^x+(🎂)?…$/u);
	});

	it.each<[IDataObject, string | undefined]>([
		[{ uniqueId: 'B-1', id: 7 }, 'B-1'],
		[{ id: 7 }, '7'],
		[{ bookingReference: '21000042' }, '21000042'],
		[{ id: '' }, undefined],
		[{ uniqueId: '', bookingReference: '21000042' }, '21000042'],
		[{ uniqueId: 0, bookingReference: '21000042' }, '21000042'],
		[{ uniqueId: '00000000-0000-0000-0000-000000000000' }, undefined],
		[{}, undefined],
	])('%j has the ID %p', (booking, id) => expect(bookingId(booking)).toBe(id));

	it('shows when it changed if a field has that time', () => {
		const modifiedDate = '2026-11-21T12:00:00Z';
		expect(changedAt({ createdDate: '2027-01-01', modifiedDate })).toBe(Date.parse(modifiedDate));
		expect(changedAt({ lastUpdated: 'soon' })).toBe(0);
		const withSpace = modifiedDate.replace('T', ' ');
		for (const written of [withSpace, withSpace.replace('Z', ' +00:00')]) {
			expect(changedAt({ modifiedDate: written })).toBe(Date.parse(modifiedDate));
		}
		expect(changedAt({ modifiedDate, modifiedBy: '4711', updatedBy: '20451231' })).toBe(
			Date.parse(modifiedDate),
		);
	});

	it.each([1, 1_000])('shows when it changed in a number: in units of %d ms', (unit) => {
		const at = Date.parse('2026-11-21T12:00:00Z');
		const createdAt = (at - 60_000) / unit;
		expect(changedAt({ createdAt, updatedAt: at / unit })).toBe(at);
		expect(changedAt({ createdAt, updatedAt: 0 })).toBe(at - 60_000);
		const people = { modifiedBy: 1_900_000_000, updatedByUserId: 1_900_000_000, changes: 3 };
		expect(changedAt({ createdAt, ...people })).toBe(at - 60_000);
	});

	it('that has not changed yet counts from when it was made', () => {
		const createdDate = '2026-11-21T12:00:00Z';
		for (const never of [{}, { modifiedDate: null }, { modifiedDate: '' }]) {
			expect(changedAt({ createdDate, ...never })).toBe(Date.parse(createdDate));
		}
	});

	it('does not count until when a guest may change it', () => {
		const createdDate = '2026-11-21T12:00:00Z';
		const modifiedDate = '2026-11-22T12:00:00Z';
		const until = { changeableUntil: '2099-11-21T12:00:00Z', modifiableUntil: '2099-11-21' };
		expect(changedAt({ createdDate, modifiedDate, ...until })).toBe(Date.parse(modifiedDate));
		expect(changedAt({ createdDate, ...until })).toBe(Date.parse(createdDate));
		expect(showsChange({ createdDate, ...until })).toBe(false);
	});

	it('has a short label and a time for any record of the venue', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (anything) => {
				const booking = anything as IDataObject;
				expect(bookingLabel(booking, 'B-1').length).toBeLessThanOrEqual(80);
				expect(changedAt(booking)).toBeGreaterThanOrEqual(0);
			}),
		);
	});
});
