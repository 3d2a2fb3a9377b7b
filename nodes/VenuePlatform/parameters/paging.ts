import { DateTime } from 'luxon';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { readChoice, readNumber, readSwitch } from '../../parameters/reading';
import { isRecord, trimmedText } from '../../venueApi/records';
import type { ApiCall } from '../../venueApi/resources/calls';
import { countsRecords } from '../../venueApi/resources/nextPage';
import type { ListPlan } from '../../venueApi/resources/plannedList';
import { readResponseFormat } from '../output/response';
import { readDay, readZone, venueTimeZoneField } from './days';
import { hintEmptyField } from './empty';
import { isNothing } from '../../parameters/values';

const MOST_DAYS = 366;
/** The names that a live service has. The API document shows none. */
const USUAL_PARAMETERS = { start: 'startDate', end: 'endDate', size: 'pageSize' };
const USUAL_SIZE = 100;
const ENDS = ['sameDay', 'nextDay'] as const;

export const pagingFields: INodeProperties[] = [
	{
		displayName: 'All Pages',
		name: 'allPages',
		type: 'boolean',
		default: true,
		description:
			'Whether to read all pages of a list, with one item for each record. Only with GET.',
	},
	{
		displayName: 'Page Parameter',
		name: 'pageParameter',
		type: 'string',
		default: '',
		placeholder: 'e.g. pageNumber',
		description: 'Query parameter for the page, if the answer does not show it. For All Pages.',
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: USUAL_SIZE,
		description: 'How many records to ask for on each page. For All Pages.',
	},
	{
		displayName: 'Page Size Parameter',
		name: 'pageSizeParameter',
		type: 'string',
		default: '',
		placeholder: 'e.g. pageSize',
		description: `Query parameter for Page Size. Without it, ${USUAL_PARAMETERS.size} is sent if Page Size is added.`,
	},
];

export const daysPerCallField: INodeProperties = {
	displayName: 'Days per Call',
	name: 'daysPerCall',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: 'How many days the venue gives at once',
};

export const endIsField: INodeProperties = {
	displayName: 'End Is',
	name: 'endIs',
	type: 'options',
	options: [
		{ name: 'Next Day', value: 'nextDay', description: 'The day after the last one of a call' },
		{ name: 'Same Day', value: 'sameDay', description: 'The last day of a call' },
	],
	default: 'sameDay',
	description: 'Which day the venue expects as the end',
};

export const dateRangeField: INodeProperties = {
	displayName: 'Date Range',
	name: 'dateRange',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: `Days to read, one call after the other: at most ${MOST_DAYS}. Only with GET.`,
	options: [
		daysPerCallField,
		endIsField,
		{
			displayName: 'End Parameter',
			name: 'endParameter',
			type: 'string',
			default: '',
			placeholder: `e.g. ${USUAL_PARAMETERS.end}`,
			description: `Query parameter for the last day. Without it, ${USUAL_PARAMETERS.end} is sent.`,
		},
		{
			displayName: 'From',
			name: 'from',
			type: 'dateTime',
			default: '',
			description: 'The first day',
		},
		{
			displayName: 'Start Parameter',
			name: 'startParameter',
			type: 'string',
			default: '',
			placeholder: `e.g. ${USUAL_PARAMETERS.start}`,
			description: `Query parameter for the first day. Without it, ${USUAL_PARAMETERS.start} is sent.`,
		},
		{
			displayName: 'To',
			name: 'to',
			type: 'dateTime',
			default: '',
			description: 'The last day. Without it, the day of From.',
		},
		venueTimeZoneField,
	],
};

