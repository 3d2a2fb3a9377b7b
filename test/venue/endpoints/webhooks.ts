import { fieldErrorsIn, type WebhookConfiguration } from '../account/webhookRules';
import type { Webhook } from '../account/webhooks';
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { Profile } from '../profiles';
import type { Answer } from './answers';
import type { Call, Endpoint } from './endpoint';
import { answerList } from './lists';

function idOf({ webhookId }: Webhook, profile: Profile): JsonObject {
	const { field, as } = profile.webhookId;
	return { [field]: as === 'string' ? String(webhookId) : webhookId };
}

function elementOf(webhook: Webhook, profile: Profile): string {
	const { authentication, ...rest } = webhook.configuration;
	const { secretsInLists } = profile;
	if (secretsInLists === false || authentication === undefined) {
		return JSON.stringify(recordOf(rest, webhook, profile));
	}
	const shown = secretsInLists === 'masked' ? masked(authentication) : authentication;
	return JSON.stringify(recordOf({ ...rest, authentication: shown }, webhook, profile));
}

function recordOf(shown: JsonObject, webhook: Webhook, profile: Profile): JsonObject {
	const id = idOf(webhook, profile);
	return profile.webhookRecord === 'nested' ? { ...id, configuration: shown } : { ...shown, ...id };
}

/** A client that sends this back unchanged overwrites the secret with it. */
function masked(secret: Json): Json {
	if (isJsonObject(secret)) {
		return Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, masked(value)]));
	}
	return typeof secret === 'string' ? '********' : secret;
}

/** What is stored, where a URL library has rewritten the address. */
function stored(sent: Json | undefined, { addresses }: Profile): WebhookConfiguration {
	const configuration = sent as WebhookConfiguration;
	const { origin, pathname, search } = new URL(configuration.url);
	switch (addresses) {
		case 'asSent':
			return configuration;
		case 'withSlash':
			return { ...configuration, url: `${origin}${pathname.replace(/\/?$/, '/')}${search}` };
		case 'encoded':
			return { ...configuration, url: `${origin}${pathname.replace(/-/g, '%2d')}${search}` };
	}
}

function written(webhook: Webhook, how: Profile['created'], { answers, profile }: Call): Answer {
	switch (how.body) {
		case 'configuration':
			return answers.json(recordOf(webhook.configuration, webhook, profile), how.status);
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
		const errors = fieldErrorsIn(request.json);
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
		const { account, profile } = call;
		const elements = account.webhooks.all().map((webhook) => elementOf(webhook, profile));
		return answerList(call, 'webhooks', elements);
	},
};

const updateWebhook: Endpoint = {
	method: 'PUT',
	path: '/webhooks/{webhookId}',
	scope: 'Webhook_Update',
	surface: 'rest',
	answer(call) {
		const { request, parameters, account, answers, profile } = call;
		if (!/^\d+$/.test(parameters.webhookId)) {
			return answers.badRequest({
				field: 'webhookId',
				message: `The value '${parameters.webhookId}' is not valid for webhookId.`,
			});
		}
		const webhook = account.webhooks.find(Number(parameters.webhookId));
		if (!webhook) return answers.notFound();
		const errors = fieldErrorsIn(request.json);
		if (errors.length > 0) return answers.badRequest(...errors);
		webhook.configuration = stored(request.json, profile);
		return written(webhook, profile.updated, call);
	},
};

const listFailedMessages: Endpoint = {
	method: 'GET',
	path: '/webhooks/messages/failed',
	scope: 'Webhook_GetFailedMessages',
	surface: 'rest',
	// "JSON array of failed message records": the only list whose form is shown.
	answer: ({ account, answers }) => answers.json(account.failedMessages),
};

export const webhookEndpoints = [createWebhook, listWebhooks, updateWebhook, listFailedMessages];
