import * as fc from 'fast-check';

import { nextPath } from '../../../nodes/venueApi/address';

const at = (next: string | undefined) => nextPath(next, '/bookings');

describe('the next page of a list', () => {
	it.each([
		'https://venue.example/api/v1/bookings?page=2&from=a%20b',
		'/api/v1/bookings?page=2&from=a%20b',
		'/bookings?page=2&from=a%20b',
		'bookings?page=2&from=a%20b',
		'?page=2&from=a%20b',
		'/api/v1/bookings/?page=2&from=a%20b',
		'http://venue.example/api/v1/bookings?page=2&from=a%20b',
		'https://inner.example.com/bookings?page=2&from=a%20b',
	])('is found below the base URL, as %s', (next) => {
		expect(at(next)).toBe('/bookings?page=2&from=a%20b');
	});

	it.each([
		['/data/rows/', '/data/rows/?page=2'],
		['/data/rows/', '/v1/data/rows?page=2'],
		['/guests/a%40b.example/notes', '/guests/a@b.example/notes?page=2'],
		['/guests/J%C3%B6rg', '/guests/jörg?page=2'],
		['/Data/BookingItems', '/data/bookingitems?page=2'],
		['/data/100%', '/data/100%?page=2'],
	])('of %s is found in another spelling: %s', (path, next) => {
		expect(nextPath(next, path)).toBe(`${path}?page=2`);
	});

	it.each([
		undefined,
		'',
		'2',
		'eyJwYWdlIjoyfQ==',
		'/api/v1/bookings',
		'/api/v1/webhooks?page=2',
		'/api/v1/other-bookings?page=2',
		'/api/v1/bookings/next?page=2',
		'/api/v1/bookings/../token?page=2',
		'javascript:alert(1)?page=2',
	])('is not %s', (next) => {
		expect(at(next)).toBeUndefined();
	});

	it('is not looked for in a text that is longer than any address', () => {
		expect(at(`?page=${'2'.repeat(1_000)}`)).toBeDefined();
		expect(at(`?page=${'2'.repeat(8_000)}`)).toBeUndefined();
		expect(at(`${'/'.repeat(2 ** 20)}bookings?page=2`)).toBeUndefined();
	});

	it('is never at another address or endpoint, for any text of the venue', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (next) => {
				const path = at(next);
				if (path !== undefined) expect(path).toMatch(/^\/bookings\?/);
			}),
		);
	});
});
