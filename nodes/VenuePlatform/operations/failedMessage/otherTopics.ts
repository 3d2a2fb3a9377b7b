import { DateTime } from 'luxon';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import type { Connection } from '../../../venueApi/connection';
import { readApiPath } from '../../../venueApi/resources/apiPath';
import { holdsKeys } from '../../../venueApi/resources/calls';
import { inWords } from '../../../venueApi/resources/events';
import { asTime } from '../../../venueApi/messages/waits';
import { type ListPlan, readPlannedList } from '../../../venueApi/resources/plannedList';
import { BOOKING_TOPIC } from '../../../venueApi/resources/failedMessages';
import { hint } from '../../../n8n/hint';
import { entriesOf } from '../../output/response';
import {
	daysPerCallField,
	endIsField,
	pagingFields,
	readPaging,
	spansOf,
} from '../../parameters/paging';
import { readZone, venueTimeZoneField } from '../../parameters/days';
import { hintIfEmpty } from '../../parameters/empty';
import { namesListed } from '../../../parameters/reading';
import { textOf, type VenueRecord } from '../../../venueApi/records';
import { topicOptions } from './topics';

/** A topic to recover with a call that the user enters: the API document shows no such call. */
interface OtherTopic {
	topic: string;
	path: string;
	dateParameter: string;
	/** With an end date, the call takes days. */
	endDateParameter: string;
	/** How it is read, as the user entered it. */
	reading: IDataObject;
}

const DEFAULT_TOPIC = 'Customer';

/** Of the fields that it shares with Call: there is no All Pages and no Date Range around them. */
const OWN_DESCRIPTIONS: Record<string, string> = {
	pageParameter: 'Query parameter for the page, if the answer does not show it',
	pageSize: 'How many records to ask for on each page. Only with Page Size Parameter.',
	pageSizeParameter: 'Query parameter for Page Size. Without it, Page Size is not sent.',
	venueTimeZone:
		'For a call that takes days: where they begin. Without it, up to a day more is asked for at each end.',
};

export const otherTopicsField: INodeProperties = {
	displayName: 'Other Topics',
	name: 'otherTopics',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Topic',
	default: {},
	description:
		'What else to fetch if messages about it failed, by calls that the venue platform’s support names',
	options: [
		{
			displayName: 'Topic',
			name: 'topics',
			values: [
				...[...pagingFields, daysPerCallField, endIsField, venueTimeZoneField]
					.filter(({ name }) => name !== 'allPages')
					.map((field) => ({
						...field,
						description: OWN_DESCRIPTIONS[field.name] ?? field.description,
					})),
				{
					displayName: 'End Date Parameter',
					name: 'endDateParameter',
					type: 'string',
					default: '',
					placeholder: 'e.g. endDate',
					description: 'For a call that takes days: the query parameter for the last day',
				},
				{
					displayName: 'Date Parameter',
					name: 'dateParameter',
					type: 'string',
					default: '',
					placeholder: 'e.g. modifiedFromDate',
					description:
						'The query parameter of that call that takes the time of the earliest change',
				},
				{
					displayName: 'Path',
					name: 'path',
					type: 'string',
					default: '',
					placeholder: 'e.g. /customers',
					description: 'Path below the Base URL of the credential',
				},
				{
					displayName: 'Topic',
					name: 'topic',
					type: 'options',
					options: topicOptions.map((option) => ({
						...option,
						...(option.value === BOOKING_TOPIC && {
							description:
								'By this call instead of the venue’s list. Whole Bookings does not apply to its rows.',
						}),
					})),
					default: DEFAULT_TOPIC,
					description: 'What the failed messages are about',
				},
			].sort((one, other) => one.displayName.localeCompare(other.displayName)) as INodeProperties[],
		},
	],
};

