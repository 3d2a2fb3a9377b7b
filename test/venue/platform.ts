import { Clients, type ClientCredentials, type NewCredentials } from './access/clients';
import { Tokens } from './access/tokens';
import { VenueAccount } from './account/account';
import type { Schedule } from './clock';
import type { Sender } from './delivery/message';
import { DEFAULT_DELIVERY_RULES } from './delivery/retryRules';
import { Answers, type Answer } from './endpoints/answers';
import type { Maintenance } from './endpoints/maintenance';
import type { ApiRequest } from './endpoints/request';
import { Service } from './endpoints/service';
import type { UndocumentedEndpoints } from './endpoints/undocumented';
import { Limits } from './limits/limits';
import type { PlatformOptions } from './options';
import { varied, type Profile, type Variations } from './profile';
import type { FileShelf } from './wire/fileHost';

const DEFAULT_TIME_ZONE = 'Europe/London';
const DEFAULT_VENUES = ['harbor'];
const DEFAULT_TOKEN_LIFETIME_SECONDS = 86_400;
const DEFAULT_MAX_WEBHOOKS = 50;

interface Surroundings {
	clock: Schedule;
	profile: Profile;
	/** How messages leave the platform. Without HTTP, they cannot. */
	sender?: Sender;
	/** Where the files of exports are, if they are not on the platform. Without HTTP, there are none. */
	files?: FileShelf;
	/** The address of the platform, for links to it. */
	baseUrl?: () => string;
}

const NO_WIRE: Sender = {
	send: async () => await Promise.reject(new Error('Without a wire no message is sent')),
};

const NO_FILES: FileShelf = {
	put: async (path) => await Promise.resolve(`https://files.example${path}`),
};
const FIRST_VENUE_ID = 3001;

function scheduleOf({ deliveries: { retryAfterSeconds } }: Profile) {
	return retryAfterSeconds && { retryAfterSeconds };
}

/**
 * The Venue Platform without HTTP: a request goes in, a response comes out. `bookings`, `webhooks`,
 * `messages` and `emit` belong to the first venue here, and to each venue in `accounts`.
 */
export class Platform {
	readonly profile: Profile;
	readonly clients: Clients;
	readonly tokens: Tokens;
	readonly limits: Limits;
	readonly answers: Answers;
	protected readonly service: Service;
	readonly #first: VenueAccount;
	readonly #accounts: Record<string, VenueAccount> = {};
	readonly #newAccount: (name: string) => VenueAccount;

	constructor(
		{ clock, profile, sender = NO_WIRE, files = NO_FILES, baseUrl = () => '' }: Surroundings,
		options: PlatformOptions = {},
	) {
		const { venues = DEFAULT_VENUES, suspension, newToken } = options;
		const { tokenLifetimeSeconds = DEFAULT_TOKEN_LIFETIME_SECONDS } = options;
		this.profile = profile;
		this.clients = new Clients(clock, suspension);
		this.tokens = new Tokens(clock, tokenLifetimeSeconds, newToken);
		this.limits = new Limits(
			clock,
			profile,
			() => this.clients.all()[0] ?? { account: venues[0] },
			options.limits,
		);
		this.answers = new Answers(profile);
		const rules = {
			timeZone: options.timeZone ?? DEFAULT_TIME_ZONE,
			maxWebhooks: options.maxWebhooks ?? DEFAULT_MAX_WEBHOOKS,
			delivery: { ...DEFAULT_DELIVERY_RULES, ...scheduleOf(profile), ...options.delivery },
			exports: options.exports ?? {},
		};
		this.#newAccount = (name) => {
			const venueId = FIRST_VENUE_ID + Object.keys(this.#accounts).length;
			return new VenueAccount(name, clock, profile, { sender, files }, { ...rules, venueId });
		};
		[this.#first] = venues.map((name) => this.#open(name));
		const { clients, tokens, limits, answers } = this;
		this.service = new Service(
			{ clock, profile, limits, clients, tokens, answers, baseUrl },
			this.accounts,
		);
	}

	answer(request: ApiRequest): Answer {
		return this.service.answer(request);
	}

	get accounts(): Readonly<Record<string, VenueAccount>> {
		return this.#accounts;
	}

	get bookings(): VenueAccount['bookings'] {
		return this.#first.bookings;
	}

	get webhooks(): VenueAccount['webhooks'] {
		return this.#first.webhooks;
	}

	get messages(): VenueAccount['messages'] {
		return this.#first.messages;
	}

	get failedMessages(): VenueAccount['failedMessages'] {
		return this.#first.failedMessages;
	}

	get reports(): VenueAccount['reports'] {
		return this.#first.reports;
	}

	get records(): VenueAccount['records'] {
		return this.#first.records;
	}

	emit(...event: Parameters<VenueAccount['emit']>): ReturnType<VenueAccount['emit']> {
		return this.#first.emit(...event);
	}

	/**
	 * 5.7 / 8: a neighbor at the same address, which shares the limit of the address but has its own
	 * data.
	 */
	addVenue(name: string): ClientCredentials {
		return this.clients.add(this.#open(name).name);
	}

	#open(name: string): VenueAccount {
		if (name in this.#accounts) throw new Error(`There is a venue "${name}" already`);
		return (this.#accounts[name] = this.#newAccount(name));
	}

	addCredentials({ venue = this.#first.name, ...given }: NewCredentials = {}): ClientCredentials {
		if (!(venue in this.accounts)) throw new Error(`There is no venue "${venue}"`);
		return this.clients.add(venue, given);
	}

	/** Changes how the venue responds from now on. */
	vary(variations: Variations): void {
		Object.assign(this.profile, varied(this.profile, variations));
	}

	/** 7: the Data API returns 503 until the maintenance ends. A text is the value of Retry-After. */
	startMaintenance(maintenance: string | Maintenance = {}): void {
		this.service.maintenance.start(
			typeof maintenance === 'string' ? { retryAfter: maintenance } : maintenance,
		);
	}

	endMaintenance(): void {
		this.service.maintenance.end();
	}

	/** Operations that the document does not show, as named by a test. */
	get undocumented(): UndocumentedEndpoints {
		return this.service.undocumented;
	}
}
