import { isRecord, isSetId, oneTextOf, textOf } from '../../venueApi/records';
import { hasStates, isNeverUpdated, isSameName, topicKey } from '../../venueApi/resources/events';
import type { TriggerSettings } from '../settings';
import type { Message } from './message';
import { DAY_MS } from '../../venueApi/durations';

/** What an event is about, and when it happened. */
export interface Entity {
	name: string;
	changedAt: number;
	/** Where its ID is in the message. */
	path: string;
}

/** A date without a zone is up to 14 hours off. A date that is further ahead would outdate all others. */
const FURTHEST_AHEAD_MS = DAY_MS;

const ISO_DATE = /^\d{4}-\d\d-\d\d/;

/**
 * Undefined if the message shows no ID or no usable date. Then nothing shows whether it is outdated.
 * If events of a topic are never updated, each is a thing of its own: the parts of an export share an
 * ID.
 */
export function entityOf(
	message: Message,
	{ entityIdPath }: Pick<TriggerSettings, 'entityIdPath'>,
): Entity | undefined {
	// The path may lead to a booking, and a booking has several redemptions.
	if (isNeverUpdated(textOf(message.type))) return undefined;
	const path = entityIdPath === '' ? pathOfId(message) : entityIdPath;
	const id = path === undefined ? undefined : valueAt(message, path.split('.'));
	const changedAt = dateOfChange(message.eventDate);
	if (path === undefined || !isSetId(id) || changedAt === undefined) return undefined;
	return { name: `${textOf(message.type)} ${oneTextOf(id)}`, changedAt, path };
}

/** The first of the usual names, in `data` or in the object that is named after the topic. */
function pathOfId({ type, data }: Message): string | undefined {
	if (typeof type !== 'string' || !hasStates(type)) return undefined;
	const topic = topicKey(type);
	// In anything but a booking, `uniqueId` may be that of its booking.
	const generalIds = isSameName(type, 'Booking') ? ['uniqueId', 'id'] : ['id', 'uniqueId'];
	const inside = fieldNamedLike(data, topic);
	const places = [...(inside === undefined ? [] : [['data', inside]]), ['data']];
	for (const place of places) {
		const record = valueAt({ data }, place);
		for (const usual of [`${topic}Id`, ...generalIds, `${topic}Reference`]) {
			const name = fieldNamedLike(record, usual);
			if (name !== undefined && isSetId(valueAt(record, [name]))) return [...place, name].join('.');
		}
	}
	return undefined;
}

/** The field with this name, as the message spells it. */
function fieldNamedLike(record: unknown, name: string): string | undefined {
	if (!isRecord(record)) return undefined;
	return Object.keys(record).find((field) => isSameName(field, name));
}

function valueAt(start: unknown, names: string[]): unknown {
	return names.reduce<unknown>(
		(value, name) =>
			typeof value === 'object' && value !== null && Object.hasOwn(value, name)
				? (value as Record<string, unknown>)[name]
				: undefined,
		start,
	);
}

function dateOfChange(date: unknown): number | undefined {
	const time = typeof date === 'string' && ISO_DATE.test(date) ? Date.parse(date) : NaN;
	return time >= 0 && time <= Date.now() + FURTHEST_AHEAD_MS ? time : undefined;
}
