import type { IssuedToken, Tokens } from '../../../venue/access/tokens';
import type { Answers } from '../../../venue/endpoints/answers';
import { splitTarget } from '../../../venue/endpoints/request';
import { parseJson } from '../../../venue/json';
import { DEFAULT_EXPORT_RULES } from '../../../venue/limits/exports';
import type { Surface } from '../../../venue/limits/limits';
import { Platform } from '../../../venue/platform';
import { chosenProfile } from '../../../venue/profiles';
import type { Random } from '../../core/random';
import type { VirtualTime } from '../../core/virtualTime';
import type { Sent } from '../n8n/connection';
import type { Weather } from '../weather/spells';
import { type Answer, asking, echo, underMaintenance } from './answers';
import type { Exchange } from './ledger';

/**
 * The document does not show the span of a burst. This one is longer than the simulated venue's
 * default.
 */
const BURST_SECONDS = 10 * 60;

/** One set of credentials: one venue at one host. */
export interface Account {
	host: string;
	clientId: string;
	clientSecret: string;
}

/** What the document leaves open; each storm draws it. */
export interface Manners {
	shortestAnswerMs: number;
	longestAnswerMs: number;
	lifetimeSeconds: number;
	emptyTokenStatus: 400 | 401;
	onlyOneActiveToken: boolean;
	/** Whether Retry-After names the time that is left, or always the whole cooldown. */
	saysWhatIsLeft: boolean;
	/** Whether an export's Retry-After names its hours, or the minute that the document names. */
	saysHours: boolean;
	/** Whether the venue refuses, lists and counts like the live service. */
	isLive: boolean;
}

/**
 * How the simulated venue answers a call that has arrived, with its tokens, limits and exports, and
 * weather between the steps. A successful response shows to which venue it belongs.
 */
export class Endpoints {
	/** When a call with this token was first accepted. */
	readonly workedAt = new Map<IssuedToken, number>();
	private readonly platform: Platform;

	constructor(
		private readonly time: VirtualTime,
		private readonly accounts: Account[],
		private readonly manners: Manners,
		private readonly weather: Weather,
		private readonly dice: Random,
	) {
		const { revenueActivityBurst } = DEFAULT_EXPORT_RULES;
		this.platform = new Platform(
			{
				clock: time,
				profile: chosenProfile({
					profile: manners.isLive ? 'live' : 'plain',
					variations: { dataSet: 'bodyAndQuery' },
				}),
			},
			{
				venues: accounts.map(({ clientId }) => clientId),
				tokenLifetimeSeconds: manners.lifetimeSeconds,
				newToken: (clientId, number) => `token-${clientId}-${number}`,
				exports: { revenueActivityBurst: { ...revenueActivityBurst, perSeconds: BURST_SECONDS } },
			},
		);
		for (const { clientId, clientSecret } of accounts) {
			this.platform.addCredentials({ venue: clientId, clientId, clientSecret });
		}
	}

	get tokens(): Tokens {
		return this.platform.tokens;
	}

	private get answers(): Answers {
		return this.platform.answers;
	}

	/** The console issues a new secret, which revokes all tokens of the old one. */
	changeSecret(clientId: string, clientSecret: string): void {
		this.platform.clients.find(clientId)!.clientSecret = clientSecret;
		this.tokens.revokeOf(clientId);
	}

	answer(sent: Sent, exchange: Exchange, dice: Random): Answer {
		if (exchange.surface === 'token') return this.token(exchange);
		return this.limited(exchange) ?? this.guarded(exchange) ?? this.done(sent, exchange, dice);
	}

	private token(exchange: Exchange): Answer {
		const now = this.time.now();
		const { answers } = this;
		const { host, clientId, secret } = exchange;
		const closed = this.closed('token', exchange, 'tokenLimit');
		if (closed) return closed;
		const trouble = this.weather.meets('tokenTrouble', now, exchange);
		if (trouble) {
			const answer =
				trouble.amount % 3 === 0
					? asking(answers.tooManyRequests(), trouble.retryAfter, now, trouble.until)
					: answers.text('The service does not answer', [500, 503][trouble.amount % 2]);
			return { ...answer, trouble: 'tokenTrouble' };
		}
		const isHere = this.accounts.some((one) => one.host === host && one.clientId === clientId);
		const isKnown = isHere && this.platform.clients.find(clientId)?.clientSecret === secret;
		const isDenied = this.weather.meets('wrongSecret', now, exchange) !== undefined;
		if (!isKnown || isDenied) return { ...answers.wrongSecret(), trouble: 'wrongSecret' };
		const seconds = this.weather.meets('shortTokens', now, exchange)?.amount;
		if (this.manners.onlyOneActiveToken) this.tokens.revokeOf(clientId);
		const token = this.tokens.issue(clientId, seconds);
		const young = this.weather.meets('youngTokensRevoked', now, exchange);
		if (young) this.time.after(young.amount, () => (token.revoked = true));
		return answers.token(token);
	}

