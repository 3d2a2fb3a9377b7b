import type { ClientCredentials } from './access/clients';
import { VenueClock, type MovableClock } from './clock';
import { isControlRequest, serveControl } from './control/serveControl';
import { isFromThisMachine, refuseVisitor } from './control/visitors';
import { Dispatcher } from './delivery/dispatcher';
import type { Delivery } from './delivery/message';
import { Receivers } from './delivery/receivers';
import { DEFAULT_DELIVERY_RULES } from './delivery/retryRules';
import type { VenueOptions } from './options';
import { isPageRequest, PAGE_PATH, servePage } from './page/servePage';
import { Platform } from './platform';
import { chosenProfile } from './profiles';
import { Faults } from './wire/faults';
import { FileHost } from './wire/fileHost';
import { RequestLog, type RecordedRequest } from './wire/requestLog';
import { RequestHandler } from './wire/requestHandler';
import { LoopbackServer } from './wire/server';

/** The Venue Platform as a client sees it: over HTTP, with a clock that tests move. */
export class SimulatedVenue extends Platform {
	readonly #clock: VenueClock;
	readonly #log = new RequestLog();
	readonly #dispatcher: Dispatcher;
	readonly #handler: RequestHandler;
	readonly #server: LoopbackServer;
	readonly #basePath: string;
	#origin = '';
	#stopping: Promise<void> | undefined;

	/** The credentials of the first venue. */
	readonly credentials: ClientCredentials;
	readonly faults = new Faults();
	readonly receivers: Receivers;
	/** Where a live venue puts the files of its exports. */
	readonly fileHost: FileHost;

	constructor(options: VenueOptions = {}) {
		const clock = new VenueClock(options.now);
		const profile = chosenProfile(options);
		const receivers = new Receivers(options.receivers);
		const { timeoutMs } = { ...DEFAULT_DELIVERY_RULES, ...options.delivery };
		const sender = new Dispatcher(clock, profile, receivers, timeoutMs);
		const files = new FileHost(clock);
		super({ clock, profile, sender, files, baseUrl: () => this.baseUrl }, options);
		this.fileHost = files;
		this.credentials = this.addCredentials();
		this.#clock = clock;
		this.#dispatcher = sender;
		this.receivers = receivers;
		const { basePath = '' } = options;
		this.#basePath = basePath;
		this.#handler = new RequestHandler(clock, this.faults, this.#log, basePath, this.service);
		this.setLatency(options.latencyMs ?? 0);
		this.#server = new LoopbackServer(async (message, response) => {
			if (!isControlRequest(message)) await this.#handler.handle(message, response);
			else if (!isFromThisMachine(message)) refuseVisitor(response);
			else if (isPageRequest(message)) await servePage(this, message, response);
			else await serveControl(this, message, response);
		});
	}

	async start(port = 0): Promise<this> {
		this.#origin = await this.#server.listen(port);
		return this;
	}

	/** Closes all connections and drops all plans; a second call does nothing. */
	stop(): Promise<void> {
		this.#stopping ??= (async () => {
			this.#clock.stop();
			await this.#dispatcher.stop();
			await this.#server.close();
			await this.fileHost.close();
		})();
		return this.#stopping;
	}

	get baseUrl(): string {
		return this.#origin + this.#basePath;
	}

	/** For a user with a browser. */
	get pageUrl(): string {
		return this.#origin + PAGE_PATH;
	}

	get clock(): MovableClock {
		return this.#clock;
	}

	/** Requests that are being served now, without those that wait for the clock. */
	get inFlight(): number {
		return this.#handler.inFlight;
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

	/** Every POST to a receiver, from all venues, in the order of sending. */
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
