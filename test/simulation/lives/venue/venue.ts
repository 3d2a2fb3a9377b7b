import type { VirtualTime } from '../../core/virtualTime';
import { type Answer, answerOf, json, maintenance, type Request, tooManyRequests } from './request';
import { type Spell, Weather } from './weather';

const DAY_S = 86_400;

export const SCOPES = [
	'Webhook_Create',
	'Webhook_Get',
	'Webhook_Update',
	'Webhook_GetFailedMessages',
	'Booking_Get',
] as const;

export type Scope = (typeof SCOPES)[number];

/** A set of credentials that the venue has issued. */
export interface Client {
	id: string;
	secret: string;
	isDisabled: boolean;
	scopes: Set<Scope>;
}

export interface Configuration {
	id: number;
	body: Record<string, unknown> & { url: string; enabled?: boolean };
	/** Somebody has switched it off in the console, and nobody has written it since. */
	offInConsole?: boolean;
	/** When the API wrote it, and whether it was on from then. */
	writes: Array<{ at: number; isOn: boolean }>;
}

export interface Booking {
	uniqueId: string;
	version: number;
	modifiedAt: number;
}

/** A message that the venue could not deliver. */
export interface Failed {
	uniqueId: string;
	webhookId: number;
	topic: string;
	event: string;
	booking?: string;
	/** When each attempt failed. */
	attempts: number[];
	isGivenUp: boolean;
}

export interface Traits {
	/** How long its list of bookings takes. */
	listTakesMs: number;
	/** How many attempts the failed list shows of each message. */
	attemptsShown: number;
}

/**
 * One venue: a request goes in, an answer comes out, and nothing is between. It follows the API
 * document and knows nothing of n8n.
 */
export class Venue {
	readonly clients = new Map<string, Client>();
	readonly bookings = new Map<string, Booking>();
	readonly failed: Failed[] = [];
	configurations: Configuration[] = [];
	readonly weather: Weather;
	/** After so many more look-ups, one is told to wait so many seconds. */
	asksOnceToWait?: { afterCalls: number; seconds: number };
	private readonly tokens = new Map<string, { client: Client; until: number }>();
	private lastId = 1_000;

	constructor(
		readonly name: string,
		readonly host: string,
		private readonly time: VirtualTime,
		readonly traits: Traits,
		spells: readonly Spell[],
		private readonly met: (spell: Spell, request: Request) => void,
	) {
		this.weather = new Weather(spells);
	}

	answer(request: Request): Answer {
		const now = this.time.now();
		const spells = this.weather.at(now);
		const dated = (answer: Answer): Answer => {
			if ('breaksOff' in answer) return answer;
			const wrong = spells.find(({ kind }) => kind === 'wrongDate');
			if (wrong) this.met(wrong, request);
			answer.headers.date = new Date(now + (wrong?.amount ?? 0)).toUTCString();
			const slow = spells.find(({ kind }) => kind === 'slowAnswers');
			if (slow) this.met(slow, request);
			return { ...answer, afterMs: answer.afterMs + (slow?.amount ?? 0) };
		};
		for (const spell of spells) {
			const answer = this.inWeather(spell, request);
			if (!answer) continue;
			this.met(spell, request);
			return dated(answer);
		}
		return dated(this.inCalm(request, spells));
	}

	/** As somebody does in the console. */
	issue(id: string, secret: string): Client {
		const client = { id, secret, isDisabled: false, scopes: new Set(SCOPES) };
		this.clients.set(id, client);
		return client;
	}

	grantAll(client: Client): void {
		for (const scope of SCOPES) client.scopes.add(scope);
	}

	private inWeather(spell: Spell, { method, path }: Request): Answer | undefined {
		const { kind, amount } = spell;
		const isList = method === 'GET';
		switch (kind) {
			case 'down':
				return { breaksOff: 'ECONNREFUSED' };
			case 'certificate':
				return { breaksOff: 'CERT_HAS_EXPIRED' };
			case 'gateway':
				return answerOf(502, '<html>Bad gateway</html>');
			case 'maintenance':
				return path === '/token' ? undefined : maintenance(amount);
			case 'tooManyRequests':
				return isList ? tooManyRequests(amount) : undefined;
			case 'oneLongRetryAfter':
				if (!isList) return undefined;
				this.weather.isOver(spell, this.time.now());
				return maintenance(amount);
			case 'emptyBodies':
				return isList ? answerOf(200) : undefined;
			case 'nullBodies':
				return isList ? answerOf(200, 'null') : undefined;
			case 'loginPage':
				return isList ? answerOf(200, '<html>Please log in</html>') : undefined;
			case 'unknownForm':
				return isList ? json({ status: 'fine', first: {}, second: {} }) : undefined;
			default:
				return undefined;
		}
	}

