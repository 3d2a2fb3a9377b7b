import { itemRedactor, MASK } from '../../../../nodes/venueApi/messages/redact';

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
