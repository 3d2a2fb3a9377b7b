import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { LIMITS } from '../../../venueApi/limits';
import { inWords, TOPICS } from '../../../venueApi/resources/events';
import type { FailedMessage } from '../../../venueApi/resources/failedMessages';
import { explainEmptyFilters } from '../../parameters/emptyList';
import { readId } from '../../parameters/id';
import { readNumber } from '../../parameters/number';
import { readSwitch } from '../../parameters/switch';
import { webhookLocator } from '../../parameters/webhook';

interface Filters {
	topics?: string[];
	minimumAttempt?: unknown;
	onlyFinal?: unknown;
	webhookId?: unknown;
}

export const filters: INodeProperties = {
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
			options: Object.keys(TOPICS)
				.map((topic) => ({ name: inWords(topic), value: topic }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [],
			description: 'Only messages about these topics',
		},
		webhookLocator('Only messages to this webhook'),
	],
};

/** Whether a message is one of those that the user wants. */
export function filterOf(
	context: IExecuteFunctions,
	itemIndex: number,
): (message: FailedMessage) => boolean {
	const wanted = context.getNodeParameter('filters', itemIndex, {}) as Filters;
	const given = { Topics: wanted.topics, Webhook: wanted.webhookId };
	explainEmptyFilters(context, given, 'failed message');
	const topics = [wanted.topics ?? []].flat();
	const atLeast = readNumber(context, 'Minimum Attempt', wanted.minimumAttempt ?? 0, 0);
	const onlyFinal = readSwitch(context, 'Only Given Up', wanted.onlyFinal ?? false);
	const webhookId = readId(wanted.webhookId);
	return (message) =>
		(topics.length === 0 || topics.includes(message.topic ?? '')) &&
		(message.attempts >= atLeast || message.isGivenUp) &&
		(!onlyFinal || message.isGivenUp) &&
		(webhookId === undefined || message.webhookId === webhookId);
}
