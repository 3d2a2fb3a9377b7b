import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { connect, type Connection } from '../../venueApi/connection';
import { itemRedactor } from '../../venueApi/messages/redact';
import { isRecord, shortened, textOf, type VenueRecord } from '../../venueApi/records';
import { completeBookings, readBookings } from '../../venueApi/resources/bookings';
import { asHtml } from '../../n8n/hint';
import { LONGEST_NAME } from '../output/simplified';
import { recentSince } from './searchBookings';
import { Remembered } from './remembered';
import { isNothing } from '../../parameters/values';

/** Enough for the fields that only some bookings have, and one page of most venues. */
const MOST_BOOKINGS = 50;
const MOST_FIELDS_OFFERED = 300;
const DEEPEST_FIELD = 4;
const LONGEST_EXAMPLE = 59;
/** Such a name could not be read as a path again, or is an expression for n8n. */
const NO_PATH = /[.,[\]]|^\d*$|^=/;

/** Enough to see what the list leaves out. */
const MOST_WHOLE = 5;

/** The names of the fields of a booking, each with an example, from bookings that changed recently. */
export const getBookingFields = fieldsIn(async (connection, rows) => {
	const some = rows.slice(0, MOST_WHOLE);
	// The user sees at least what the list has.
	const whole = await completeBookings(connection, some, 'automatic').catch(() => []);
	return [...whole, ...rows];
});

/** Those in the venue's list, which is all that a filter sees. */
export const getListedFields = fieldsIn((_, rows) => rows);

function fieldsIn(
	bookingsOf: (
		connection: Connection,
		rows: VenueRecord[],
	) => VenueRecord[] | Promise<VenueRecord[]>,
) {
	const remembered = new Remembered<INodePropertyOptions[]>();
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const connection = await connect(this, 'list');
			return await remembered.of(connection, async () => {
				const query = { modifiedFromDate: recentSince() };
				const { records } = await readBookings(connection, query, { atMost: MOST_BOOKINGS });
				const hideSecrets = itemRedactor(connection.secrets);
				const bookings = await bookingsOf(connection, records);
				const options = fieldsOffered(bookings.map(hideSecrets));
				return options.length > 0
					? options
					: [
							adviceAsOption(
								'No booking has changed in the last 30 days: use an expression with the names',
							),
						];
			});
		} catch (thrown) {
			return [adviceAsOption((thrown as Error).message)];
		}
	};
}

/** n8n can only show entries in a list. An empty value selects nothing. */
function adviceAsOption(text: string): INodePropertyOptions {
	return { name: text, value: '', description: 'An expression may give the names instead' };
}

function fieldsOffered(bookings: VenueRecord[]): INodePropertyOptions[] {
	const examples = new Map<string, unknown>();
	const search = (value: unknown, name: string, depth: number): void => {
		if (Array.isArray(value)) {
			for (const entry of value) search(entry, name, depth);
			return;
		}
		if (isRecord(value)) {
			if (depth >= DEEPEST_FIELD) return;
			for (const [own, inner] of Object.entries(value)) {
				if (own.length > LONGEST_NAME || NO_PATH.test(own)) continue;
				search(inner, depth > 0 ? `${name}.${own}` : own, depth + 1);
			}
			return;
		}
		if (name === '' || (examples.size >= MOST_FIELDS_OFFERED && !examples.has(name))) return;
		if (isNothing(examples.get(name))) examples.set(name, value);
	};
	for (const booking of bookings) search(booking, '', 0);
	return [...examples].map(([name, example]) => ({
		name,
		value: name,
		description: isNothing(example)
			? 'Empty in recent bookings'
			: `For example ${asHtml(asExample(example))}`,
	}));
}

function asExample(value: unknown): string {
	return shortened(textOf(value).replace(/\s+/g, ' ').trim(), LONGEST_EXAMPLE);
}
