import type { Account } from './venue/endpoints';
import type { Exchange } from './venue/ledger';
import type { Operation } from './story/operation';
import { refusedTokens } from './rules/vainTokens';
import { LONGEST_DOUBLING_MS, LONGEST_SIGN_IN_MS } from './longest';
import type { Errand, World } from './world';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** "No later than it asked, plus five seconds." */
const SOON_MS = 5 * SECOND;
/** How much a long pause of one venue may cost other venues at its address. */
const ADDRESS_MAY_COST_MS = 2 * MINUTE;
/** The longest pause that a venue asks for is a day; no probe runs after two days. */
const HORIZON_MS = 48 * 60 * MINUTE;

/** Checks that calls flow again at the times when they have to. */
export class Probes {
	private readonly planned = new Set<string>();
	readonly running: Array<Promise<unknown>> = [];

	constructor(private readonly world: World) {}

	/** After all weather: each process, with each credential, on both surfaces. */
	async whenCalm(): Promise<void> {
		const { story, startedAt } = this.world;
		const calmAt = startedAt + story.calmAt;
		for (const { name: process } of story.processes) {
			for (const { id: credential } of story.credentials) {
				for (const kind of ['booking', 'query'] as const) {
					const errand = { actor: 'probe', kind, process, credential };
					this.at(calmAt + LONGEST_DOUBLING_MS, { ...errand }, 'calm for five minutes');
				}
			}
		}
	}

	/** A user who is told a time comes back then. */
	afterMessage(operation: Operation): void {
		const { retryAt, kind, process, credential, dataSet, actor } = operation;
		if (retryAt === undefined || actor === 'probe') return;
		// If a clock was set since, the time means another moment.
		if (!this.isUntouched(process, credential)) return;
		const errand = { actor: 'probe', kind, process, credential, dataSet };
		this.at(Math.max(retryAt, this.world.time.now()) + SECOND, errand, 'the time that was named');
	}

	/** After a pause that the venue asked for once, calls have to be sent again soon. */
	afterPause(exchange: Exchange): void {
		const { askedUntil, surface, operation: name, process } = exchange;
		if (askedUntil === undefined || surface === 'token') return;
		if (exchange.trouble === 'exportCooldown') return;
		const operation = this.world.operations.find((candidate) => candidate.name === name);
		if (!operation) return;
		this.afterLongPause(exchange);
		const kind = surface === 'data' ? 'query' : 'booking';
		const errand = { actor: 'probe', kind, process, credential: operation.credential } as const;
		this.at(askedUntil + SOON_MS, errand, 'the end of the pause that the venue asked for', () =>
			this.wasOneRound(exchange),
		);
	}

	/** A pause of more than a minute concerns one venue: others at its address continue. */
	private afterLongPause(exchange: Exchange): void {
		const { askedUntil = 0, answeredAt = 0, surface, process, host, clientId } = exchange;
		if (surface !== 'rest' || askedUntil - answeredAt <= ADDRESS_MAY_COST_MS) return;
		for (const { id: credential, account } of this.world.story.credentials) {
			if (account.host !== host || account.clientId === clientId) continue;
			const errand = { actor: 'probe', kind: 'booking', process, credential } as const;
			const because = 'the minute that a long pause of another venue may cost';
			this.at(answeredAt + ADDRESS_MAY_COST_MS, errand, because, () => this.wasOneRound(exchange));
		}
	}

	private at(moment: number, errand: Errand, because: string, isSure = () => true): void {
		const { time, startedAt } = this.world;
		const due = Math.ceil(moment / SECOND) * SECOND;
		const key = [due, errand.process, errand.credential, errand.kind].join();
		if (this.planned.has(key) || due > startedAt + HORIZON_MS * 2) return;
		this.planned.add(key);
		this.running.push(
			time.sleepUntil(due).then(async () => {
				if (!isSure() || !this.isCalm(errand)) return;
				await this.world.run({ ...errand, probe: { because, withinMs: SOON_MS } });
			}),
		);
	}

