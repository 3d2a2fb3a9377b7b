import * as fc from 'fast-check';

import { readEnvelope } from '../../../nodes/VenuePlatformTrigger/delivery/envelope';

const date = fc
	.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
	.map((time) => time.toISOString());

const name = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');

const envelope = fc.record({
	id: fc.uuid(),
	sendDate: date,
	type: name,
	eventDate: date,
	eventType: name,
	data: fc.dictionary(fc.string(), fc.jsonValue()),
});

const FIELDS = ['id', 'sendDate', 'type', 'eventDate', 'eventType', 'data'] as const;

const nested = (levels: number) => {
	let value: unknown = 'end';
	for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { inner: value };
	return { inner: value };
};

const sample = {
	id: '6f9c2f34-5a0e-4a52-9a57-0d9a35d3b8f1',
	sendDate: '2026-03-01T10:00:00Z',
	type: 'Booking',
	eventDate: '2026-03-01T09:59:58.1234567Z',
	eventType: 'Updated',
	data: {},
};

describe('the envelope of a message', () => {
	it('is passed on as it was sent, with all unknown fields', () => {
		fc.assert(
			fc.property(envelope, fc.dictionary(fc.string(), fc.jsonValue()), (known, unknown) => {
				const body = { ...unknown, ...known };
				expect(readEnvelope(body)).toEqual({ envelope: body });
			}),
		);
	});

	it('is rejected if a field is missing or malformed, and the reason names the field', () => {
		const wrong: Record<(typeof FIELDS)[number], fc.Arbitrary<unknown>> = {
			id: fc.constantFrom(undefined, null, 7, '', '  ', {}, [], 'x'.repeat(201)),
			sendDate: fc.constantFrom(undefined, null, 1_700_000_000_000, 'yesterday', '1/2/2026', {}),
			type: fc.constantFrom(undefined, null, 7, '', [], {}),
			eventDate: fc.constantFrom(undefined, null, '2026-13-45', '', true),
			eventType: fc.constantFrom(undefined, null, 7, '', ['Created']),
			data: fc.constantFrom(undefined, null, [], 'data', 7, true),
		};
		const broken = fc
			.constantFrom(...FIELDS)
			.chain((field) => fc.tuple(fc.constant(field), wrong[field]));
		fc.assert(
			fc.property(envelope, broken, (known, [field, value]) => {
				expect(readEnvelope({ ...known, [field]: value })).toEqual({
					reason: expect.stringContaining(field),
				});
			}),
		);
	});

	it('is found in nothing else', () => {
		fc.assert(
			fc.property(fc.oneof(fc.jsonValue(), fc.anything()), (body) => {
				expect(readEnvelope(body)).toEqual({ reason: expect.any(String) });
			}),
		);
	});

	it('may be 90 levels deep, but not 110', () => {
		expect(readEnvelope({ ...sample, data: nested(90) })).toHaveProperty('envelope');
		expect(readEnvelope({ ...sample, data: nested(110) })).toEqual({
			reason: expect.stringContaining('deep'),
		});
		const text = `${JSON.stringify(sample).slice(0, -3)}{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
		expect(readEnvelope(JSON.parse(text))).toEqual({ reason: expect.stringContaining('deep') });
	});

	it('cannot change what other objects inherit', () => {
		const body: unknown = JSON.parse(
			`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(sample).slice(1)}`,
		);
		expect(readEnvelope(body)).toEqual({ envelope: body });
		expect({}).not.toHaveProperty('polluted');
	});
});
