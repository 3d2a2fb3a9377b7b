import { createHmac } from 'node:crypto';
import type { WebhookConfiguration } from '../account/webhookRules';
import { isJsonObject, type Json } from '../json';
import type { Profile } from '../profile';

function at(configuration: Json, path: readonly string[]): Json | undefined {
	return path.reduce<Json | undefined>(
		(value, name) => (isJsonObject(value) ? value[name] : undefined),
		configuration,
	);
}

/** 5.9: how a delivery shows the receiver that it comes from the service. */
export function authenticationHeaders(
	configuration: WebhookConfiguration,
	body: string,
	profile: Profile,
	signatureKey: string,
): Record<string, string> {
	const headers: Record<string, string> = {};

	const apiKey = at(configuration, ['authentication', 'apiKey']);
	if (typeof apiKey === 'string') headers[profile.deliveries.keyHeader] = apiKey;

	const username = at(configuration, profile.basicAuthentication.username);
	const password = at(configuration, profile.basicAuthentication.password);
	if (typeof username === 'string' && typeof password === 'string') {
		const pair = Buffer.from(`${username}:${password}`).toString('base64');
		headers.authorization = `Basic ${pair}`;
	}

	if (at(configuration, profile.signature.enabledBy) === true) {
		headers[profile.signature.header] = createHmac('sha256', signatureKey)
			.update(body)
			.digest('hex');
	}
	return headers;
}
