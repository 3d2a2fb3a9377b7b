import type { SuspensionRule } from './access/clients';
import type { NewToken } from './access/tokens';
import type { DeliveryRules } from './delivery/retryRules';
import type { ExportRules } from './limits/exports';
import type { LimitRule, Surface } from './limits/limits';
import type { ProfileChoice } from './profiles';

export interface PlatformOptions {
	/** The names of the venues on the platform; the first one is the default everywhere. */
	venues?: string[];
	tokenLifetimeSeconds?: number;
	/** What the next token is; one that nobody can guess unless given. */
	newToken?: NewToken;
	limits?: Partial<Record<Surface, Partial<LimitRule>>>;
	/** 5.6: exceeding any of these suspends credentials until `clients.unblock`; none never does. */
	suspension?: readonly SuspensionRule[];
	exports?: Partial<ExportRules>;
	delivery?: Partial<DeliveryRules>;
	/** A further configuration breaks a business rule: 409. */
	maxWebhooks?: number;
}

export interface VenueOptions extends PlatformOptions, ProfileChoice {
	/** The source of time; `Date.now` (and so jest's fake timers) unless given. */
	now?: () => number;
	/** Which receiver on this machine stands for which https origin. */
	receivers?: Record<string, string>;
	/** A path that the base URL ends with, such as `/api`. */
	basePath?: string;
	/** How long every answer takes, on the venue's clock. */
	latencyMs?: number;
}
