import type { SuspensionRule } from './access/clients';
import type { NewToken } from './access/tokens';
import type { DeliveryRules } from './delivery/retryRules';
import type { ExportRules } from './limits/exports';
import type { LimitRule, Surface } from './limits/limits';
import type { ProfileChoice } from './profiles';

export interface PlatformOptions {
	/** The names of the venues on the platform. Methods use the first one by default. */
	venues?: string[];
	tokenLifetimeSeconds?: number;
	/** Makes the next token; by default one that cannot be guessed. */
	newToken?: NewToken;
	limits?: Partial<Record<Surface, Partial<LimitRule>>>;
	/**
	 * 5.6: exceeding any of these suspends credentials until `clients.unblock`. An empty list never
	 * does.
	 */
	suspension?: readonly SuspensionRule[];
	exports?: Partial<ExportRules>;
	delivery?: Partial<DeliveryRules>;
	/** Where the venues are. */
	timeZone?: string;
	/** One more configuration breaks a business rule: 409. */
	maxWebhooks?: number;
}

export interface VenueOptions extends PlatformOptions, ProfileChoice {
	/** The source of time; by default `Date.now`, and so jest's fake timers. */
	now?: () => number;
	/** Which https origin maps to which receiver on this machine. */
	receivers?: Record<string, string>;
	/** The path at the end of the base URL, for example `/api`. */
	basePath?: string;
	/** How long every response takes, by the venue's clock. */
	latencyMs?: number;
}
