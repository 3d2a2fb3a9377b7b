import type { Clients } from '../access/clients';
import type { Tokens } from '../access/tokens';
import type { Schedule } from '../clock';
import { isJsonObject } from '../json';
import type { Limits } from '../limits/limits';
import type { Profile } from '../profile';
import type { Answer, Answers } from './answers';
import type { ApiRequest } from './request';

/** What every endpoint uses, whichever venue is called. */
export interface PlatformParts {
	readonly clock: Schedule;
	readonly profile: Profile;
	readonly limits: Limits;
	readonly clients: Clients;
	readonly tokens: Tokens;
	readonly answers: Answers;
	readonly baseUrl: () => string;
}

const MINUTE_SECONDS = 60;

function retryAfter({ profile, limits, clock }: PlatformParts, key: string): string | undefined {
	switch (profile.tokenRetryAfter) {
		case 'cooldown':
			return String(limits.rule('token').cooldownSeconds);
		case 'minute':
			return String(MINUTE_SECONDS);
		case 'date':
			return new Date(limits.coolingUntil('token', key) ?? clock.now()).toUTCString();
		case 'absent':
			return undefined;
	}
}

/** 5.2: the exchange of client id and secret for a token. */
export function answerTokenRequest(platform: PlatformParts, request: ApiRequest): Answer {
	const { answers, clients, limits, tokens } = platform;
	const body = isJsonObject(request.json) ? request.json : {};
	const { client_id: clientId, client_secret: clientSecret } = body;
	if (typeof clientId === 'string') clients.countTokenRequest(clientId);

	const asking = typeof clientId === 'string' ? clients.find(clientId) : undefined;
	const key = limits.keyOf('token', request.ip, asking);
	if (!limits.admit('token', key)) {
		return answers.tooManyRequests(retryAfter(platform, key));
	}
	if (typeof clientId !== 'string' || typeof clientSecret !== 'string') {
		return answers.badRequest({
			field: typeof clientId === 'string' ? 'client_secret' : 'client_id',
			message: 'A JSON body with client_id and client_secret is required.',
		});
	}
	const client = clients.find(clientId);
	if (client?.clientSecret !== clientSecret) return answers.wrongSecret();
	const { blocked, suspendedAt } = client;
	if (blocked) return answers.blocked({ blocked, suspendedAt });
	return answers.token(tokens.issue(clientId));
}
