import { richBooking } from './support/richBooking';
import { containing } from '../../../nodes/VenuePlatform/operations/booking/choice';

const booking = {
	uniqueId: 'BKG-000042',
	reference: '#42',
	customer: { firstName: 'Siobhán', lastName: 'O’Brien-Łukaszewicz', phone: 353_1_555 },
	contact: { name: 'Jörg Müßig & Søn', email: 'Jorg@Example.test' },
	tickets: [{ holder: { name: 'Ελένη' } }, { holder: { name: 'ﬁnn ＡＢＣ' } }],
	tags: ['VIP', 'birthday party'],
	isPaid: true,
	nothing: null,
};

describe('Contains Text', () => {
	it.each([
		'lovelace?',
		'bkg-000043',
		'Siobhán Jörg',
		'Siobhán VIP #42',
		'true',
		'null',
		'customer',
		'reference',
		'[object',
	])('does not find %j in a booking without it', (text) => {
		expect(containing(text)(booking)).toBe(false);
	});

	it.each([
		'BKG-000042',
		'bkg',
		'42',
		'#42',
		'siobhan',
		'SIOBHÁN',
		'Siobha\u0301n',
		"o'brien",
		'O’Brien',
		'lukaszewicz',
		'Łukaszewicz',
		'Brien–Lukas',
		'siobhan lukaszewicz',
		' Lukaszewicz   SIOBHAN ',
		'Łukaszewicz, Siobhán',
		'jorg mussig',
		'MÜSSIG',
		'son',
		'jorg@example',
		'3531555',
		'ελενη',
		'ΕΛΈΝΗ',
		'finn',
		'abc',
		'vip',
		'party birthday',
		'siobhan BKG-000042',
		'vip #42',
		'\u200Bsiobhan\u00AD',
		'“Siobhán Łukaszewicz”',
		'"bkg-000042" (VIP).',
		"„Müßig“: 'Jörg'",
		'«party»',
	])('finds %j', (text) => {
		expect(containing(text)(booking)).toBe(true);
	});

	it('finds a guest in a booking of another form', () => {
		expect(containing('ada lovelace')(richBooking)).toBe(true);
	});
});