/** How the user wants the list to be read. Undefined if one request is enough. */
export function readListPlan(
	context: IExecuteFunctions,
	{ method, query = {} }: ApiCall,
	options: IDataObject,
): ListPlan | undefined {
	const pages = readPaging(context, query, options);
	const spans = readDateRange(context, options.dateRange);
	if (!pages && !spans) return undefined;
	if (method !== 'GET') {
		throw new NodeOperationError(
			context.getNode(),
			'All Pages and Date Range only read, so they need GET as Method',
			{ description: 'Choose GET, or remove them in Options.' },
		);
	}
	if (['text', 'file'].includes(readResponseFormat(context, options))) {
		throw new NodeOperationError(
			context.getNode(),
			'All Pages and Date Range read lists in JSON, so Response Format has to be Automatic or JSON',
			{ description: 'Choose one of these, or remove All Pages and Date Range in Options.' },
		);
	}
	return { pages, spans: spans ?? [{}] };
}

export function readPaging(
	context: IExecuteFunctions,
	query: IDataObject,
	{ allPages, pageParameter, pageSizeParameter, pageSize }: IDataObject,
): ListPlan['pages'] {
	if (!readSwitch(context, 'All Pages', allPages ?? false)) return undefined;
	const parameter = trimmedText(pageParameter) || undefined;
	const sizeParameter = trimmedText(pageSizeParameter);
	const hasSize = pageSize !== undefined || sizeParameter !== '';
	const size = Math.floor(readNumber(context, 'Page Size', pageSize ?? USUAL_SIZE, 1));
	const isOffset = countsRecords(parameter);
	const isOurs = parameter !== undefined && !(parameter in query);
	return {
		parameter,
		isFirstGuessed: isOurs && !isOffset,
		query: {
			...(hasSize ? { [sizeParameter || USUAL_PARAMETERS.size]: size } : {}),
			...(isOurs ? { [parameter]: isOffset ? 0 : 1 } : {}),
		},
	};
}

function readDateRange(context: IExecuteFunctions, value: unknown): ListPlan['spans'] | undefined {
	if (!isRecord(value) || Object.keys(value).length === 0) return undefined;
	const zone = readZone(context, value.venueTimeZone) ?? context.getTimezone();
	const from = readDay(context, 'From', value.from, zone);
	const to = isNothing(value.to) ? from : readDay(context, 'To', value.to, zone);
	if ('to' in value && isNothing(value.to)) {
		hintEmptyField(context, 'To is empty, so only the day of From is read.');
	}
	return spansOf(context, { ...value, from, to });
}

interface RangeWords {
	reversed: { message: string; description: string };
	/** What to do about too many days. */
	shorten: string;
}

const DATE_RANGE: RangeWords = {
	reversed: {
		message: '“To” is before “From”',
		description: 'Exchange them, or correct the expressions.',
	},
	shorten: 'Move From and To closer together, and run this once for each part.',
};

/** The days from the first to the last one, cut into calls. */
export function spansOf(
	context: IExecuteFunctions,
	{ from, to, daysPerCall, endIs, ...range }: IDataObject,
	{ reversed, shorten } = DATE_RANGE,
): ListPlan['spans'] {
	const refuse = (message: string, description: string) => {
		throw new NodeOperationError(context.getNode(), message, { description });
	};
	const atOnce = Math.floor(readNumber(context, 'Days per Call', daysPerCall ?? 1, 1));
	const end = readChoice(context, 'End Is', trimmedText(endIs) || 'sameDay', ENDS);
	const first = DateTime.fromISO(String(from), { zone: 'utc' });
	const last = DateTime.fromISO(String(to), { zone: 'utc' });
	const days = last.diff(first, 'days').days + 1;
	if (days < 1) refuse(reversed.message, reversed.description);
	if (days > MOST_DAYS) {
		refuse(`These are ${days} days, and one run reads at most ${MOST_DAYS}`, shorten);
	}
	const spans: ListPlan['spans'] = [];
	for (let day = first; day <= last; day = day.plus({ days: atOnce })) {
		const until = DateTime.min(day.plus({ days: atOnce - 1 }), last);
		spans.push({
			[trimmedText(range.startParameter) || USUAL_PARAMETERS.start]: day.toISODate() ?? '',
			[trimmedText(range.endParameter) || USUAL_PARAMETERS.end]:
				(end === 'nextDay' ? until.plus({ days: 1 }) : until).toISODate() ?? '',
		});
	}
	return spans;
}
