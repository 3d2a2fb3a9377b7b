import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readPaths, selection } from '../../../nodes/VenuePlatform/output/selected';
import { MOST_FIELDS, simplified } from '../../../nodes/VenuePlatform/output/simplified';
import { richBooking } from './support/richBooking';

const MOST_TOKENS = 1_500;
const tokens = (value: unknown) => JSON.stringify(value).length / 4;

/** Values at any depth that are neither records nor lists. */
const leavesOf = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

describe('a simplified record', () => {
	it('of a booking with 40 fields is short, and keeps what users ask about first [guideline: Simplified: at most]', () => {
		expect(Object.keys(richBooking)).toHaveLength(40);
		const short = simplified(richBooking);
		expect(tokens(richBooking)).toBeGreaterThan(MOST_TOKENS);
		expect(tokens(short)).toBeLessThanOrEqual(MOST_TOKENS);
		expect(short).toMatchObject({
			uniqueId: 'BKG-000042',
			status: 'Confirmed',
			startTime: '2026-11-28T14:00:00Z',
			customer: { name: 'Ada Lovelace', email: 'ada@example.test' },
			balanceDue: 40,
			ticketsCount: 8,
			paymentsCount: 1,
		});
	});

	it('counts lists, cuts long texts, goes one level deep and drops empty fields', () => {
		const record = {
			id: 1,
			text: 'x'.repeat(200),
			tags: ['a', 'b'],
			none: null,
			empty: '',
			nothing: {},
			isVip: false,
			customer: { name: 'Ada', address: { city: 'London' }, visits: [1, 2, 3] },
		};
		expect(simplified(record)).toEqual({
			id: 1,
			text: `${'x'.repeat(160)}…`,
			tagsCount: 2,
			isVip: false,
			customer: { name: 'Ada', visitsCount: 3 },
		});
	});

	// A model that is sent half of an emoji refuses the whole request.
	it.each([158, 159, 160])('cuts no emoji in two: behind %d letters', (length) => {
		const { text } = simplified({ text: `${'x'.repeat(length)}🎂🎈🎁` }) as { text: string };
		expect(text).toMatch(/^x+(🎂)?…$/u);
	});

	it('treats a special name of JavaScript like any other field', () => {
		const record = JSON.parse('{"__proto__": {"a": 1}, "constructor": "b"}') as IDataObject;
		expect(JSON.stringify(simplified(record))).toBe(JSON.stringify(record));
	});

	it('is short for any record', () => {
		const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 60 });
		fc.assert(
			fc.property(record, (anything) => {
				const short = simplified(anything as IDataObject);
				expect(leavesOf(short).length).toBeLessThanOrEqual(MOST_FIELDS);
				expect(tokens(short)).toBeLessThanOrEqual(MOST_TOKENS);
				for (const value of Object.values(short)) {
					expect(leavesOf(value).every((leaf) => typeof leaf !== 'object')).toBe(true);
				}
			}),
		);
	});

	it('is short even with 25 long names of long texts', () => {
		const names = Array.from({ length: 60 }, (_, index) => `${'name'.repeat(30)}${index}`);
		const record = Object.fromEntries(names.map((name) => [name, '"\\\n'.repeat(100)]));
		const short = simplified(record);
		expect(tokens(short)).toBeLessThanOrEqual(MOST_TOKENS);
		expect(Object.keys(short).length).toBeGreaterThan(5);
	});
});

it('the page about agents names the limits of a simplified record [nodes: 25 fields] [agents: 40 fields; At most 25 fields]', () => {
	const page = readFileSync(join(__dirname, '../../../docs/agents.md'), 'utf8');
	expect(page).toContain(`At most ${MOST_FIELDS} fields`);
	expect(page).toMatch(/less than 1,500\s+tokens, whether it is a booking with 40 fields/);
	expect(MOST_TOKENS).toBe(1_500);
});

describe('selected fields', () => {
	const record = {
		uniqueId: 'BKG-1',
		customer: { name: 'Ada', email: 'ada@example.test' },
		tickets: [
			{ id: 1, kind: 'Adult' },
			{ id: 2, kind: 'Child' },
		],
	};
	const select = (paths: unknown) => selection(readPaths(paths))(record);

	it.each([
		['uniqueId', { uniqueId: 'BKG-1' }],
		[' uniqueId , customer.name ', { uniqueId: 'BKG-1', customer: { name: 'Ada' } }],
		[['uniqueId', 'customer'], { uniqueId: 'BKG-1', customer: record.customer }],
		['customer.name, customer', { customer: record.customer }],
		['tickets.kind', { tickets: [{ kind: 'Adult' }, { kind: 'Child' }] }],
		['tickets.1.kind', { tickets: [{ kind: 'Child' }] }],
		['tickets[1]', { tickets: [record.tickets[1]] }],
		[
			'tickets.id, tickets[0].kind',
			{
				tickets: [{ id: 1, kind: 'Adult' }, { id: 2 }],
			},
		],
		['unknown', { unknown: null }],
		['orders.1.kind, orders[0].id', { orders: [{ id: null }, { kind: null }] }],
		['uniqueId.0', { uniqueId: [null] }],
		['customer.0.name', { customer: { 0: { name: null } } }],
		['unknown.name, uniqueId.name', { unknown: { name: null }, uniqueId: { name: null } }],
	])('%j', (paths, expected) => expect(select(paths)).toEqual(expected));

	it('are an empty list where another record has a list', () => {
		const lists = { items: [{ productId: 7, slots: [{ at: 1 }] }, {}] };
		const others = [lists, { items: null }, {}, { items: [{ slots: null }] }];
		const paths = readPaths('items.productId, items.slots.at, name.first');
		const name = { first: null };
		expect(others.map(selection(paths, others))).toEqual([
			{
				items: [
					{ productId: 7, slots: [{ at: 1 }] },
					{ productId: null, slots: [] },
				],
				name,
			},
			{ items: [], name },
			{ items: [], name },
			{ items: [{ productId: null, slots: [] }], name },
		]);
	});

	it.each(['', ' , ', [], undefined])('%j selects nothing', (paths) => {
		expect(readPaths(paths)).toEqual([]);
	});

	it.each([
		['["uniqueId", "name.first"]', [['uniqueId'], ['name', 'first']]],
		[['uniqueId, status'], [['uniqueId'], ['status']]],
	])('are a list, also as JSON or with commas in it: %j', (given, paths) => {
		expect(readPaths(given)).toEqual(paths);
	});

	it('include nothing but fields of the record', () => {
		expect(select('constructor.name, customer.toString')).toEqual({
			constructor: { name: null },
			customer: { toString: null },
		});
		const { prototype } = Object;
		expect(Object.getPrototypeOf(select('__proto__.polluted'))).toBe(prototype);
	});
});
