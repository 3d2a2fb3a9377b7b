import { itemRedactor, MASK, neverShow, redact } from '../../../../nodes/venueApi/messages/redact';

const SECRET = 'a-secret-0815';

describe('what hides secrets in items', () => {
	const hide = itemRedactor([SECRET]);

	it('keeps all other fields, and their order', () => {
		const json = { a: 1, b: `<${SECRET}>`, c: { d: null }, [`${SECRET} e`]: true, f: [SECRET, 2] };
		expect(JSON.stringify(hide(json))).toBe(
			JSON.stringify({ a: 1, b: `<${MASK}>`, c: { d: null }, [`${MASK} e`]: true, f: [MASK, 2] }),
		);
	});

	it('returns a record without secrets itself', () => {
		const json = { a: 1, list: [{ text: 'words' }], inner: { nothing: null } };
		expect(hide(json)).toBe(json);
	});

	it('hides a name again that it has met before, among thousands of others', () => {
		const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`n${index}`, 1]));
		for (let time = 0; time < 2; time++) {
			expect(Object.keys(hide({ ...many, [SECRET]: 1 })).at(-1)).toBe(MASK);
		}
	});

	it('takes __proto__ for an ordinary name', () => {
		const json = JSON.parse(`{"a":"${SECRET}","__proto__":"text"}`) as object;
		expect(JSON.stringify(hide(json))).toBe(`{"a":"${MASK}","__proto__":"text"}`);
	});
});

describe('what hides access tokens', () => {
	it('knows those of a credential whatever others are in use', () => {
		for (let credential = 0; credential < 200; credential++) {
			neverShow(`token-${credential}-of-a-venue`, `id-${credential}`, ` secret-${credential} `);
		}
		const said = 'You sent token-0-of-a-venue.';
		expect(redact(said, ['secret-0'])).toBe(`You sent ${MASK}.`);
	});

	it('knows the newest few of a credential', () => {
		for (let day = 1; day <= 50; day++) neverShow(`token-of-day-${day}-of-a-venue`, 'id', SECRET);
		const hide = itemRedactor([SECRET]);
		expect(hide('token-of-day-50-of-a-venue token-of-day-49-of-a-venue')).toBe(`${MASK} ${MASK}`);
		expect(hide('token-of-day-1-of-a-venue')).toBe('token-of-day-1-of-a-venue');
	});

	it('knows those that a call got after the user had entered a new secret', () => {
		neverShow('token-of-the-old-secret', 'edited', 'old-secret');
		neverShow('token-of-the-new-secret', 'edited', 'new-secret');
		expect(redact('You sent token-of-the-new-secret.', ['old-secret'])).toBe(`You sent ${MASK}.`);
	});
});

describe('what hides an escaped secret', () => {
	const KEY = `a+key&"with"<signs>/ä'and more`;
	const hex = (sign: string) => sign.charCodeAt(0).toString(16);
	const ESCAPED: Array<[string, string]> = [
		['an address', encodeURIComponent(KEY)],
		['a form', encodeURIComponent(KEY).replaceAll('%20', '+')],
		['JSON', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
		[
			'JSON of .NET',
			KEY.replace(/[^\w ]/g, (sign) => `\\u${hex(sign).toUpperCase().padStart(4, '0')}`),
		],
		['HTML', KEY.replace(/[^\w ]/g, (sign) => `&#x${hex(sign)};`)],
		['HTML by names', KEY.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replace('<', '&lt;')],
	];

	it.each(ESCAPED)('as in %s, wherever the text is cut off', (_, escaped) => {
		expect(redact(`You sent ${escaped}!`, [KEY])).toBe(`You sent ${MASK}!`);
		for (let end = escaped.indexOf('w') + 1; end < escaped.length; end++) {
			const said = `You sent ${escaped.slice(0, end)}…`;
			expect(redact(said, [KEY])).toBe(`You sent ${MASK}…`);
		}
	});

	it('and leaves all other text as it is, whatever it has', () => {
		for (const text of ['100 % of “A&B”', 'a\\nb &amp; c%20d \\u0041', '&#xffffff; &#999999; %zz%'])
			expect(redact(text, [KEY])).toBe(text);
	});
});

describe('what hides a long secret', () => {
	const LONG = `begins-like-all-of-the-same-venue-${'x'.repeat(40)}-its-own-end`;

	it('hides it wherever it stands, and each time', () => {
		expect(redact(LONG, [LONG])).toBe(MASK);
		expect(redact(`${LONG}${LONG} and ${LONG}.`, [LONG])).toBe(`${MASK}${MASK} and ${MASK}.`);
	});

	it('keeps what only ends or begins like it', () => {
		const texts = [LONG.slice(1), LONG.slice(0, -1), LONG.replace('begins', 'Begins')];
		for (const text of texts) expect(redact(`<${text}>`, [LONG])).toBe(`<${text}>`);
		const both = `<${texts[2]}> <${LONG}>`;
		expect(redact(both, [LONG])).toBe(`<${texts[2]}> <${MASK}>`);
	});

	describe('that repeats itself, in a text of the same letters', () => {
		const hostile = `${'a'.repeat(4_000)}b${'a'.repeat(3_999)}`;

		afterEach(() => jest.restoreAllMocks());

		it.each(['a'.repeat(100_000), `${'a'.repeat(3_999)}b`.repeat(25), `${hostile}c`.repeat(12)])(
			'searches a short piece of it, and compares the whole only a few times',
			(text) => {
				const redactOnce = itemRedactor([hostile]);
				const searches = (['includes', 'indexOf', 'split'] as const).map((name) =>
					jest.spyOn(String.prototype, name),
				);
				const compare = jest.spyOn(String.prototype, 'startsWith');
				const shown = redactOnce(text);
				const searched = searches.flatMap(({ mock }) =>
					mock.calls.map(([of]) => String(of).length),
				);
				const compared = compare.mock.calls.length;
				jest.restoreAllMocks();
				expect(Math.max(...searched)).toBeLessThanOrEqual(32);
				expect(searched.length).toBeLessThan(200);
				expect(compared).toBeLessThan(50);
				expect(shown).not.toContain(hostile);
			},
		);
	});
});
