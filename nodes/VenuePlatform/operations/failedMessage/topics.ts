import {
	type IExecuteFunctions,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { chooseFrom, namesListed } from '../../../parameters/reading';
import { inWords, isSameTopic, topicNamed, TOPICS } from '../../../venueApi/resources/events';
import type { FailedMessage } from '../../../venueApi/resources/failedMessages';

export const topicOptions: INodePropertyOptions[] = Object.keys(TOPICS)
	.map((topic) => ({ name: inWords(topic), value: topic }))
	.sort((a, b) => a.name.localeCompare(b.name));

export function isAboutAny({ topic }: FailedMessage, topics: string[]): boolean {
	return topic !== null && topics.some((wanted) => isSameTopic(topic, wanted));
}

/**
 * The given topics, by their usual names. A venue may have others, which its messages show. A topic
 * that is none would match nothing, as if no message about it had failed.
 */
export function readTopics(
	context: IExecuteFunctions,
	field: string,
	given: string[],
	messages: FailedMessage[],
): string[] {
	const topics = given.map((topic) => topicNamed(topic) ?? topic);
	const own = messages
		.flatMap(({ topic }) => topic ?? [])
		.filter((topic) => topicNamed(topic) === undefined);
	const unknown = topics.filter(
		(topic) => topicNamed(topic) === undefined && !own.some((other) => isSameTopic(other, topic)),
	);
	if (unknown.length === 0) return topics;
	const names = topicOptions.map(({ name }) => name);
	const all = own.length === 0 ? names : [...names, namesListed([...new Set(own)])];
	throw new NodeOperationError(
		context.getNode(),
		`${field} holds something that is not a topic of the venue`,
		{ description: chooseFrom(all, unknown) },
	);
}
