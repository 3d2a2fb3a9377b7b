import { dateText } from '../dates';
import { fieldErrorsIn, type WebhookConfiguration } from '../account/webhookRules';
import type { Webhook } from '../account/webhooks';
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { Profile } from '../profile';
import { topicKey, type Topic } from '../topics';
import type { Answer } from './answers';
import type { Call, Endpoint } from './endpoint';
import { answerList } from './lists';

function idOf({ webhookId }: Webhook, profile: Profile): JsonObject {
	const { field, as } = profile.webhookId;
	return { [field]: as === 'string' ? String(webhookId) : webhookId };
}

function elementOf(webhook: Webhook, call: Call): string {
	const { secretsInLists, webhooks } = call.profile;
	const { authentication, ...rest } = asListed(webhook.configuration, webhooks);
	if (secretsInLists === false || authentication === undefined) {
		return JSON.stringify(recordOf(rest, webhook, call));
	}
	const shown = secretsInLists === 'masked' ? masked(authentication) : authentication;
	return JSON.stringify(recordOf({ ...rest, authentication: shown }, webhook, call));
}

function recordOf(shown: JsonObject, webhook: Webhook, { account, profile }: Call): JsonObject {
	const id = idOf(webhook, profile);
	switch (profile.webhookRecord) {
		case 'flat':
			return { ...shown, ...id };
		case 'nested':
			return { ...id, configuration: shown };
		case 'nestedWithDate': {
			const createdAt = account.webhooks.createdAt(webhook.webhookId);
			return { ...id, createdDate: dateText(createdAt, profile.dates), configuration: shown };
		}
	}
}

function asListed(
	{ enabled, ...rest }: WebhookConfiguration,
	{ enabledAs }: Profile['webhooks'],
): JsonObject {
	if (enabled === undefined) return rest;
	if (enabledAs === 'number') return { ...rest, enabled: Number(enabled) };
	return { ...rest, enabled: enabledAs === 'text' ? String(enabled) : enabled };
}

/** A client that sends this back unchanged overwrites the secret with it. */
function masked(secret: Json): Json {
	if (isJsonObject(secret)) {
		return Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, masked(value)]));
	}
	return typeof secret === 'string' ? '********' : secret;
}

/** What is stored, where a URL library has rewritten the address, without topics that are ignored. */
function stored(sent: Json | undefined, { addresses, webhooks }: Profile): WebhookConfiguration {
	const configuration = withTopics(sent as WebhookConfiguration, webhooks.knownTopics);
	if (addresses === 'asSent') return configuration;
	return { ...configuration, url: SPELLINGS[addresses](new URL(configuration.url)) };
}

function withTopics(sent: WebhookConfiguration, known: readonly Topic[]): WebhookConfiguration {
	const keys = known.map(topicKey);
	const kept = Object.entries(sent.webhooks).filter(([key]) => keys.includes(key));
	return { ...sent, webhooks: Object.fromEntries(kept) };
}

const SPELLINGS: Record<Exclude<Profile['addresses'], 'asSent'>, (url: URL) => string> = {
	withSlash: ({ origin, pathname, search }) => `${origin}${pathname.replace(/\/?$/, '/')}${search}`,
	encoded: ({ origin, pathname, search }) => `${origin}${pathname.replace(/-/g, '%2d')}${search}`,
	withPort: ({ hostname, port, pathname, search }) =>
		`https://${hostname}:${port || 443}${pathname}${search}`,
	withUpperCaseHost: ({ host, pathname, search }) =>
		`https://${host.toUpperCase()}${pathname}${search}`,
};

function written(webhook: Webhook, how: Profile['created'], call: Call): Answer {
	const { answers, profile } = call;
	switch (how.body) {
		case 'configuration':
			return answers.json(recordOf(webhook.configuration, webhook, call), how.status);
		case 'id':
			return answers.json(idOf(webhook, profile), how.status);
		case 'empty':
			return answers.empty(how.status);
	}
}

const createWebhook: Endpoint = {
	method: 'POST',
	path: '/webhooks',
	scope: 'Webhook_Create',
	surface: 'rest',
	answer(call) {
		const { request, account, answers, profile } = call;
		const errors = fieldErrorsIn(request.json, profile.webhooks);
		if (errors.length > 0) return answers.badRequest(...errors);
		if (account.webhooks.full) {
			const { max } = account.webhooks;
			return answers.conflict({
				name: 'WebhookLimit',
				message: `A venue can have at most ${max} webhook configurations.`,
			});
		}
		const webhook = account.webhooks.create(stored(request.json, profile));
		return written(webhook, profile.created, call);
	},
};

const listWebhooks: Endpoint = {
	method: 'GET',
	path: '/webhooks',
	scope: 'Webhook_Get',
	surface: 'rest',
	answer(call) {
		const { account, answers, profile } = call;
		const elements = account.webhooks.all().map((webhook) => elementOf(webhook, call));
		if (elements.length === 1 && profile.webhooks.onlyOneAs === 'object') {
			return answers.jsonText(elements[0]);
		}
		return answerList(call, 'webhooks', elements);
	},
};

function webhookIn({ parameters: { webhookId }, account, answers }: Call): Webhook | Answer {
	if (!/^\d+$/.test(webhookId)) {
		const message = `The value '${webhookId}' is not valid for webhookId.`;
		return answers.badRequest({ field: 'webhookId', message });
	}
	return account.webhooks.find(Number(webhookId)) ?? answers.notFound();
}

const updateWebhook: Endpoint = {
	method: 'PUT',
	path: '/webhooks/{webhookId}',
	scope: 'Webhook_Update',
	surface: 'rest',
	answer(call) {
		const { request, answers, profile } = call;
		const webhook = webhookIn(call);
		if ('status' in webhook) return webhook;
		const errors = fieldErrorsIn(request.json, profile.webhooks);
		if (errors.length > 0) return answers.badRequest(...errors);
		webhook.configuration = stored(request.json, profile);
		return written(webhook, profile.updated, call);
	},
};

const deleteWebhook: Endpoint = {
	method: 'DELETE',
	path: '/webhooks/{webhookId}',
	surface: 'rest',
	isOffered: ({ webhooks }) => webhooks.canBeDeleted,
	answer(call) {
		const webhook = webhookIn(call);
		if ('status' in webhook) return webhook;
		call.account.webhooks.remove(webhook.webhookId);
		return call.answers.empty(200);
	},
};

const listFailedMessages: Endpoint = {
	method: 'GET',
	path: '/webhooks/messages/failed',
	scope: 'Webhook_GetFailedMessages',
	surface: 'rest',
	// "JSON array of failed message records": the only list whose form is shown.
	answer: ({ account, answers, profile }) =>
		answers.json(account.failedMessages.slice(0, profile.atMostInList)),
};

export const webhookEndpoints: Endpoint[] = [
	createWebhook,
	listWebhooks,
	updateWebhook,
	deleteWebhook,
	listFailedMessages,
];
