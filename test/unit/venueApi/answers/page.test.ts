import { isPage } from '../../../../nodes/venueApi/answers/answer';

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