	/** The limit of the address applies before the caller is known. */
	private limited(exchange: Exchange): Answer | undefined {
		const { clientId, surface } = exchange;
		if (surface === 'data') {
			return clientId === '' ? undefined : this.closed('data', exchange, 'limit');
		}
		const others = this.weather.meets('otherSystems', this.time.now(), exchange)?.amount;
		return this.closed('rest', exchange, others ? 'otherSystems' : 'limit', others);
	}

	private closed(
		surface: Surface,
		{ address, host, clientId }: Exchange,
		trouble: string,
		byOthers?: number,
	): Answer | undefined {
		const { limits } = this.platform;
		const caller = clientId === '' ? undefined : { account: clientId, clientId };
		const key = limits.keyOf(surface, `${address} ${host}`, caller);
		if (limits.admit(surface, key, byOthers)) return undefined;
		const until = limits.coolingUntil(surface, key) ?? this.time.now();
		return { ...this.tooMany(until, this.manners.saysWhatIsLeft), trouble };
	}

	private tooMany(until: number, saysWhatIsLeft: boolean): Answer {
		const now = this.time.now();
		const seconds = saysWhatIsLeft ? Math.max(1, Math.ceil((until - now) / 1000)) : 60;
		const answer = this.answers.tooManyRequests();
		return asking(answer, { form: 'seconds', seconds }, now, until);
	}

	/** Weather, and the check of the token. */
	private guarded(exchange: Exchange): Answer | undefined {
		const now = this.time.now();
		const { answers } = this;
		const many = this.weather.meets('tooManyRequests', now, exchange);
		if (many) {
			const answer = asking(answers.tooManyRequests(), many.retryAfter, now, many.until);
			return { ...answer, trouble: 'tooManyRequests' };
		}
		const maintenance = this.weather.meets('maintenance', now, exchange);
		if (maintenance) return underMaintenance(answers, maintenance, now);
		if (this.weather.meets('noTimeNamed', now, exchange)) {
			return { ...answers.maintenance('Closed for a while'), trouble: 'noTimeNamed' };
		}
		const gateway = this.weather.meets('gateway', now, exchange);
		if (gateway && gateway.amount % 2 === 0) return this.gateway(gateway.amount);
		if (this.weather.meets('echoedSecrets', now, exchange))
			return echo(answers, this.dice, exchange.secret);

		if (exchange.secret === '') {
			return { ...answers.empty(this.manners.emptyTokenStatus), trouble: 'noToken' };
		}
		const token = this.tokens.valid(exchange.secret);
		if (!token) return { ...answers.unauthorized(), trouble: 'invalidToken' };
		if (this.weather.meets('oneEndpointUnauthorized', now, exchange)) {
			return { ...answers.unauthorized(), trouble: 'oneEndpointUnauthorized' };
		}
		if (!this.workedAt.has(token)) this.workedAt.set(token, now);
		return undefined;
	}

	private done({ method, path: target }: Sent, exchange: Exchange, dice: Random): Answer {
		const { answers } = this;
		const { path, query } = splitTarget(target);
		const isExport = method === 'POST' && path.startsWith('/reporting/bulk');
		const coolingUntil = isExport ? this.takeExport(path, query, exchange) : undefined;
		if (coolingUntil !== undefined) {
			return { ...this.tooMany(coolingUntil, this.manners.saysHours), trouble: 'exportCooldown' };
		}
		exchange.isDone = method !== 'GET';
		const now = this.time.now();
		if (this.weather.meets('restarts', now, exchange)) return this.restart(exchange);
		const gateway = this.weather.meets('gateway', now, exchange);
		if (gateway) return this.gateway(gateway.amount);

		const venue = exchange.clientId;
		if (path === '/bookings' || path === '/webhooks/messages/failed') {
			const count = dice.int(3, 20);
			const list = Array.from({ length: count }, (_, at) => ({ uniqueId: `${at}`, venue, count }));
			const isNamed = this.manners.isLive && path === '/bookings';
			return answers.json(isNamed ? { bookings: list } : list);
		}
		if (path === '/webhooks' && method === 'GET') {
			const configuration = { url: 'https://receiver.example', enabled: true };
			const webhook = { webhookId: 1, configuration, venue, count: 1 };
			return answers.json(this.manners.isLive ? webhook : [webhook]);
		}
		return answers.json({ uniqueId: path.slice(path.lastIndexOf('/') + 1), webhookId: 7, venue });
	}

	/** Exports are limited for each venue and data set: the same request is the same data set. */
	private takeExport(
		path: string,
		query: URLSearchParams,
		{ clientId, dataSet }: Exchange,
	): number | undefined {
		const { exports } = this.platform.accounts[clientId];
		return path.endsWith('revenue-activity')
			? exports.requestRevenueActivity()
			: exports.requestBulk(parseJson(dataSet) ?? null, query);
	}

	/** The request is processed, but the response and the known tokens are lost. */
	private restart({ host }: Exchange): Answer {
		for (const account of this.accounts) {
			if (account.host === host) this.tokens.revokeOf(account.clientId);
		}
		return { ...this.answers.text('Bad gateway', 502), trouble: 'restarts' };
	}

	private gateway(amount: number): Answer {
		const status = [500, 502, 504][amount % 3];
		return { ...this.answers.text('Bad gateway', status), trouble: 'gateway' };
	}
}
