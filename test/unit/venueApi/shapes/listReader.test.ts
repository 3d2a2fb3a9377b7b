import * as fc from 'fast-check';

import { readAnswer } from '../../../../nodes/venueApi/shapes/answer';
import { ListReader } from '../../../../nodes/venueApi/shapes/listReader';
import { moreAfter } from '../../../../nodes/venueApi/shapes/paging';
import { readList } from '../../../../nodes/venueApi/shapes/records';

const record = fc.dictionary(fc.string(), fc.jsonValue());

const forms = fc.constantFrom<(list: unknown[]) => unknown>(
	(list) => list,
	(list) => ({ items: list }),
	(list) => ({ bookings: list }),
	(list) => ({ total: list.length, note: 'say "[{" \\', data: list, next: null }),
	(list) => ({ data: { results: list } }),
	(list) => ({ elsewhere: list }),
	(list) => ({ meta: { page: 1 }, items: list }),
	(list) => ({ hasMore: true, items: list, total: 5 }),
	(list) => ({ bookings: list, warnings: [], paging: { next: '/bookings?page=2' } }),
	(list) => ({ count: 3, bookings: list, warnings: [{}], _links: { next: { href: '?page=2' } } }),
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

function read(parts: string[], atMost = Infinity): { result: unknown; isEarly: boolean } {
	const reader = new ListReader(atMost, 'bookings');
	const isEarly = parts.some((part) => reader.add(part));
	return { result: reader.result(), isEarly };
}

/** As the rest of the package reads it. */
const bodyOf = (result: unknown) => readAnswer(200, {}, result).body;
const listOf = (result: unknown) => readList(bodyOf(result), 'bookings');
const moreOf = (result: unknown) =>
	moreAfter({ headers: {}, body: bodyOf(result) }, listOf(result)?.length ?? 0);

describe('a list that is read while it arrives', () => {
	it('knows the end of each text, wherever the parts of the list are cut', () => {
		const list = ['"', '\\', '\\\\', '\\"', '"}', '\\"]', '{"\\'].map((note) => ({ [note]: note }));
		const text = JSON.stringify(list);
		expect(listOf(read([...text]).result)).toEqual(list);
		for (let cut = 0; cut <= text.length; cut++) {
			expect(listOf(read(splitAt(text, [cut])).result)).toEqual(list);
		}
	});

	it('has the records of the whole, in whatever form, layout and parts it comes', () => {
		let early = 0;
		fc.assert(
			fc.property(
				fc.array(record, { maxLength: 8 }),
				forms,
				layouts,
				fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 9 })),
				fc.array(fc.nat()),
				(list, form, layout, atMost, cuts) => {
					const { result, isEarly } = read(splitAt(layout(form(list)), cuts), atMost);
					expect(listOf(result)?.slice(0, atMost)).toEqual(
						JSON.parse(JSON.stringify(list.slice(0, atMost))),
					);
					if (isEarly) early++;
				},
			),
			{ numRuns: 1_000 },
		);
		expect(early).toBeGreaterThan(100);
	});

	it('tells what the whole tells of a list that goes on', () => {
		fc.assert(
			fc.property(
				fc.array(record, { maxLength: 8 }),
				forms,
				layouts,
				fc.array(fc.nat()),
				(list, form, layout, cuts) => {
					const text = layout(form(list));
					const { result } = read(splitAt(text, cuts));
					expect(bodyOf(result)).toEqual(JSON.parse(text));
					expect(moreOf(result)).toEqual(moreOf(text));
				},
			),
			{ numRuns: 1_000 },
		);
	});

	it('is broken wherever it breaks off', () => {
		fc.assert(
			fc.property(
				fc.array(record, { minLength: 1, maxLength: 4 }),
				forms,
				layouts,
				fc.nat(),
				fc.array(fc.nat()),
				(list, form, layout, cut, cuts) => {
					const text = layout(form(list)).trim();
					const { result } = read(splitAt(text.slice(0, 1 + (cut % (text.length - 1))), cuts));
					expect(readAnswer(200, {}, result).isBroken).toBe(true);
				},
			),
		);
	});

	it.each(['[{} {}]', '[{},,{}]', '[{"a":}]', '{"items":[{}],"total":}', '[{}]]', '[{"a":1}}'])(
		'is broken where it is no JSON, such as %s',
		(text) => expect(readAnswer(200, {}, read([text]).result).isBroken).toBe(true),
	);

	it('is there before the rest has come', () => {
		const parts = ['[{"a": "]}"}, {"b"', ': [{}, {}]}', ', {"c": 1}'];
		expect(read(parts, 2)).toEqual({ result: [{ a: ']}' }, { b: [{}, {}] }], isEarly: true });
	});

	it.each([
		'',
		'Too many requests',
		'"[{}]"',
		'{"items": "[{}]"}',
		'{"a": 1}',
		'{"warnings": [{}, {}], "items": [{}]}',
		'<html>[{}]</html>',
	])('is not seen in %j', (text) => {
		expect(read([text])).toEqual({ result: text, isEarly: false });
	});

	it('never makes records of what is no list', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat()), (text, cuts) => {
				const { result } = read(splitAt(text, cuts));
				if (typeof result === 'object') expect(result).toEqual(JSON.parse(text));
			}),
		);
	});

	it.each([
		['a record', '[{"uniqueId":1},{"a":', ''],
		['the list', '[', ''],
		['what stands behind it', '{"items":[{}],"more":', '}'],
	])('is broken where %s is nested beyond reason, and no time is lost on it', (_, begins, ends) => {
		for (const levels of [200, 2_000_000]) {
			const text = `${begins}${'['.repeat(levels)}${']'.repeat(levels)}${ends}`;
			const { result } = read([text]);
			expect(readAnswer(200, {}, result)).toMatchObject({ isBroken: true });
		}
	});
});
