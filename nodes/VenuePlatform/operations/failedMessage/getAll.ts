import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	inShort,
	listFailedMessages,
	asFailedMessage,
} from '../../../venueApi/resources/failedMessages';
import type { AgentQuestion } from '../../output/essentials';
import { inOrderOf } from '../../output/forAgent';
import { messageOutput, readOutput } from '../../output/output';
import { withShortDetail } from '../../output/simplified';
import { hintEmptyFilters, hintIfNoneMatch, isEmpty } from '../../parameters/empty';
import { limitOf, optionsWith, returnAllOrLimit } from '../../parameters/options';
import type { Operation } from '../operation';
import { LIMITS } from '../../../venueApi/limits';
import { requiredId, webhookLocator } from '../../parameters/id';
import { readNumber, readSwitch } from '../../../parameters/reading';
import { choicesIn } from '../../../parameters/values';
import type { VenueRecord } from '../../../venueApi/records';
import { isAboutAny, readTopics, topicOptions } from './topics';

const SIMPLIFIED_FIELDS =
	'topic eventType firstFailedAt givenUp lastHttpStatus attempts lastDetail nextRetryAt webhookId messageId'.split(
		' ',
	);

interface MessageFilters {
	topics?: unknown;
	minimumAttempt?: unknown;
	onlyFinal?: unknown;
	webhookId?: unknown;
}

const FILTER_LABELS = {
	topics: 'Topics',
	minimumAttempt: 'Minimum Attempt',
	onlyFinal: 'Only Given Up',
	webhookId: 'Webhook',
};

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Minimum Attempt',
			name: 'minimumAttempt',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5,
			description: `Only messages that could not be delivered at least this many times, and those that were given up. The venue tries again up to ${LIMITS.deliveries.retries} times.`,
		},
		{
			displayName: 'Only Given Up',
			name: 'onlyFinal',
			type: 'boolean',
			default: true,
			description: 'Whether to return only messages that the venue does not try to deliver again',
		},
		{
			displayName: 'Topics',
			name: 'topics',
			type: 'multiOptions',
			options: topicOptions,
			default: [],
			description: 'Only messages about these topics',
		},
		webhookLocator('Only messages to this webhook'),
	],
};

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many failed messages',
		description:
			'Get the event messages that the venue could not deliver to their webhooks, why, and how often it has tried. Reads only.',
	},
	fields: [...returnAllOrLimit, ...messageOutput, filtersField, optionsWith()],
	sample: {
		messageId: '7b0c',
		webhookId: '1001',
		topic: 'Booking',
		eventType: 'Created',
		attempts: 7,
		lastHttpStatus: 503,
		lastDetail: 'Service Unavailable',
		firstFailedAt: '2026-11-21T12:00:00Z',
		nextRetryAt: '2026-11-21T13:00:00Z',
		givenUp: false,
	},

	async execute({ context, connection, itemIndex }) {
		const limit = limitOf(context, itemIndex);
		const filters = readFilters(context, itemIndex);
		const shape = readOutput(context, itemIndex, SIMPLIFY);
		const all = await listFailedMessages(connection);
		const found = filters ? matching(context, all, filters) : all;
		hintIfNoneMatch(context, found, 'failed messages', filters !== undefined);
		return shape(found, limit, { narrowedBy: 'one topic' });
	},
};

type Filters = NonNullable<ReturnType<typeof readFilters>>;

/** Undefined if every message is wanted. */
function readFilters(context: IExecuteFunctions, itemIndex: number) {
	const entered = context.getNodeParameter('filters', itemIndex, {}) as MessageFilters;
	hintEmptyFilters(context, entered, FILTER_LABELS);
	const wanted: MessageFilters = Object.fromEntries(
		Object.entries(entered).filter(([, value]) => !isEmpty(value)),
	);
	const topics = choicesIn(wanted.topics);
	const atLeast = readNumber(context, 'Minimum Attempt', wanted.minimumAttempt ?? 0, 0);
	const onlyFinal = readSwitch(context, 'Only Given Up', wanted.onlyFinal ?? false);
	const webhookId =
		wanted.webhookId === undefined ? undefined : requiredId(context, 'Webhook', wanted.webhookId);
	const isAny = topics.length === 0 && atLeast === 0 && !onlyFinal && webhookId === undefined;
	return isAny ? undefined : { topics, atLeast, onlyFinal, webhookId };
}

function matching(
	context: IExecuteFunctions,
	records: VenueRecord[],
	{ atLeast, onlyFinal, webhookId, ...given }: Filters,
): VenueRecord[] {
	const messages = records.map(asFailedMessage);
	const topics = readTopics(context, '“Topics”', given.topics, messages);
	return records.filter((_, index) => {
		const message = messages[index];
		return (
			(topics.length === 0 || isAboutAny(message, topics)) &&
			(message.attempts >= atLeast || message.isGivenUp) &&
			(!onlyFinal || message.isGivenUp) &&
			(webhookId === undefined || message.webhookId === webhookId)
		);
	});
}

export const simplifiedMessage = (record: VenueRecord): IDataObject =>
	withShortDetail(inShort(asFailedMessage(record)));

const SIMPLIFY = {
	each: simplifiedMessage,
	forAgent: (records: VenueRecord[], question?: AgentQuestion) =>
		inOrderOf(SIMPLIFIED_FIELDS, records.map(simplifiedMessage), question?.narrowedBy),
};
