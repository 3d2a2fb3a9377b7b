import { Quota } from './quota';
import type { AppAnswer, AppRequest, SimulatedApp } from './simulatedApps';

const TEN_SECONDS = 10_000;

/**
 * HubSpot's contacts, by email address: 100 requests in ten seconds.
 * https://developers.hubspot.com/docs/guides/apps/api-usage/usage-details
 */
export class HubSpot implements SimulatedApp {
	readonly hosts = ['api.hubapi.com'];
	readonly contacts = new Map<string, Record<string, string>>();

	refused = 0;

	private readonly requests: Quota;

	constructor(now: () => number) {
		this.requests = new Quota(100, TEN_SECONDS, now);
	}

	answer({ method, path, body }: AppRequest): AppAnswer | undefined {
		if (!this.requests.admits()) {
			this.refused++;
			return refusal('RATE_LIMIT', 429, { policyName: 'TEN_SECONDLY_ROLLING' });
		}
		const [, email] = /^\/contacts\/v1\/contact\/createOrUpdate\/email\/(.+)$/.exec(path) ?? [];
		if (method !== 'POST' || email === undefined) return undefined;
		// https://legacydocs.hubspot.com/docs/methods/contacts/create_or_update
		if (!email.includes('@')) return refusal('INVALID_EMAIL', 400, {});
		const { properties } = JSON.parse(body.toString()) as {
			properties: Array<{ property: string; value: string }>;
		};
		const isNew = !this.contacts.has(email);
		const changed = Object.fromEntries(properties.map(({ property, value }) => [property, value]));
		this.contacts.set(email, { ...this.contacts.get(email), ...changed });
		return { json: { vid: [...this.contacts.keys()].indexOf(email) + 1, isNew } };
	}
}

function refusal(errorType: string, status: number, more: object): AppAnswer {
	return { status, json: { status: 'error', message: errorType, errorType, ...more } };
}
