import * as fc from 'fast-check';

import { readBaseUrl, segment } from '../../../nodes/venueApi/address';

describe('the base URL', () => {
	it.each([
		['https://api.venue.example', 'https://api.venue.example'],
		['https://api.venue.example/', 'https://api.venue.example'],
		[' https://api.venue.example/v1// ', 'https://api.venue.example/v1'],
		['https://API.venue.example:443/v1', 'https://api.venue.example/v1'],
		['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
		['http://localhost:8080/', 'http://localhost:8080'],
	])('%p is read as %p', (typed, baseUrl) => {
		expect(readBaseUrl(typed)).toEqual({ baseUrl });
	});

	it.each([
		['', /empty/],
		[undefined, /empty/],
		['api.venue.example', /complete web address/],
		['https:/api.venue.example', /complete web address/],
		['https:\\\\api.venue.example', /complete web address/],
		['http://api.venue.example', /https/],
		['http://127.0.0.1.evil.example', /https/],
		['ftp://api.venue.example', /https/],
		['javascript:alert(1)', /https/],
		['https://user:secret@api.venue.example', /user name or password/],
		['https://api.venue.example/?a=1', /“\?”/],
	])('%p is rejected with a reason', (typed, reason) => {
		expect(readBaseUrl(typed)).toEqual({ reason: expect.stringMatching(reason) });
	});
});

describe('a path segment that a user enters', () => {
	it('stays one segment below its endpoint, for any text', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string({ unit: 'binary', minLength: 1 }),
					fc.constantFrom(
						'..',
						'.',
						'../token',
						'%2e%2e',
						'a/../../b',
						'x?y#z',
						'\\..\\',
						'\ud800',
					),
				),
				(typed) => {
					const url = new URL(`https://venue.example/v1/bookings/${segment(typed)}`);
					expect(url.pathname.startsWith('/v1/bookings/')).toBe(true);
					expect(url.pathname.split('/')).toHaveLength(4);
					expect([url.search, url.hash]).toEqual(['', '']);
				},
			),
		);
	});
});
