import type { JsonObject } from '../json';

/** The document shows no booking, so this form is the simulated venue's own. */
export interface Booking extends JsonObject {
	uniqueId: string;
	modifiedDate: string;
}

const NAMES = [
	'Ada Lovelace',
	"Siobhán O'Brien-Łukaszewicz",
	'李小龍 "Bruce"',
	'Jörg Müßig & Söhne GmbH',
	'Ελένη Παπαδοπούλου',
	'محمد بن سلمى',
	'<script>alert("party")</script>',
	'Zoë 🎉🎳 Birthday 👩‍👩‍👧‍👦',
	'C:\\Guests\\{{ $json.name }}',
	`Maximilian ${'von und zu '.repeat(20)}Hohenstein`,
];

export const PRODUCTS = ['Laser Tag', 'Escape Room "Крепость"', 'Bowling, 2 games', 'Café voucher'];
const CENTS_PER_GUEST = 1495;

/** Some ids contain characters that have to be encoded in a path. */
function idOf(number: number): string {
	const digits = String(number).padStart(6, '0');
	return number % 10 === 0 ? `BKG/${digits} ü?` : `BKG-${digits}`;
}

/** The n-th booking of a venue is the same in every run. */
export function sampleBooking(number: number, created: number): Booking {
	const guests = 1 + (number % 8);
	const total = (guests * CENTS_PER_GUEST) / 100;
	const createdDate = new Date(created).toISOString();
	return {
		uniqueId: idOf(number),
		reference: `#${number}`,
		status: number % 7 === 0 ? 'Cancelled' : 'Confirmed',
		createdDate,
		modifiedDate: createdDate,
		customer: {
			name: NAMES[number % NAMES.length],
			email: `guest${number}@example.test`,
		},
		product: PRODUCTS[number % PRODUCTS.length],
		guests,
		total,
		currency: 'EUR',
		tickets: Array.from({ length: guests }, (_, index) => ({
			uniqueId: `TCK-${number}-${index + 1}`,
			redeemed: false,
		})),
		payments: [{ uniqueId: `PAY-${number}`, method: 'Card', amount: total }],
		externalId: number % 3 === 0 ? `ext/${number}` : null,
	};
}

const INCLUDED_ON_REQUEST = ['tickets', 'payments', 'externalId'];

/** 2.3: the data of an event contains these details only if the subscription includes them. */
export function eventData(booking: Booking, include: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(booking).filter(
			([name]) => !INCLUDED_ON_REQUEST.includes(name) || include[name] === true,
		),
	);
}
