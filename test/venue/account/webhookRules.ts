import { z } from 'zod';
import type { Json, JsonObject } from '../json';
import type { Profile } from '../profile';
import { TOPICS, TOPIC_NAMES, topicKey, type EventKind, type Topic } from '../topics';
import type { FieldError } from '../endpoints/answers';

const bookingInclude = z
	.object({
		tickets: z.boolean().optional(),
		payments: z.boolean().optional(),
		externalId: z.boolean().optional(),
	})
	.passthrough();

function subscription(topic: Topic) {
	const kinds: readonly EventKind[] = TOPICS[topic];
	return z
		.object({
			events: z
				.array(
					z.string().refine((kind) => kinds.some((known) => known === kind), {
						message: `The events of ${topicKey(topic)} are ${kinds.join(', ')}.`,
					}),
				)
				.min(1, 'At least one event is required.'),
			...(topic === 'Booking' && { include: bookingInclude.optional() }),
		})
		.passthrough();
}

const subscriptions = (known: readonly Topic[]) =>
	z
		.record(z.unknown())
		.refine((topics) => Object.keys(topics).length > 0, 'At least one topic is required.')
		.pipe(
			z
				.object(
					Object.fromEntries(
						known.map((topic) => [topicKey(topic), subscription(topic).optional()]),
					),
				)
				.strict(),
		);

function isHttpsUrl(text: string): boolean {
	return URL.canParse(text) && new URL(text).protocol === 'https:';
}

/** 2.3: capabilities that it states only in words are stored as they were sent. */
function configuration({ requiresApiKey, knownTopics, otherTopics }: WebhookRules) {
	const apiKey = z.string().min(1);
	const withKey = z.object({ apiKey }).passthrough();
	return z
		.object({
			url: z.string().refine(isHttpsUrl, 'The url must be an absolute HTTPS URL.'),
			enabled: z.boolean().optional(),
			authentication: requiresApiKey
				? withKey
				: withKey.extend({ apiKey: apiKey.optional() }).optional(),
			webhooks: subscriptions(otherTopics === 'ignored' ? TOPIC_NAMES : knownTopics),
		})
		.passthrough();
}

export interface WebhookConfiguration extends JsonObject {
	url: string;
	webhooks: Record<string, SubscriptionFields>;
}

export interface SubscriptionFields extends JsonObject {
	events: string[];
}

export type WebhookRules = Pick<
	Profile['webhooks'],
	'requiresApiKey' | 'knownTopics' | 'otherTopics'
>;

const DOCUMENTED: WebhookRules = {
	requiresApiKey: false,
	knownTopics: TOPIC_NAMES,
	otherTopics: 'refused',
};

export function fieldErrorsIn(body: Json | undefined, rules = DOCUMENTED): FieldError[] {
	const { error } = configuration(rules).safeParse(body);
	return (error?.issues ?? []).map((issue) => ({
		field: issue.path.join('.') || 'configuration',
		message: issue.message,
	}));
}
