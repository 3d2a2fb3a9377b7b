import * as fc from 'fast-check';

import { ListPrefix } from '../../../nodes/venueApi/shapes/listPrefix';
import { readList } from '../../../nodes/venueApi/shapes/records';

const record = fc.dictionary(fc.string(), fc.jsonValue());

const forms = fc.constantFrom<(list: unknown[]) => unknown>(
	(list) => list,
	(list) => ({ items: list }),
	(list) => ({ bookings: list }),
	(list) => ({ total: list.length, note: 'say "[{" \\', data: list, next: null }),
	(list) => ({ data: { results: list } }),
	(list) => ({ elsewhere: list }),
	(list) => ({ meta: { page: 1 }, items: list }),
);

const layouts = fc.constantFrom<(value: unknown) => string>(
	(value) => JSON.stringify(value),
	(value) => `\n ${JSON.stringify(value, null, '\t')} \n`,
	(value) =>
		JSON.stringify(value).replace(/[\u0080-\uffff]/g, (character) => {
			return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
		}),
);

const splitAt = (text: string, cuts: number[]): string[] => {
	const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length];
	places.sort((a, b) => a - b);
	return places.slice(1).map((end, index) => text.slice(places[index], end));
};

function read(parts: string[], atMost: number): { text: string; isCut: boolean } {
	const prefix = new ListPrefix(atMost, 'bookings');
	for (const part of parts) {
		const text = prefix.add(part);
		if (text !== undefined) return { text, isCut: true };
	}
	return { text: prefix.rest(), isCut: false };
}

describe('the first records of a list', () => {
	it('are those of the whole list, whatever its form, its layout and the parts it comes in', () => {
		let cut = 0;
		fc.assert(
			fc.property(
				fc.array(record, { maxLength: 8 }),
				forms,
				layouts,
				fc.integer({ min: 1, max: 9 }),
				fc.array(fc.nat()),
				(list, form, layout, atMost, cuts) => {
					const { text, isCut } = read(splitAt(layout(form(list)), cuts), atMost);
					expect(readList(JSON.parse(text))?.slice(0, atMost)).toEqual(
						JSON.parse(JSON.stringify(list.slice(0, atMost))),
					);
					if (isCut) cut++;
				},
			),
			{ numRuns: 1_000 },
		);
		expect(cut).toBeGreaterThan(100);
	});

	it('are there before the rest has come', () => {
		const parts = ['[{"a": "]}"}, {"b"', ': [{}, {}]}', ', {"c": 1}'];
		expect(read(parts, 2)).toEqual({ text: '[{"a": "]}"}, {"b": [{}, {}]}]', isCut: true });
	});

	it.each([
		'',
		'[]',
		'Too many requests',
		'"[{}]"',
		'{"items": "[{}]"}',
		'[1, 2, 3, 4]',
		'{"a": 1}',
		'{"warnings": [{}, {}], "items": [{}]}',
		'<html>[{}]</html>',
		'[{"broken": ',
	])('are not looked for in %j', (text) => {
		expect(read([text], 1)).toEqual({ text, isCut: false });
	});

	it('leave every other text as it is, whatever it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat()), (text, cuts) => {
				const result = read(splitAt(text, cuts), 1);
				if (!result.isCut) expect(result.text).toBe(text);
			}),
		);
	});
});
