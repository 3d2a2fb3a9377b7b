import * as fc from 'fast-check';

import { configurationOf, idOf } from '../../../../nodes/venueApi/resources/webhooks';

describe('a webhook of the venue', () => {
	it('has its id under either name, as a number or a text', () => {
		fc.assert(
			fc.property(
				fc.constantFrom('webhookId', 'id'),
				fc.nat(),
				fc.constantFrom<(id: number) => unknown>(Number, String, (id) => ` ${id} `),
				fc.dictionary(fc.constantFrom('url', 'enabled', 'name'), fc.string()),
				(field, id, form, rest) => {
					const record = { ...rest, [field]: form(id) as string };
					expect(idOf(record)).toBe(String(id));
					expect(configurationOf(record)).toEqual(rest);
				},
			),
		);
	});

	it('keeps an id of its own beside the one of the venue', () => {
		const record = { webhookId: 7, id: 'ours', url: 'https://receiver.example' };
		expect(idOf(record)).toBe('7');
		expect(configurationOf(record)).toEqual({ id: 'ours', url: 'https://receiver.example' });
	});

	it.each([{}, { id: '' }, { id: null }, { webhookId: {} }, { id: 1.5 }, { webhookId: true }])(
		'has no id in %j',
		(record) => expect(idOf(record)).toBeUndefined(),
	);
});
