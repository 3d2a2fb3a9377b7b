import { Clients, type ClientCredentials, type NewCredentials } from './access/clients';
import { Tokens } from './access/tokens';
import { VenueAccount } from './account/account';
import { Accounts } from './account/accounts';
import { FirstVenue } from './account/firstVenue';
import { VenueClock, type Clock } from './clock';
import { isControlRequest, serveControl } from './control/serveControl';
import { Dispatcher, type Delivery } from './delivery/dispatcher';
import { Receivers } from './delivery/receivers';
import { DEFAULT_DELIVERY_RULES } from './delivery/retryRules';
import type { Maintenance } from './endpoints/maintenance';
import { Service } from './endpoints/service';
import { Limits } from './limits/limits';
import type { VenueOptions } from './options';
import type { UndocumentedEndpoints } from './endpoints/undocumented';
import { isPageRequest, PAGE_PATH, servePage } from './page/servePage';
import { profileNamed, type Profile } from './profiles';
import { Answers } from './wire/answer';
import { Faults } from './wire/faults';
import { RequestLog, type RecordedRequest } from './wire/requestLog';
import { RequestHandler } from './wire/requestHandler';
import { LoopbackServer } from './wire/server';

const DEFAULT_VENUES = ['harbor'];
const DEFAULT_TOKEN_LIFETIME_SECONDS = 86_400;
const DEFAULT_MAX_WEBHOOKS = 50;

/**
 * The Venue Platform as a consumer meets it. What belongs to one venue (`bookings`, `webhooks`,
 * `messages`, `emit`) is the first venue's here and every venue's in `accounts`.
 */
export class SimulatedVenue extends FirstVenue {
	readonly #clock: VenueClock;
	readonly #log = new RequestLog();
	readonly #dispatcher: Dispatcher;
	readonly #service: Service;
	readonly #handler: RequestHandler;
	readonly #server: LoopbackServer;
	protected readonly first: VenueAccount;
	readonly #basePath: string;
	#origin = '';
	#stopping: Promise<void> | undefined;

	readonly profile: Profile;
	readonly credentials: ClientCredentials;
	readonly clients: Clients;
	readonly tokens: Tokens;
	readonly limits: Limits;
	readonly faults = new Faults();
	readonly receivers: Receivers;
	readonly #accounts: Accounts;

	constructor(options: VenueOptions = {}) {
		super();
		const { venues = DEFAULT_VENUES, basePath = '' } = options;
		this.#clock = new VenueClock(options.now);
		this.#basePath = basePath;
		this.profile = { ...profileNamed(options.profile ?? 'plain'), ...options.variations };
		this.clients = new Clients(this.#clock, options.suspension);
		this.tokens = new Tokens(
			this.#clock,
			options.tokenLifetimeSeconds ?? DEFAULT_TOKEN_LIFETIME_SECONDS,
		);
		this.limits = new Limits(this.#clock, this.profile, venues[0], options.limits);
		this.receivers = new Receivers(options.receivers);
		const delivery = { ...DEFAULT_DELIVERY_RULES, ...options.delivery };
		this.#dispatcher = new Dispatcher(
			this.#clock,
			this.profile,
			this.receivers,
			delivery.timeoutMs,
		);
		const rules = {
			maxWebhooks: options.maxWebhooks ?? DEFAULT_MAX_WEBHOOKS,
			delivery,
			exports: options.exports ?? {},
		};
		this.#accounts = new Accounts(
			(name) => new VenueAccount(name, this.#clock, this.profile, this.#dispatcher, rules),
			venues,
		);
		this.first = this.accounts[venues[0]];
		this.credentials = this.clients.add(venues[0]);

		const clock = this.#clock;
		const { clients, tokens, limits, profile } = this;
		const answers = new Answers(profile);
		const baseUrl = () => this.baseUrl;
		this.#service = new Service(
			{ clock, profile, limits, clients, tokens, answers, baseUrl },
			this.accounts,
		);
		this.#handler = new RequestHandler(clock, this.faults, this.#log, basePath, this.#service);
		this.setLatency(options.latencyMs ?? 0);
		this.#server = new LoopbackServer((message, response) => {
			if (isPageRequest(message)) return servePage(this, message, response);
			if (isControlRequest(message)) return serveControl(this, message, response);
			return this.#handler.handle(message, response);
		});
	}

	async start(port = 0): Promise<this> {
		this.#origin = await this.#server.listen(port);
		return this;
	}

	/** Closes every connection and forgets every plan; a second call changes nothing. */
	stop(): Promise<void> {
		this.#stopping ??= (async () => {
			this.#clock.stop();
			await this.#dispatcher.stop();
			await this.#server.close();
		})();
		return this.#stopping;
	}

	get baseUrl(): string {
		return this.#origin + this.#basePath;
	}

	/** For a person with a browser. */
	get pageUrl(): string {
		return this.#origin + PAGE_PATH;
	}

	get clock(): Clock {
		return this.#clock;
	}

	/** Requests being served now, without those that wait for the clock. */
	get inFlight(): number {
		return this.#handler.inFlight;
	}

	get accounts(): Readonly<Record<string, VenueAccount>> {
		return this.#accounts.byName;
	}

	/** 5.7 / 8: a neighbor at the same address, with the same limit per address and its own data. */
	addVenue(name: string): ClientCredentials {
		return this.clients.add(this.#accounts.add(name).name);
	}

	addCredentials({ venue = this.first.name, scopes }: NewCredentials = {}): ClientCredentials {
		if (!(venue in this.accounts)) throw new Error(`There is no venue "${venue}"`);
		return this.clients.add(venue, scopes);
	}

	/** Changes how the venue answers from now on. */
	vary(variations: Partial<Profile>): void {
		Object.assign(this.profile, variations);
	}

	/** 7: the Data API answers 503 until the maintenance ends; given a text, with this Retry-After. */
	startMaintenance(maintenance: string | Maintenance = {}): void {
		this.#service.maintenance.start(
			typeof maintenance === 'string' ? { retryAfter: maintenance } : maintenance,
		);
	}

	endMaintenance(): void {
		this.#service.maintenance.end();
	}

	/** Operations that the document does not show, as a test names them. */
	get undocumented(): UndocumentedEndpoints {
		return this.#service.undocumented;
	}

	setLatency(ms: number): void {
		this.#handler.latencyMs = ms;
	}

	get requests(): readonly RecordedRequest[] {
		return this.#log.requests;
	}

	/** Calls of an endpoint: `POST /token`, `GET /bookings/{uniqueId}`, `* /webhooks/**`. */
	requestsTo(endpoint: string): RecordedRequest[] {
		return this.#log.to(endpoint);
	}

	count(endpoint: string): number {
		return this.#log.to(endpoint).length;
	}

	forgetRequests(): void {
		this.#log.forget();
	}

	/** Every POST to a receiver, of all venues, in the order of sending. */
	get deliveries(): readonly Delivery[] {
		return this.#dispatcher.deliveries;
	}

	get signatureKey(): string {
		return this.#dispatcher.signatureKey;
	}

	/** Resolves when no delivery is under way. */
	idle(): Promise<void> {
		return this.#dispatcher.idle();
	}
}
