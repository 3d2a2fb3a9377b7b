type Fields = Record<string, unknown>;

/** One event of each topic, in the names of one venue, and words that its items must show. */
export interface Vocabulary {
	booking: Fields;
	customer: Fields;
	product: Fields;
	paymentLink: Fields;
	waiver: Fields | Fields[];
	redemption: Fields;
	/** What the venue answers when a starter looks something up. */
	lookUps: { guest: Fields; products: Fields[]; revenue: Fields[] };
}

const email = 'ada@example.test';
const url = 'https://venue.example.test/pay/1';

const lookUps = {
	guest: { firstName: 'Ada', lastName: 'Lovelace', email, phone: '+44 20 7946 0000' },
	products: [{ parentProductId: '300', products: [{ id: '301', name: 'Laser Tag' }] }],
	revenue: [
		{ bookingReference: '1000001', netRevenue: 10.5, fundsReceived: 12 },
		{ bookingReference: '1000002', netRevenue: 21.25, fundsReceived: 24 },
	],
};

/** Names like those of the simulated venue. */
export const plain: Vocabulary = {
	booking: {
		uniqueId: 'BKG-1',
		customer: { name: 'Ada Lovelace', email },
		product: 'Laser Tag',
		guests: 14,
		status: 'Confirmed',
	},
	customer: { uniqueId: 'CUS-1', firstName: 'Ada', lastName: 'Lovelace', email },
	product: { uniqueId: 'PRD-1', name: 'Laser Tag', price: 14.95 },
	paymentLink: {
		...{ uniqueId: 'PAY-1', bookingId: 'BKG-1', customer: { name: 'Ada Lovelace', email } },
		...{ url, status: 'Open' },
	},
	waiver: { uniqueId: 'WVR-1', bookingId: 'BKG-1', customer: { name: 'Ada Lovelace' } },
	redemption: { uniqueId: 'RDM-1', bookingId: '1000001' },
	lookUps,
};

/** Names like those of the live profile. */
export const live: Vocabulary = {
	booking: {
		booking: {
			...{ uniqueId: 'BKG-1', bookingReference: '1000001', name: 'Ada Lovelace' },
			...{ customerId: 5001, status: 'Paid' },
			items: [
				{
					...{ productId: 301, quantity: 14, bookingDate: '2026-06-01' },
					...{ sessionStartTime: '15:00', sessionEndTime: '16:00' },
					tickets: [{ ticketId: '1000001-1', signedWaiverId: null }],
				},
			],
			payments: [{ bookingPaymentId: 9001, method: 'Card', amount: 59.8 }],
		},
	},
	customer: {
		...{ customerId: 5001, firstName: 'Ada', lastName: 'Lovelace', email },
		acceptMarketing: true,
	},
	product: { productId: 301, name: 'Laser Tag', cost: 14.95 },
	paymentLink: { id: 'PAY-1', bookingUniqueIdentifier: 'BKG-1', amount: 10, url, email },
	waiver: [
		{ signedWaiverId: 'WVR-1', firstName: 'Ada', lastName: 'Lovelace', isForMinor: false },
		{ signedWaiverId: 'WVR-2', firstName: 'Byron', lastName: 'Lovelace', isForMinor: true },
	],
	redemption: { redemptions: [{ ticketId: '1000001-1', customerId: 5001, quantityRedeemed: 1 }] },
	lookUps,
};

/** Names, forms and statuses of a venue that is drawn from a seed. */
export function drawn(seed: number): Vocabulary {
	let state = seed;
	const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
	const word = () => Math.floor(next() * 1e9).toString(36);
	const names = new Map<string, string>();
	const nameOf = (name: string): string => {
		if (!names.has(name)) names.set(name, next() < 0.3 ? `x${word()}` : name);
		return names.get(name) ?? name;
	};
	const other = (value: unknown, name: string): unknown => {
		if (name === 'status') return next() < 0.5 ? `s-${word()}` : value;
		if (Array.isArray(value)) return value.map((entry) => other(entry, ''));
		if (typeof value === 'object' && value !== null) return renamed(value as Fields);
		if (typeof value === 'number') return next() < 0.5 ? String(value) : value;
		return value;
	};
	const renamed = (fields: Fields): Fields =>
		Object.fromEntries(
			Object.entries(fields).map(([name, value]) => [nameOf(name), other(value, name)]),
		);
	const { waiver, lookUps: found, ...rest } = seed % 2 === 0 ? plain : live;
	const others = Object.entries(rest).map(([topic, fields]) => [topic, renamed(fields as Fields)]);
	const waivers = Array.isArray(waiver) ? waiver.map(renamed) : renamed(waiver);
	const lookUps = {
		guest: renamed(found.guest),
		products: found.products.map(renamed),
		revenue: found.revenue.map(renamed),
	};
	const topics = Object.fromEntries(others) as Omit<Vocabulary, 'waiver' | 'lookUps'>;
	return { ...topics, waiver: waivers, lookUps };
}
