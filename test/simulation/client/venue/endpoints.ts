import { DOCUMENTED_LIMITS } from '../../../venue/limits/limits';
import type { Random } from '../../core/random';
import type { VirtualTime } from '../../core/virtualTime';
import type { Sent } from '../n8n/connection';
import type { Weather } from '../weather/spells';
import { type Answer, asking, echo, json, plain, tooMany, underMaintenance } from './answers';
import type { Exchange } from './ledger';
import { Exports, Limit } from './limits';
import type { Manners } from './platform';
import { type Account, Tokens } from './tokens';

/** What the service answers to a call that has arrived. */
export class Endpoints {
	readonly tokens: Tokens;
	readonly exports = new Exports();
	private readonly rest = new Limit(DOCUMENTED_LIMITS.rest);
	private readonly data = new Limit(DOCUMENTED_LIMITS.data);
	private readonly tokenRequests = new Limit(DOCUMENTED_LIMITS.token);

	constructor(
		private readonly time: VirtualTime,
		private readonly accounts: Account[],
		private readonly manners: Manners,
		private readonly weather: Weather,
		private readonly dice: Random,
	) {
		this.tokens = new Tokens(manners.onlyOneActiveToken);
	}

	answer(sent: Sent, exchange: Exchange, dice: Random): Answer {
		if (exchange.surface === 'token') return this.token(sent, exchange);
		return this.limited(exchange) ?? this.guarded(exchange) ?? this.done(sent, exchange, dice);
	}

	private token({ body }: Sent, exchange: Exchange): Answer {
		const now = this.time.now();
		const left = this.tokenRequests.take(`${exchange.address} ${exchange.host}`, now);
		if (left !== undefined) return this.closed(left, 'tokenLimit');
		const trouble = this.weather.meets('tokenTrouble', now, exchange);
		if (trouble) {
			const answer =
				trouble.amount % 3 === 0
					? asking(plain(429, 'Too many requests'), trouble.retryAfter, now, trouble.until)
					: plain([500, 503][trouble.amount % 2], 'The service does not answer');
			return { ...answer, trouble: 'tokenTrouble' };
		}
		const asked = JSON.parse(body) as { client_id?: string; client_secret?: string };
		const account = this.accounts.find(
			({ host, clientId, clientSecret }) =>
				host === exchange.host &&
				clientId === asked.client_id &&
				clientSecret === asked.client_secret,
		);
		const isDenied = this.weather.meets('wrongSecret', now, exchange) !== undefined;
		if (!account || isDenied) {
			return { ...json({ Message: 'invalid_client' }, 401), trouble: 'wrongSecret' };
		}
		const short = this.weather.meets('shortTokens', now, exchange);
		const seconds = short?.amount ?? this.manners.lifetimeSeconds;
		const token = this.tokens.issue(account.clientId, now, seconds * 1000);
		const young = this.weather.meets('youngTokensRevoked', now, exchange);
		if (young) this.time.after(young.amount, () => (token.isRevoked = true));
		return json({ access_token: token.value, token_type: 'Bearer', expires_in: seconds });
	}

	/** The limit of the address comes before anything is known about the caller. */
	private limited(exchange: Exchange): Answer | undefined {
		const now = this.time.now();
		const { address, host, clientId, surface } = exchange;
		if (surface === 'rest') {
			const others = this.weather.meets('otherSystems', now, exchange)?.amount ?? 0;
			const left = this.rest.take(`${address} ${host}`, now, others);
			return left === undefined ? undefined : this.closed(left, others ? 'otherSystems' : 'limit');
		}
		if (clientId === '') return undefined;
		const left = this.data.take(`${host} ${clientId}`, now);
		return left === undefined ? undefined : this.closed(left, 'limit');
	}

	private closed(leftMs: number, trouble: string): Answer {
		const seconds = this.manners.saysWhatIsLeft ? Math.max(1, Math.ceil(leftMs / 1000)) : 60;
		return { ...tooMany(trouble === 'tokenLimit' ? seconds : Math.min(seconds, 60)), trouble };
	}

	/** Weather, and who is let in. */
	private guarded(exchange: Exchange): Answer | undefined {
		const now = this.time.now();
		const many = this.weather.meets('tooManyRequests', now, exchange);
		if (many) {
			const answer = plain(429, 'Too many requests');
			const trouble = 'tooManyRequests';
			return { ...asking(answer, many.retryAfter, now, many.until), trouble };
		}
		const maintenance = this.weather.meets('maintenance', now, exchange);
		if (maintenance) return underMaintenance(maintenance, now);
		if (this.weather.meets('noTimeNamed', now, exchange)) {
			return { ...plain(503, 'Closed for a while'), trouble: 'noTimeNamed' };
		}
		const gateway = this.weather.meets('gateway', now, exchange);
		if (gateway && gateway.amount % 2 === 0) return this.gateway(gateway.amount);
		if (this.weather.meets('echoedSecrets', now, exchange))
			return echo(this.dice, [exchange.secret]);

		if (exchange.secret === '') {
			return { ...plain(this.manners.emptyTokenStatus, ''), trouble: 'noToken' };
		}
		const token = this.tokens.valid(exchange.secret, now);
		if (!token) return { ...plain(401, ''), trouble: 'invalidToken' };
		if (this.weather.meets('oneEndpointUnauthorized', now, exchange)) {
			return { ...plain(401, ''), trouble: 'oneEndpointUnauthorized' };
		}
		token.workedAt ??= now;
		return undefined;
	}

	private done({ body, method, path }: Sent, exchange: Exchange, dice: Random): Answer {
		const [place] = path.split('?');
		const isExport = method === 'POST' && place.startsWith('/reporting/bulk');
		const left = isExport ? this.takeExport(place, `${path} ${body}`, exchange) : undefined;
		if (left !== undefined) {
			const seconds = this.manners.saysHours ? Math.ceil(left / 1000) : 60;
			return { ...tooMany(seconds), trouble: 'exportCooldown' };
		}
		exchange.isDone = method !== 'GET';
		const now = this.time.now();
		if (this.weather.meets('restarts', now, exchange)) return this.restart(exchange);
		const gateway = this.weather.meets('gateway', now, exchange);
		if (gateway) return this.gateway(gateway.amount);

		const venue = exchange.clientId;
		if (place === '/bookings' || place === '/webhooks/messages/failed') {
			const count = dice.int(3, 20);
			return json(Array.from({ length: count }, (_, at) => ({ uniqueId: `${at}`, venue, count })));
		}
		if (place === '/webhooks' && method === 'GET') return json([{ webhookId: 1, venue, count: 1 }]);
		return json({ uniqueId: place.split('/').at(-1), webhookId: 7, venue });
	}

	/** An export is the venue's affair and the export's: the same request is the same data set. */
	private takeExport(place: string, key: string, { host, clientId }: Exchange): number | undefined {
		const now = this.time.now();
		return place.endsWith('revenue-activity')
			? this.exports.takeRevenue(`${host} ${clientId}`, now)
			: this.exports.takeDataSet(`${host} ${clientId} ${key}`, now);
	}

	/** What it was asked for is done, but the answer is lost, and so are the tokens that it knew. */
	private restart({ host }: Exchange): Answer {
		for (const account of this.accounts) {
			if (account.host === host) this.tokens.revoke(account.clientId);
		}
		return { ...plain(502, 'Bad gateway'), trouble: 'restarts' };
	}

	private gateway(amount: number): Answer {
		return { ...plain([500, 502, 504][amount % 3], 'Bad gateway'), trouble: 'gateway' };
	}
}
