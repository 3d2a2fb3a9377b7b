import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	drawnVocabulary,
	type Vocabulary,
	VOCABULARIES,
} from '../../../../unit/action/support/bookingVocabularies';
import type { ActionNode } from '../actionNode';
import type { Booked, Desk } from './desk';

export const ZONES = ['America/New_York', 'Europe/London', 'Australia/Sydney'];
export const LIVE = 'the live service';
export const DRAWN = 'names drawn from 8';
const WORDS = 'canyon copper ember lamp marble orchid pebble river saddle tundra velvet walnut';
/** For example riverLamp, which says as little as q1x7, but is a name that a venue may have. */
function twoWords(_random: number, drawn: number): string {
	const words = WORDS.split(' ');
	const place = drawn * 61 + 17;
	const [first, second] = [Math.floor(place / words.length), place].map(
		(index) => words[index % words.length],
	);
	return `${first}${second[0].toUpperCase()}${second.slice(1)}`;
}
export const ALL: Record<string, Vocabulary> = {
	...VOCABULARIES,
	[DRAWN]: drawnVocabulary(8, twoWords),
};
const LONGEST_SEARCH = 100;

/** The venue’s side of the wire. */
export function answerWith(
	{ venue }: ActionNode,
	{ bookings, zone }: Desk,
	vocabulary: Vocabulary,
	isSearch: boolean,
): void {
	const records = bookings.map((booked, index) => ({ booked, record: vocabulary(booked, index) }));
	venue.undocumented.on('GET /bookings', {}, ({ query }) => {
		const [since, keywords, date] = ['modifiedFromDate', 'keywords', 'date'].map((name) =>
			query.get(name),
		);
		if (isSearch && !since && !keywords && !date) {
			return { status: 400, body: '{"Message": "A search needs keywords or a date."}' };
		}
		const found = records.filter(
			({ booked: { firstName, lastName, visit, status, more } }) =>
				(!since || Date.parse(more.modified) >= Date.parse(since)) &&
				(!isSearch || status !== 'Cancelled') &&
				(!keywords ||
					`${firstName} ${lastName} ${more.reference} ${more.email}`.includes(keywords)) &&
				(!date || visit === date),
		);
		const list = found.map(({ record }) => record);
		return { body: JSON.stringify(isSearch ? { bookings: list.slice(0, LONGEST_SEARCH) } : list) };
	});
	if (isSearch) venue.undocumented.on('GET /data/bookingitems', {}, changesOf(records, zone));
	venue.undocumented.on('GET /bookings/{id}', {}, ({ path }) => {
		const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
		const record = records.find(({ booked }) => booked.id === id)?.record;
		return record ? { body: JSON.stringify(record) } : { status: 404 };
	});
}

type Answering = Parameters<ActionNode['venue']['undocumented']['on']>[2];

/** What changed on a day of the venue, by page: of cancelled bookings, too. */
function changesOf(
	records: Array<{ booked: Booked; record: IDataObject }>,
	zone: string,
): Answering {
	return ({ query }) => {
		const [from, until] = ['startDate', 'endDate'].map((name) => String(query.get(name)));
		const [page, size] = ['pageNumber', 'pageSize'].map((name) => Number(query.get(name)));
		const dayOf = (time: string) => String(DateTime.fromISO(time, { zone }).toISODate());
		const changes = records
			.filter(({ booked: { more } }) => {
				return dayOf(more.modified) >= from && dayOf(more.modified) < until;
			})
			.map(({ booked: { id, status, visit, time, party, more }, record }) => ({
				...{ bookingReference: more.reference, bookingUniqueId: id, bookingName: record.name },
				...{ bookingItemId: `${id}-1`, bookingCustomerId: String(record.customerId) },
				...{ bookingStatus: status, bookingDate: visit, sessionStart: time, bookingNotes: '' },
				...{ productId: '301', quantity: party, cost: 14.95, bookingTotal: record.total },
				...{ bookingCreatedDate: more.created, bookingModifiedDate: more.modified },
			}));
		const items = changes.slice((page - 1) * size, page * size);
		const totalPages = Math.ceil(changes.length / size);
		const body = { currentPage: page, totalPages, totalItems: changes.length, items };
		return { body: JSON.stringify({ ...body, itemsPerpage: size }) };
	};
}

/** One webhook, and what it did not deliver: today, and late yesterday evening. */
export function fail({ venue, engine }: ActionNode, { today }: Desk): void {
	const { webhookId } = venue.webhooks.create({
		url: `${engine.publicUrl}/webhook/bookings/venue-platform`,
		enabled: true,
		authentication: { apiKey: 'a-key-to-hide' },
		webhooks: { booking: { events: ['Created'] } },
	});
	const add = (
		type: 'Booking' | 'Ticket' | 'SignedWaiver',
		count: number,
		hour: number,
		attempts: number,
	) => {
		for (let index = 0; index < count; index++) {
			const firstAttemptAt = today.plus({ hours: hour, minutes: index }).toMillis();
			const eventDate = new Date(firstAttemptAt).toISOString();
			const said = { httpResponseStatus: 502, detail: 'Bad Gateway' };
			venue.messages.addFailed({ type, attempts, webhookId, firstAttemptAt, eventDate, ...said });
		}
	};
	add('Booking', 6, -1, 7);
	add('Ticket', 9, 1, 7);
	add('SignedWaiver', 4, 2, 3);
}
