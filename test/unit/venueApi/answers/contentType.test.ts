import { fileNameOf, mimeTypeOf } from '../../../../nodes/venueApi/answers/contentType';

/** As Node.js reads a header that was written in UTF-8. */
const inBytes = (header: string) => Buffer.from(header).toString('latin1');

describe('the name of a file', () => {
	it.each([
		['attachment; filename="sales June.xlsx"', '/data/x', 'sales June.xlsx'],
		['attachment; filename=sales.xlsx; size=5', '/data/x', 'sales.xlsx'],
		['attachment; filename=sales June.xlsx; size=5', '/data/x', 'sales June.xlsx'],
		[`attachment; filename="a.csv"; filename*=UTF-8''Zo%C3%AB.csv`, '/data/x', 'Zoë.csv'],
		[inBytes('attachment; filename="Straße 🎂.pdf"'), '/data/x', 'Straße 🎂.pdf'],
		['attachment; filename="Müller.pdf"', '/data/x', 'Müller.pdf'],
		['attachment; filename="../../etc/passwd"', '/data/x', 'passwd'],
		['attachment; filename="C:\\\\x\\\\sales.csv"', '/data/x', 'sales.csv'],
		['attachment; filename="..\r\n"', '/data/x', 'x'],
		['attachment; filename="=?utf-8?B?Wm/DqyBKdW5lLmNzdg==?="', '/data/x', 'Zoë June.csv'],
		[`attachment; filename*=UTF-8''%zz`, '/data/x', '%zz'],
		[`attachment; filename="a.csv"; filename*=UTF-8'nl'Zo%C3%AB.csv`, '/data/x', 'Zoë.csv'],
		[undefined, '/reporting/sales%20June.xlsx/', 'sales June.xlsx'],
		['inline', '/', 'file'],
	])('in %j of %s is %s', (disposition, path, name) => {
		expect(fileNameOf(disposition, path)).toBe(name);
	});

	it('has at most 200 characters', () => {
		const name = fileNameOf(`attachment; filename="${'x'.repeat(1_000)}.csv"`, '/');
		expect(name).toHaveLength(200);
		expect(name.endsWith('.csv')).toBe(true);
		const hidden = `a.${'x'.repeat(195)}.csv`;
		expect(fileNameOf(`attachment; filename="${hidden}"`, '/')).toBe(hidden.slice(2));
		const end = `${'x'.repeat(195)}.csv`;
		expect(fileNameOf(inBytes(`attachment; filename="🎂${end}"`), '/')).toBe(end);
	});
});

it.each([
	['Text/CSV; charset=utf-8', 'text/csv'],
	['text/csv', 'text/csv'],
	['', undefined],
	['csv', undefined],
	[undefined, undefined],
])('the type in %j is %s', (contentType, type) => {
	expect(mimeTypeOf(contentType)).toBe(type);
});
