import type { IDataObject, INode } from 'n8n-workflow';

import { fingerprintsOf } from '../../../nodes/VenuePlatformTrigger/delivery/fingerprints';

const trigger = (webhookId: string) => ({ webhookId }) as INode;

const sample = {
	id: '6f9c2f34-5a0e-4a52-9a57-0d9a35d3b8f1',
	sendDate: '2026-03-01T10:00:00Z',
	type: 'Booking',
	data: { uniqueId: 'B-1', list: [{ a: 1, b: 2 }] } as IDataObject,
};

const NIL = '00000000-0000-0000-0000-000000000000';

const of = (message: IDataObject, webhookId = 'one') =>
	fingerprintsOf(trigger(webhookId), message, undefined).messageFingerprint;

describe('the identity of a message', () => {
	it('is its id alone, in text or as a number of any length, for each trigger', () => {
		expect(of({ id: sample.id })).toBe(of(sample));
		expect(of(sample, 'two')).not.toBe(of(sample));
		expect(of({ id: 7 })).toBe(of({ ...sample, id: '7' }));
		const long = 'x'.repeat(100_000);
		expect(of({ id: long })).toMatch(/^[\w-]{8}$/);
		expect(of({ id: long })).not.toBe(of({ id: `${long}x` }));
	});

	it('is the same for a UUID in any spelling', () => {
		const { id } = sample;
		for (const copy of [id.toUpperCase(), `{${id}}`, ` ${id.toUpperCase()} `]) {
			expect(of({ ...sample, id: copy })).toBe(of(sample));
		}
		expect(of({ ...sample, id: 'b-1' })).not.toBe(of({ ...sample, id: 'B-1' }));
	});

	it.each([undefined, null, '', '  ', NIL, 0, {}, [], true])(
		'is its content without sendDate if the id is %j',
		(id) => {
			const message = { ...sample, id } as IDataObject;
			const reordered = { data: { list: [{ b: 2, a: 1 }], uniqueId: 'B-1' }, id, type: 'Booking' };
			expect(of({ ...message, sendDate: '2026-03-02T10:00:00Z' })).toBe(of(message));
			expect(of(reordered as IDataObject)).toBe(of(message));
			expect(of({ ...message, data: { uniqueId: 'B-2' } })).not.toBe(of(message));
			expect(of({ ...message, eventDate: '2026-03-01T10:00:00Z' })).not.toBe(of(message));
		},
	);

	it('is its content, too, if the id is a number that JSON rounds', () => {
		const big = (id: string, data: string) => ({
			...(JSON.parse(`{"id":${id}}`) as IDataObject),
			data,
		});
		const one = big('12345678901234567891', 'one');
		expect(of({ ...one, sendDate: 'later' })).toBe(of({ ...one, sendDate: 'earlier' }));
		expect(of(big('12345678901234567892', 'other'))).not.toBe(of(one));
		expect(of(big('9007199254740991', 'one'))).toBe(of(big('9007199254740991', 'other')));
	});

	it('is the same for copies whose content is only in the raw body', () => {
		const copy = (sendDate: string, data: string) => ({ sendDate, rawBody: `${sendDate} ${data}` });
		expect(of(copy('monday', 'deep'))).toBe(of(copy('tuesday', 'deep')));
		expect(of(copy('monday', 'deep'))).not.toBe(of(copy('monday', 'other')));
	});

	it.each([{ toString: 1 }, ['a'], 7, null])(
		'does not depend on a sendDate that is %j',
		(sendDate) => {
			const message = { sendDate, rawBody: `${JSON.stringify(sendDate)} deep` } as IDataObject;
			expect(of(message)).toBe(of({ rawBody: message.rawBody }));
		},
	);

	it('searches no sendDate of any length in the raw body', () => {
		const replace = jest.spyOn(String.prototype, 'replace');
		const sendDate = `${'a'.repeat(500)}b${'a'.repeat(499)}`;
		of({ sendDate, rawBody: 'a'.repeat(10_000) });
		const searched = replace.mock.calls.map(([pattern]) => pattern as unknown);
		replace.mockRestore();
		expect(searched).not.toContain(sendDate);
	});
});
