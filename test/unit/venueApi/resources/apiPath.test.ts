import { posix } from 'node:path';
import * as fc from 'fast-check';

import { isAbout, readApiPath, readReportPath } from '../../../../nodes/venueApi/resources/apiPath';

const FREE = /^\/(data|reporting)\/./;

/** Every way in which a lenient server or proxy may read a path, decoding it repeatedly. */
function everyReading(path: string): string[] {
	const readings = [new URL(`https://venue.example${path}`).pathname];
	for (let decoding = 0; decoding < 5; decoding++) {
		const last = readings[readings.length - 1];
		try {
			readings.push(
				posix.normalize(decodeURIComponent(last).replace(/\\/g, '/').normalize('NFKC')),
			);
		} catch {
			return readings;
		}
	}
	return readings;
}

const pieces = fc.oneof(
	fc.constantFrom('data', 'reporting', 'token', 'visits', '..', '.', '/', '\\', '%', ';', ' '),
	fc.constantFrom('%2e', '%2E', '%2f', '%5C', '%25', '%252e', '%252f', '%00', '?', '#', '@'),
	fc.constantFrom('\u2025', '\uff0e', '\uff0f', '\u2024', '\u202e', '\ud800', '\u0000', 'ü'),
	fc.string({ unit: 'binary', maxLength: 4 }),
);

describe('the path of a call', () => {
	it.each([
		['/bookings', '/bookings'],
		['bookings/BKG-1 ', '/bookings/BKG-1'],
		['/customers/ü@b.example/', '/customers/%C3%BC%40b.example/'],
		['/%62ookings', '/bookings'],
		['/tokens/token-types', '/tokens/token-types'],
		['/payments;v=1/x:y', '/payments%3Bv%3D1/x%3Ay'],
	])('%j is sent as %j', (typed, path) => {
		expect(readApiPath(typed)).toEqual({ path });
	});

	it.each([
		'',
		' / ',
		undefined,
		null,
		7,
		['/bookings'],
		{ path: '/bookings' },
		'//evil.test/x',
		'///evil.test/x',
		'\\\\evil.test/x',
		'/\\evil.test/x',
		'https://evil.test/x',
		'https:evil.test/x',
		'HTTPS:/evil.test/x',
		'javascript:x',
		'..',
		'../x',
		'/bookings/../../x',
		'/bookings/%2e%2e/x',
		'/bookings/%252e%252e/x',
		'/bookings/x%2Fy',
		'/bookings//x',
		'/bookings/ /x',
		'/bookings/x\r\nHost: evil.test',
		'/bookings/%0d%0aHost:%20evil.test',
		'/bookings\u0000',
		'/bookings?x=1',
		'/token',
		'token',
		'/token/',
		'/TOKEN',
		'/%74oken',
		'/%54OKEN',
		'/\uff54\uff4f\uff4b\uff45\uff4e',
		'/to\u212aen',
		'/token;x=1',
		'/token%3Bx',
		'/token%20',
		'/ token',
		'/token.',
		'/token.json',
		'/token:443',
		'/v1/token',
		'/(S(x))/token',
		'/token/revoke',
	])('%j is rejected with a reason', (typed) => {
		expect(readApiPath(typed)).toEqual({ reason: expect.stringMatching(/\w/) });
	});

	it('stays below the Base URL and away from /token in every reading of any text', () => {
		const typed = fc
			.tuple(fc.constantFrom('/', '/bookings/', '/token', '//', ''), fc.array(pieces))
			.map(([start, rest]) => start + rest.join(''));
		let accepted = 0;
		fc.assert(
			fc.property(typed, (text) => {
				const result = readApiPath(text);
				if ('reason' in result) return;
				accepted++;
				expect(result.path).toMatch(/^\/[\x21-\x7e]+$/);
				expect(new URL(`https://venue.example/api${result.path}`).host).toBe('venue.example');
				for (const reading of everyReading(`/api${result.path}`)) {
					expect(reading).toMatch(/^\/api\/./);
					expect(reading).not.toMatch(/^\/api\/token([/.;:\s]|$)/i);
				}
			}),
			{ numRuns: 5_000 },
		);
		expect(accepted).toBeGreaterThan(100);
	});

	it.each([
		['/webhooks', true],
		['/Webhooks/7', true],
		['/%77ebhooks', true],
		['/webhooks%3Bx/7', true],
		['/bookings/webhooks-and-more', false],
		['/bookings', false],
	])('%s is about webhooks: %s', (path, expected) => {
		expect(isAbout(path, 'webhooks')).toBe(expected);
	});
});

describe('the path of a query', () => {
	it.each([
		['/data/visits', '/data/visits'],
		['/reporting/sales/2026-11', '/reporting/sales/2026-11'],
		['  data/visits ', '/data/visits'],
		['/data/visits/', '/data/visits/'],
		['/data/café & bar', '/data/caf%C3%A9%20%26%20bar'],
		['/data/caf%C3%A9', '/data/caf%C3%A9'],
		['/data/v1.2/file.csv', '/data/v1.2/file.csv'],
	])('%j is sent as %j', (typed, path) => {
		expect(readReportPath(typed)).toEqual({ path });
	});

	it.each([
		'',
		'/',
		'/data',
		'/data/',
		'/data//',
		'/bookings',
		'/token',
		'/DATA/visits',
		'/database/x',
		'//data/x',
		'https://evil.example/data/x',
		'//evil.example/data/x',
		'/data/../token',
		'/data/./x',
		'/data/..',
		'/data/%2e%2e/token',
		'/data/%2E%2E/token',
		'/data/.%2e/token',
		'/data/%252e%252e/token',
		'/data/%25252e%25252e/token',
		'/data/..%2ftoken',
		'/data/x%2F..%2F..%2Ftoken',
		'/data/x%5c..%5ctoken',
		'/data/%255c..%255ctoken',
		'/data/..\\token',
		'/data\\..\\token',
		'/data/..;/token',
		'/data/\u2025/token',
		'/data/\uff0e\uff0e/token',
		'/data/\uff0f..\uff0ftoken',
		'/data/x\u0000',
		'/data/x%00',
		'/data/x%0d%0aHost: evil.example',
		'/data/x\ny',
		'/data/x\u0085',
		'/data/\u202e/x',
		'/data/%c0%ae%c0%ae/token',
		'/data/%',
		'/data/%zz',
		'/data/x//y',
		'/data/x?y=1',
		'/data/x#y',
		'/d%61ta/x',
		'/reporting/ ../x',
	])('%j is rejected with a reason', (typed) => {
		expect(readReportPath(typed)).toEqual({ reason: expect.stringMatching(/\w/) });
	});

	it('never leaves /data/ and /reporting/ in any reading of any text', () => {
		const typed = fc
			.tuple(fc.constantFrom('/data/', '/reporting/', 'data/', ''), fc.array(pieces))
			.map(([start, pieces]) => start + pieces.join(''));
		let accepted = 0;
		fc.assert(
			fc.property(typed, (text) => {
				const result = readReportPath(text);
				if ('reason' in result) return;
				accepted++;
				expect(result.path).toMatch(/^[\x21-\x7e]+$/);
				for (const reading of everyReading(result.path)) expect(reading).toMatch(FREE);
			}),
			{ numRuns: 5_000 },
		);
		expect(accepted).toBeGreaterThan(100);
	});
});
