import {
	isPage,
	onlySaysThatItFailed,
	saysThatItFailed,
} from '../../../../nodes/venueApi/answers/answer';

const PAGE = '<html><head><title>Maintenance</title></head><body>Back soon</body></html>';

describe('a web page', () => {
	it.each([
		PAGE,
		`<!DOCTYPE html>\n${PAGE}`,
		`\uFEFF${PAGE}`,
		`\r\n\t ${PAGE}`,
		`<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>${PAGE}`,
		`<!-- template: maintenance -->\n${PAGE}`,
		`\uFEFF\n<!-- one --><!-- two --><!doctype html>${PAGE}`,
		'<HTML lang="en">',
		'<body>Down',
	])('is recognized by its beginning: %j', (body) => {
		expect(isPage(body)).toBe(true);
	});

	it.each(['', 'text', '<3', '<booking> is unknown', `See ${PAGE}`, { html: PAGE }, undefined])(
		'is nothing else: %j',
		(body) => {
			expect(isPage(body)).toBe(false);
		},
	);
});

describe('an object that says that it did not work', () => {
	it.each([
		{ success: false },
		{ Success: 'false' },
		{ isSuccess: 0 },
		{ ok: false },
		{ errors: [{ message: 'The database is away' }], bookings: [] },
		{ Errors: { bookings: ['The database is away'] } },
		{ error: 'The database is away' },
		{ status: 'error', message: 'The database is away', data: [] },
		{ Status: 'Failed', bookings: [] },
		{ statusCode: 404, message: 'Nothing is there' },
		{ HttpStatus: '503', bookings: [] },
	])('is known by %j', (body) => {
		expect(saysThatItFailed(body)).toBe(true);
	});

	it.each([
		[],
		[{ error: 'of a record' }],
		{ bookings: [] },
		{ status: 'success', data: [] },
		{ status: 200, bookings: [] },
		{ success: true, errors: [], error: null, bookings: [] },
		{ success: null, errors: {}, error: '', errorCount: 3, bookings: [] },
		{ error: false, errors: 0, warnings: ['The list is short'] },
	])('is not %j', (body) => {
		expect(saysThatItFailed(body)).toBe(false);
	});
});

describe('an object that only says that it did not work', () => {
	it.each([
		{ error: 'The database is away' },
		{ errors: { date: ['is in the past'] }, data: null, items: [] },
		{ success: false, message: 'The session is full', code: 17 },
		{ status: 'error', message: 'The session is full', traceId: '00-a1', requestID: 7 },
		{ code: 404 },
		{ Code: '403', Message: 'Invalid scope', data: null, requestId: 'r-1' },
	])('is known by %j', (body) => {
		expect(onlySaysThatItFailed(body)).toBe(true);
	});

	it.each([
		{ message: 'The webhook was made' },
		{ id: 7, status: 404, name: 'A room' },
		{ status: 201, message: 'The webhook was made' },
		{ code: 201, message: 'The webhook was made' },
		{ code: 4, detail: 'Closed' },
		{ code: 404, name: 'A room' },
		{ code: '450', message: 'Happy birthday', balance: 25 },
		{ uniqueId: 'B-1', status: 'Failed', total: 12 },
		{ id: 7, error: 'The payment was declined' },
		{ booking_id: 'B-1', success: false },
		{ success: false, bookings: [{ uniqueId: 'B-1' }] },
		{ errors: ['One is away'], data: { uniqueId: 'B-1' } },
	])('is not %j', (body) => {
		expect(onlySaysThatItFailed(body)).toBe(false);
	});
});