	private inCalm(request: Request, spells: Spell[]): Answer {
		if (request.path === '/token') return this.token(request);
		const token = this.tokens.get(request.token ?? '');
		if (!token || token.until <= this.time.now()) return answerOf(401);
		if (token.client.isDisabled) return json({ Message: 'The key is disabled' }, 403);
		const [scope, done] = this.endpoint(request);
		if (!done) return answerOf(404);
		if (scope && !token.client.scopes.has(scope)) return json({ Message: 'Invalid scope' }, 403);
		const answer = done();
		const part = spells.find(({ kind }) => kind === 'partialLists');
		if (!part || request.method !== 'GET' || 'breaksOff' in answer) return answer;
		const all = JSON.parse(answer.body) as unknown[];
		if (all.length <= part.amount) return answer;
		this.met(part, request);
		return {
			...answer,
			isPart: true,
			body: JSON.stringify({ items: all.slice(0, part.amount), totalCount: all.length }),
		};
	}

	private token({ body }: Request): Answer {
		const client = this.clients.get(String(body.client_id));
		if (!client || client.secret !== body.client_secret) {
			return json({ Message: 'invalid_client' }, 401);
		}
		if (client.isDisabled) return json({ Message: 'The key is disabled' }, 403);
		const access_token = `token-${this.tokens.size}-of-${this.host}`;
		this.tokens.set(access_token, { client, until: this.time.now() + DAY_S * 1_000 });
		return json({ access_token, token_type: 'Bearer', expires_in: DAY_S });
	}

	private endpoint({ method, path, query, body }: Request): [Scope?, (() => Answer)?] {
		const configuration = /^\/webhooks\/(\d+)$/.exec(path)?.[1];
		switch (configuration ? `${method} one webhook` : `${method} ${path}`) {
			case 'GET /webhooks':
				return ['Webhook_Get', () => json(this.configurations.map(asRecord))];
			case 'POST /webhooks':
				return ['Webhook_Create', () => json(asRecord(this.create(body)), 201)];
			case 'PUT one webhook':
				return ['Webhook_Update', () => this.update(Number(configuration), body)];
			case 'GET /webhooks/messages/failed':
				return ['Webhook_GetFailedMessages', () => json(this.failed.map((one) => this.shown(one)))];
			case 'GET /bookings':
				return ['Booking_Get', () => this.list(query.get('modifiedFromDate'))];
			default: {
				const wait = this.asksOnceToWait;
				if (wait && wait.afterCalls-- <= 0) {
					delete this.asksOnceToWait;
					return [undefined, () => tooManyRequests(wait.seconds)];
				}
				const booking = this.bookings.get(/^\/bookings\/(.+)$/.exec(path)?.[1] ?? '');
				return method === 'GET' && booking ? ['Booking_Get', () => json(record(booking))] : [];
			}
		}
	}

	private list(since: string | null): Answer {
		const from = since === null ? -Infinity : Date.parse(since);
		const changed = [...this.bookings.values()].filter(({ modifiedAt }) => modifiedAt >= from);
		return { ...json(changed.map(record)), bodyMs: this.traits.listTakesMs };
	}

	private create(body: Record<string, unknown>): Configuration {
		const configuration = {
			id: ++this.lastId,
			body: body as Configuration['body'],
			writes: [{ at: this.time.now(), isOn: body.enabled !== false }],
		};
		this.configurations.push(configuration);
		return configuration;
	}

	private update(id: number, body: Record<string, unknown>): Answer {
		const configuration = this.configurations.find((one) => one.id === id);
		if (!configuration) return answerOf(404);
		configuration.body = body as Configuration['body'];
		configuration.writes.push({ at: this.time.now(), isOn: body.enabled !== false });
		delete configuration.offInConsole;
		return json(asRecord(configuration));
	}

	private shown({ uniqueId, webhookId, topic, event, attempts, isGivenUp }: Failed) {
		const status = (index: number) =>
			isGivenUp && index === attempts.length - 1 ? 'Failed' : `Attempt${index + 1}Failed`;
		const history = attempts.map((at, index) => ({
			status: status(index),
			httpResponseStatus: 503,
			detail: 'Service unavailable',
			createdDate: new Date(at).toISOString(),
		}));
		return {
			webhookId,
			uniqueId,
			status: status(attempts.length - 1),
			webhookType: topic,
			webhookEventType: event,
			history: history.slice(-this.traits.attemptsShown),
		};
	}
}

function record({ uniqueId, version, modifiedAt }: Booking) {
	return { uniqueId, version, modifiedDate: new Date(modifiedAt).toISOString() };
}

function asRecord({ id, body }: Configuration) {
	return { webhookId: id, ...body };
}
