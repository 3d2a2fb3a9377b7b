import type { IDataObject } from 'n8n-workflow';

/** What a person knows about a booking, whatever the venue calls it. */
export interface Truth {
	id: string;
	firstName: string;
	lastName: string;
	/** Its day. */
	visit: string;
	time: string;
	status: string;
	party: number;
}

const FIRST = ['Ada', 'Siobhán', 'Jörg', 'Zoë', 'Grace', 'Mary', 'Edsger'];
const LAST = ['Lovelace', 'O’Brien', 'Müßig', 'Kowalska', 'Hopper'];
const STATUSES = ['Confirmed', 'Paid', 'Cancelled', 'Pending'];
const PRODUCTS = ['Laser Tag', 'Escape Room', 'Bowling'];
const DAY = 86_400_000;
const noise = (index: number) => ({
	createdDate: '2026-05-01T09:12:00Z',
	modifiedDate: `2026-05-02T08:${String(10 + (index % 50))}:00Z`,
	notes: 'The birthday child is allergic to nuts. '.repeat(3),
	salesChannel: { name: 'Website', code: 'WEB' },
	currency: 'EUR',
	total: 14.95 * (index + 1),
	externalId: null,
	locale: 'en-GB',
	isArchived: false,
});

export function truthsOf(count: number): Truth[] {
	return Array.from({ length: count }, (_, index) => ({
		id: `BKG-${String(index + 100).padStart(6, '0')}`,
		firstName: FIRST[index % FIRST.length],
		lastName: `${LAST[index % LAST.length]}-${'ABCDEFGHIJ'[Math.floor(index / 5) % 10]}son`,
		visit: new Date(Date.UTC(2030, 5, 1) + index * DAY).toISOString().slice(0, 10),
		time: `1${index % 10}:30`,
		status: STATUSES[index % STATUSES.length],
		party: 2 + (index % 9),
	}));
}

export type Vocabulary = (truth: Truth, index: number) => IDataObject;

export const VOCABULARIES: Record<string, Vocabulary> = {
	'the document’s examples': ({ id, firstName, lastName, visit, time, status, party }, index) => ({
		...noise(index),
		...{ uniqueId: id, reference: `#${index}`, status, startTime: `${visit}T${time}:00Z` },
		customer: { name: `${firstName} ${lastName}`, email: `guest${index}@example.test` },
		...{ product: PRODUCTS[index % PRODUCTS.length], guests: party },
		tickets: Array.from({ length: party }, (_, ticket) => ({ uniqueId: `TCK-${ticket}` })),
	}),
	'other names': ({ id, firstName, lastName, visit, time, status, party }, index) => ({
		...noise(index),
		internalGuid: `5f0b6a3e-${String(index).padStart(4, '0')}`,
		reservationNumber: id,
		booker: { contact: { givenName: firstName, familyName: lastName }, memberSince: '2020-01-01' },
		slot: { begin: `${visit}T${time}`, end: `${visit}T19:30` },
		...{ stage: status, activity: { title: 'Laser Tag', minutes: 60 }, heads: String(party) },
	}),
	'the live service': ({ id, firstName, lastName, visit, time, status, party }, index) => ({
		...{ bookingReference: String(1_000_000 + index), uniqueId: id, createdDate: '2026-05-01' },
		...{
			status,
			name: `${firstName} ${lastName}`,
			customerId: 5_000 + index,
			total: 14.95 * party,
		},
		items: [
			{
				...{ bookingItemId: index, productId: 301, quantity: party, bookingDate: visit },
				...{ sessionStartTime: time, sessionEndTime: '19:30', cost: 14.95 },
			},
		],
	}),
};

/** Names drawn from a seed, which say nothing about their values. */
export function drawnVocabulary(seed: number): Vocabulary {
	let state = seed;
	const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
	const names = new Map<string, string>();
	const nameOf = (name: string) => {
		if (!names.has(name)) names.set(name, `q${Math.floor(next() * 1e9).toString(36)}x`);
		return names.get(name) ?? name;
	};
	const renamed = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(renamed);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, of]) => [nameOf(key), renamed(of)]));
	};
	const { 'the live service': live, 'the document’s examples': document } = VOCABULARIES;
	const base = seed % 2 === 0 ? document : live;
	return (truth, index) => renamed(base(truth, index)) as IDataObject;
}
