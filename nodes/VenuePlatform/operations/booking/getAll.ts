import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	type BookingChoice,
	completeBookings,
	listBookings,
} from '../../../venueApi/resources/bookings';
import { readWholeBookings, wholeBookingsField } from '../../../parameters/wholeBookings';
import { isForAgent } from '../../output/forAgent';
import { bookingOutput, FOR_AGENTS, FOR_PEOPLE, readOutput } from '../../output/output';
import {
	hintEmptyFilters,
	hintEmptyParts,
	hintIfNoneMatch,
	isEmpty,
	refuseEmptyFilters,
} from '../../parameters/empty';
import { jsonObjectOf, readTime } from '../../../parameters/reading';
import { isExpression } from '../../parameters/call';
import { limitOf, optionsWith, readOptions, returnAllOrLimit } from '../../parameters/options';
import { SEARCH_BY_QUERY } from '../../../venueApi/messages/explanations';
import { isRecord } from '../../../venueApi/records';
import type { Operation } from '../operation';
import { watchForCancelled } from './cancelled';
import {
	containsText,
	inChosenFields,
	inNamedFields,
	readContainsText,
	readOrder,
	sort,
} from './choice';
import { watchForLeftOut } from './leftOut';
import { readVisit, venueTimeZone, visitFields } from './visit';

const FILTER_LABELS = {
	additionalQuery: 'Additional Query Parameters',
	containsText: 'Contains Text',
	modifiedFromDate: 'Modified From Date',
	visitFrom: 'Visit From',
	visitTo: 'Visit To',
};

interface BookingFilters {
	containsText?: unknown;
	inFields?: unknown;
	modifiedFromDate?: unknown;
	additionalQuery?: unknown;
	visitField?: unknown;
	visitFrom?: unknown;
	visitTo?: unknown;
}

function filtersWith(inFields: INodeProperties): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Additional Query Parameters',
				name: 'additionalQuery',
				type: 'json',
				default: '{}',
				description:
					'Other query parameters that the venue understands, as a JSON object of names and values, such as {"name": "value"}',
			},
			containsText,
			{ ...inFields, displayOptions: {} },
			{
				displayName: 'Modified From Date',
				name: 'modifiedFromDate',
				type: 'dateTime',
				default: '',
				description:
					'Only bookings that changed at or after this time. It is the time of the change, not of the visit.',
			},
			...visitFields,
		],
	};
}

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many bookings',
		description:
			'Get the bookings of the venue: all, or by their visit, their last change, or a text such as a name. Reads only.',
	},
	fields: [
		...returnAllOrLimit.map((field) =>
			field.name === 'limit'
				? {
						...field,
						hint: 'Returns the first ones of the venue’s list, unless Sort says otherwise',
					}
				: field,
		),
		...bookingOutput,
		{ ...filtersWith(inChosenFields), displayOptions: { show: FOR_PEOPLE } },
		{ ...filtersWith(inNamedFields), displayOptions: { show: FOR_AGENTS } },
		optionsWith(sort, venueTimeZone, wholeBookingsField),
	],
	sample: { uniqueId: 'BKG-000042' },

	async execute({ context, connection, itemIndex }) {
		const { filters, filled, query, isOfChanges } = readBookingFilters(context, itemIndex);
		const text = readContainsText(context, filters);
		const shape = readOutput(context, itemIndex);
		const limit = limitOf(context, itemIndex);
		// One more booking shows whether to tell the agent that there are more.
		const wanted = isForAgent(context) ? limit + 1 : limit;
		const options = readOptions(context, itemIndex);
		const visit = readVisit(context, filters, options.venueTimeZone);
		const whole = readWholeBookings(context, options.wholeBookings);
		const order = readOrder(context, options.sort, wanted);
		const cancelled = watchForCancelled(context);
		const { watched, leftOut } = watchForLeftOut(connection, whole);

		const found = await listBookings(connection, query, {
			...(visit?.needsAll ? { atMost: Infinity } : order.reading),
			isWanted: watched(allOf(cancelled.isWanted, visit?.isWanted, text.isWanted)),
			tellCut: visit?.refusePart,
			words: { searchAdvice: SEARCH_BY_QUERY, narrowedBy: 'Limit or Modified From Date' },
		});
		const chosen = await visit?.choose(found, leftOut);
		const rows = order.arrange(chosen?.bookings ?? found).slice(0, wanted);
		if (rows.length === 0) await text.onNothingFound(leftOut);
		hintEmptyFilters(context, filled, FILTER_LABELS);
		const isFiltered = !isEmpty(Object.values(filled));
		hintIfNoneMatch(context, rows, 'bookings', isFiltered);
		cancelled.hintIfNone();
		const bookings = await completeBookings(connection, rows.slice(0, limit), whole);
		const { field } = chosen ?? {};
		const shown = visit ? bookings.map((one) => visit.wantedFirst(one, field)) : bookings;
		// The one more is only counted.
		return shape(shown.concat(rows.slice(limit)), limit, {
			visitField: field,
			isOfChanges,
			narrowedBy: narrowedBy(filters, order.isNewestFirst),
		});
	},
};

function readBookingFilters(context: IExecuteFunctions, itemIndex: number) {
	const filters = context.getNodeParameter('filters', itemIndex, {}) as BookingFilters;
	const query: IDataObject = {
		...jsonObjectOf(context, 'Additional Query Parameters', filters.additionalQuery),
	};
	const filled = filledFilters(context, filters, query);
	refuseEmptyFilters(context, filled, FILTER_LABELS);
	const since = readTime(context, 'Modified From Date', filters.modifiedFromDate);
	if (since) query.modifiedFromDate = since;
	return { filters, filled, query, isOfChanges: since !== undefined };
}

/** What counts if the question is whether a filter is empty. */
function filledFilters(
	context: IExecuteFunctions,
	filters: BookingFilters,
	query: IDataObject,
): BookingFilters {
	if (!('additionalQuery' in filters)) return filters;
	const asEntered: unknown = context.getNode().parameters.filters;
	// An expression may leave a name without a value; a user who types one may want just that.
	const isGiven = isRecord(asEntered) && isExpression(asEntered.additionalQuery);
	const names = Object.keys(query);
	if (!isGiven) return { ...filters, additionalQuery: names };
	const empty = names.filter((name) => isEmpty(query[name]));
	const isPart = empty.length > 0 && empty.length < names.length;
	if (isPart) hintEmptyParts(context, FILTER_LABELS.additionalQuery, empty);
	return { ...filters, additionalQuery: Object.values(query) };
}

/** How an agent can ask for less, by what its tool lets it fill in. */
function narrowedBy(filters: BookingFilters, isNewestFirst: boolean): string | undefined {
	const { visitFrom, visitTo, modifiedFromDate } = filters;
	const hasText = 'containsText' in filters;
	const ways = [
		...(hasText ? ['a longer text'] : []),
		...(!hasText && (visitFrom || visitTo) ? ['a shorter part of the day'] : []),
		// With the newest first, a later time shows nothing new.
		...(modifiedFromDate && !isNewestFirst ? ['a later time'] : []),
	];
	if (ways.length === 0 && isNewestFirst) return 'a longer text';
	return ways.length > 0 ? ways.join(' or ') : undefined;
}

type Wish = BookingChoice['isWanted'];

/** Each is asked about every booking, because it remembers what it has seen. */
function allOf(...wishes: Wish[]): Wish {
	const asked = wishes.filter((wish) => wish !== undefined);
	if (asked.length === 0) return undefined;
	return (booking) => asked.map((isWanted) => isWanted(booking)).every(Boolean);
}
