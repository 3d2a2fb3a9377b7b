import type { Client } from '../access/clients';
import type { VenueAccount } from '../account/account';
import type { Answer } from './answers';
import { isJsonObject, type Json } from '../json';
import { matchesEndpoint } from './endpointPattern';
import type { ApiRequest } from './request';
import type { Endpoint } from './endpoint';
import { ENDPOINTS } from './endpoints';
import { answerFileRequest, isFileRequest } from './exportFiles';
import { MaintenanceSchedule } from './maintenance';
import { parametersOf } from './parameters';
import { UndocumentedEndpoints } from './undocumented';
import { answerTokenRequest, type PlatformParts } from './token';

const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/**
 * Answers each API call: first who is calling, whether they may and how often, then the endpoint.
 */
export class Service {
	readonly #platform: PlatformParts;
	readonly #accounts: Readonly<Record<string, VenueAccount>>;
	readonly maintenance: MaintenanceSchedule;
	readonly undocumented = new UndocumentedEndpoints();

	constructor(platform: PlatformParts, accounts: Readonly<Record<string, VenueAccount>>) {
		this.#platform = platform;
		this.maintenance = new MaintenanceSchedule(platform.clock);
		this.#accounts = accounts;
	}

	answer(received: ApiRequest): Answer {
		const { answers, limits, clock, profile, baseUrl } = this.#platform;
		const isLikeGet = received.method === 'HEAD' && profile.head === 'likeGet';
		const request = isLikeGet ? { ...received, method: 'GET' } : received;
		if (request.path === '/token' && request.method === 'POST') {
			const closed = this.maintenance.answer('token', answers);
			return closed ?? answerTokenRequest(this.#platform, request);
		}

		if (isFileRequest(request)) return this.#answerFile(request);
		const onDataSurface = /^\/(data|reporting)\//.test(request.path);
		const client = this.#clientOf(request.headers);
		const surface = onDataSurface ? 'data' : 'rest';
		const isCounted = client !== undefined || !onDataSurface;
		if (isCounted && !limits.admit(surface, limits.keyOf(surface, request.ip, client))) {
			return this.#exceeded(surface);
		}
		if (!client) return answers.unauthorized();
		const account = this.#accounts[client.account];
		const { blocked, suspendedAt } = client;
		if (blocked) return answers.blocked({ blocked, suspendedAt });

		const endpoint = this.#endpoints().find(({ method, path }) =>
			matchesEndpoint(`${method} ${path}`, request.method, request.path),
		);
		if (!endpoint) return this.#noEndpoint(request);
		if (endpoint.scope && !client.scopes.includes(endpoint.scope)) {
			return answers.forbidden('Invalid scope');
		}
		const error = formError(request);
		if (error) return answers.badRequest(error);
		const parameters = parametersOf(endpoint.path, request.path);
		if (!parameters) {
			return answers.badRequest({ field: 'path', message: 'The path is not encoded properly.' });
		}
		const closed = this.maintenance.answer(surface, answers);
		return (
			closed ?? endpoint.answer({ request, parameters, account, answers, profile, clock, baseUrl })
		);
	}

	#answerFile(request: ApiRequest): Answer {
		const { answers, profile } = this.#platform;
		if (!profile.exportLink.needsToken) {
			return answerFileRequest(request, Object.values(this.#accounts), answers);
		}
		const client = this.#clientOf(request.headers);
		if (!client) return answers.unauthorized();
		return answerFileRequest(request, [this.#accounts[client.account]], answers);
	}

	/** Whose call it is, whether or not it is accepted. */
	clientIdOf({ authorization }: ApiRequest['headers'], json?: Json): string | undefined {
		const accessToken = bearerIn(authorization);
		if (accessToken !== undefined) return this.#platform.tokens.find(accessToken)?.clientId;
		const asked = json !== undefined && isJsonObject(json) ? json.client_id : undefined;
		return typeof asked === 'string' ? asked : undefined;
	}

	/** The venue that a valid token belongs to. */
	accountOf(headers: ApiRequest['headers']): string | undefined {
		return this.#clientOf(headers)?.account;
	}

	/** 8, rule 1: always the documented value, even after a part of the cooldown. */
	#exceeded(surface: 'rest' | 'data'): Answer {
		const { answers, limits } = this.#platform;
		return answers.tooManyRequests(String(limits.rule(surface).cooldownSeconds));
	}

	#clientOf({ authorization }: ApiRequest['headers']): Client | undefined {
		const { tokens, clients } = this.#platform;
		const accessToken = bearerIn(authorization);
		const token = accessToken === undefined ? undefined : tokens.valid(accessToken);
		return token && clients.find(token.clientId);
	}

	#endpoints(): Endpoint[] {
		const { profile } = this.#platform;
		return [...this.undocumented.all, ...ENDPOINTS].filter(
			(endpoint) => endpoint.isOffered?.(profile) ?? true,
		);
	}

	#noEndpoint({ path }: ApiRequest): Answer {
		const { answers, profile } = this.#platform;
		const allowed = this.#endpoints().filter((endpoint) =>
			matchesEndpoint(`* ${endpoint.path}`, 'X', path),
		);
		if (allowed.length === 0) return answers.notFound();
		const allow = allowed.map(({ method }) => method).join(', ');
		return answers.empty(profile.unknownMethodStatus, { allow });
	}
}

function bearerIn(authorization = ''): string | undefined {
	return /^Bearer (\S+)$/.exec(authorization)?.[1];
}

/** 4: what all requests except POST /token must contain. */
function formError({ method, headers, text, json }: ApiRequest) {
	if (!headers.accept?.includes('application/json')) {
		return { field: 'Accept', message: 'The header Accept: application/json is required.' };
	}
	if (WITH_BODY.includes(method) && text !== '' && json === undefined) {
		return { field: 'body', message: 'The body has to be JSON of Content-Type application/json.' };
	}
	return undefined;
}