	/**
	 * Whether nothing can go wrong for such a call any more: no weather, and no limit that it
	 * reaches.
	 */
	private isCalm({ process, credential, kind, dataSet }: Errand): boolean {
		const { weather, time, venue, story, startedAt } = this.world;
		const { account } = this.world.credential(credential);
		const now = time.now();
		const surfaces = [kind === 'query' || kind.endsWith('y') ? 'data' : 'rest', 'token'] as const;
		const { host, clientId } = account;
		const isOver = surfaces.every((surface) =>
			['/bookings', '/webhooks', '/data'].every((path) =>
				weather.isOver(now, { host, clientId, surface, path }),
			),
		);
		const isLeftAlone = now >= startedAt + story.calmAt || this.isUntouched(process, credential);
		if (!isOver || !isLeftAlone || kind === 'revenueActivity') return false;
		// n8n's own lost update: no call can succeed until a user enters the secret again.
		if (this.world.isWrittenBack(this.world.credential(credential))) return false;
		if (this.isLeftAloneForLong(process, account)) return false;
		if (this.isSigningIn(process, account)) return false;
		if (kind === 'bulkReport' || (kind === 'unsafeQuery' && dataSet === 0)) return false;
		const asked = venue.ledger.exchanges.some(
			(exchange) =>
				exchange.process === process &&
				exchange.host === host &&
				!isHoursOfExport(exchange) &&
				askedOf(exchange, clientId) > now,
		);
		return !asked;
	}

	/** After unsuccessful sign-ins, n8n leaves the venue alone for up to an hour. */
	private isLeftAloneForLong(process: string, { clientId, clientSecret }: Account): boolean {
		const now = this.world.time.now();
		const last = this.world.venue.ledger.exchanges
			.filter(({ surface, process: from }) => surface === 'token' && from === process)
			.filter((exchange) => exchange.clientId === clientId && exchange.secret === clientSecret)
			.at(-1);
		if (!last || last.at < now - 60 * MINUTE) return false;
		return last.trouble === 'wrongSecret' || refusedTokens(this.world, last, now) > 2;
	}

	/** A sign-in that began in the weather is waited for, and a pause follows it. */
	private isSigningIn(process: string, { clientId }: Account): boolean {
		const now = this.world.time.now();
		return this.world.venue.ledger.exchanges.some(
			(exchange) =>
				exchange.surface === 'token' &&
				exchange.process === process &&
				exchange.clientId === clientId &&
				exchange.trouble !== undefined &&
				exchange.at > now - LONGEST_SIGN_IN_MS,
		);
	}

	private isUntouched(process: string, credential: string): boolean {
		const { story } = this.world;
		const jumps = story.processes.find(({ name }) => name === process)?.jumps ?? [];
		return jumps.length === 0 && !story.edits.some((edit) => edit.credential === credential);
	}

	/** All rejected requests had left before the first of them was answered. */
	private wasOneRound({ process, host, askedUntil = 0 }: Exchange): boolean {
		const refused = this.world.venue.ledger.exchanges.filter(
			(exchange) =>
				exchange.process === process &&
				exchange.host === host &&
				exchange.askedUntil !== undefined &&
				exchange.at > askedUntil - 12 * MINUTE - 24 * 60 * MINUTE,
		);
		const first = Math.min(...refused.map(({ answeredAt = Infinity }) => answeredAt));
		return refused.every(({ at }) => at <= first);
	}
}

/**
 * Until when a venue has to be left alone, by its own request or by another venue's at its address.
 */
function askedOf({ askedUntil = 0, answeredAt = 0, ...exchange }: Exchange, own: string): number {
	const isOther = exchange.surface === 'rest' && !['', own].includes(exchange.clientId);
	return isOther ? Math.min(askedUntil, answeredAt + ADDRESS_MAY_COST_MS - SECOND) : askedUntil;
}

/** A minute may be the limit of all reports; a longer time concerns one export. */
function isHoursOfExport({ trouble, askedUntil = 0, answeredAt = 0 }: Exchange): boolean {
	return trouble === 'exportCooldown' && askedUntil - answeredAt > MINUTE;
}