export function readOtherTopics(context: IExecuteFunctions, value: unknown): OtherTopic[] {
	const { topics } = (value ?? {}) as { topics?: IDataObject | IDataObject[] };
	return [topics ?? []].flat().map((entered) => {
		const { topic, path, dateParameter, endDateParameter } = entered;
		const name = 'topic' in entered ? textOf(topic).trim() : DEFAULT_TOPIC;
		const refuse = (label: string, reason: string): never => {
			throw new NodeOperationError(
				context.getNode(),
				`“${label}” of ${namesListed([inWords(name)])} in Other Topics cannot be used: ${reason}`,
				{ description: 'Ask the venue platform’s support for the call, or remove the topic.' },
			);
		};
		if (name === '') {
			throw new NodeOperationError(context.getNode(), '“Topic” in Other Topics is empty', {
				description: 'Choose a topic, or correct its expression.',
			});
		}
		const read = readApiPath(path);
		if ('reason' in read) return refuse('Path', read.reason);
		if (holdsKeys(read.path)) return refuse('Path', 'webhooks are not something that was missed');
		const date = textOf(dateParameter).trim();
		if (date === '') return refuse('Date Parameter', 'it is empty');
		const end = textOf(endDateParameter).trim();
		readZone(context, entered.venueTimeZone);
		return {
			topic: name,
			path: read.path,
			dateParameter: date,
			endDateParameter: end,
			reading: entered,
		};
	});
}

/** What a topic is to fetch. */
interface TopicSince {
	topic: OtherTopic;
	since: string;
	plan: ListPlan;
}

/** Throws, before anything is fetched, if its fields do not go with this beginning. */
export function topicSince(
	context: IExecuteFunctions,
	topic: OtherTopic,
	since: string,
): TopicSince {
	const pages = readTopicPaging(context, topic.reading);
	return { topic, since, plan: { pages, spans: spansSince(context, topic, since) } };
}

const WORDS = {
	enteredAs: 'Path',
	enteredBy: 'the fields of Other Topics',
	narrowedBy: 'Page Size or a later time in Since',
	listAdvice: 'Ask the venue platform’s support for a call that lists what has changed.',
};

export async function listChanged(
	context: IExecuteFunctions,
	connection: Connection,
	{ topic, since, plan }: TopicSince,
): Promise<VenueRecord[]> {
	const call = { method: 'GET' as const, path: topic.path, ...WORDS };
	const { entries, told } = await readPlannedList(connection, call, plan);
	const name = namesListed([inWords(topic.topic)]);
	if (told) {
		hint(context, `${name}: ${told}`);
	} else {
		const time = asTime(new Date(since), context.getTimezone());
		const nothing = `${name}: the call returned nothing that has changed since ${time}.`;
		hintIfEmpty(context, entries, nothing);
	}
	return entriesOf(entries);
}

/** All pages, always. n8n saves each field of a topic, so a page size without a parameter is none. */
function readTopicPaging(context: IExecuteFunctions, reading: IDataObject): ListPlan['pages'] {
	const { pageSize, ...others } = reading;
	const hasSize = textOf(others.pageSizeParameter).trim() !== '';
	return readPaging(context, {}, { ...others, ...(hasSize ? { pageSize } : {}), allPages: true });
}

const SINCE = {
	reversed: {
		message: '“Since” is in the future',
		description: 'Enter the beginning of the outage, or correct the expression.',
	},
	shorten: 'Fill in Since with a later time.',
};

/** Zones in which a day begins first and last: without the venue's own one, no change is left out. */
const [EARLIEST, LATEST] = ['UTC+14', 'UTC-12'];

function spansSince(
	context: IExecuteFunctions,
	{ dateParameter, endDateParameter, reading }: OtherTopic,
	since: string,
): ListPlan['spans'] {
	if (endDateParameter === '') return [{ [dateParameter]: since }];
	const zone = readZone(context, reading.venueTimeZone);
	const from = DateTime.fromISO(since, { zone: zone ?? LATEST }).toISODate();
	const to = DateTime.fromMillis(Date.now(), { zone: zone ?? EARLIEST }).toISODate();
	const { daysPerCall, endIs } = reading;
	const names = { startParameter: dateParameter, endParameter: endDateParameter };
	return spansOf(context, { from, to, daysPerCall, endIs, ...names }, SINCE);
}
