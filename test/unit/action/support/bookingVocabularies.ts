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
	/** What some tests ask about, too. Times are in UTC. */
	more?: {
		at: string;
		created: string;
		modified: string;
		email: string;
		reference: string;
		due: number;
		isRedeemed: boolean;
	};
}

const FIRST = ['Ada', 'Siobhán', 'Jörg', 'Zoë', 'Grace', 'Mary', 'Edsger'];
const LAST = ['Lovelace', 'O’Brien', 'Müßig', 'Kowalska', 'Hopper'];
const STATUSES = ['Confirmed', 'Paid', 'Cancelled', 'Pending'];
const PRODUCTS = ['Laser Tag', 'Escape Room', 'Bowling'];
const DAY = 86_400_000;
const noise = (index: number, { more }: Truth) => ({
	createdDate: more?.created ?? '2026-05-01T09:12:00Z',
	modifiedDate: more?.modified ?? `2026-05-02T08:${String(10 + (index % 50))}:00Z`,
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
	'the document’s examples': (truth, index) => ({
		...noise(index, truth),
		uniqueId: truth.id,
		reference: truth.more?.reference ?? `#${index}`,
		status: truth.status,
		startTime: truth.more?.at ?? `${truth.visit}T${truth.time}:00Z`,
		customer: {
			name: `${truth.firstName} ${truth.lastName}`,
			email: truth.more?.email ?? `guest${index}@example.test`,
		},
		product: PRODUCTS[index % PRODUCTS.length],
		guests: truth.party,
		...(truth.more && { balanceDue: truth.more.due }),
		tickets: Array.from({ length: truth.party }, (_, ticket) => ({
			uniqueId: `TCK-${ticket}`,
			...(truth.more && { redeemed: truth.more.isRedeemed }),
		})),
	}),
	'other names': (truth, index) => ({
		...noise(index, truth),
		internalGuid: `5f0b6a3e-${String(index).padStart(4, '0')}`,
		reservationNumber: truth.id,
		booker: {
			contact: { givenName: truth.firstName, familyName: truth.lastName },
			memberSince: '2020-01-01',
			...(truth.more && { mail: truth.more.email }),
		},
		slot: { begin: `${truth.visit}T${truth.time}`, end: `${truth.visit}T22:30` },
		...{ stage: truth.status, activity: { title: 'Laser Tag', minutes: 60 } },
		heads: String(truth.party),
		...(truth.more && {
			...{ voucherCode: truth.more.reference, openAmount: truth.more.due },
			passes: [{ used: truth.more.isRedeemed }],
		}),
	}),
	'the live service': (truth, index) => ({
		bookingReference: truth.more?.reference ?? String(1_000_000 + index),
		...{ uniqueId: truth.id, createdDate: truth.more?.created ?? '2026-05-01' },
		...{ status: truth.status, name: `${truth.firstName} ${truth.lastName}` },
		...{ customerId: 5_000 + index, total: 14.95 * truth.party },
		...(truth.more && { remainder: truth.more.due }),
		items: [
			{
				...{ bookingItemId: index, productId: 301, quantity: truth.party },
				...{ bookingDate: truth.visit, sessionStartTime: truth.time, sessionEndTime: '22:30' },
				cost: 14.95,
				...(truth.more && { tickets: [{ redeemed: truth.more.isRedeemed }] }),
			},
		],
	}),
};

/** Names drawn from a seed, which say nothing about their values. */
export function drawnVocabulary(
	seed: number,
	draw: (random: number, drawn: number) => string = (random) =>
		`q${Math.floor(random * 1e9).toString(36)}x`,
): Vocabulary {
	let state = seed;
	const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
	const names = new Map<string, string>();
	const nameOf = (name: string) => {
		if (!names.has(name)) names.set(name, draw(next(), names.size));
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
