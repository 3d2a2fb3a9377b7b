import type { SuspensionRule } from './access/clients';
import type { DeliveryRules } from './delivery/retryRules';
import type { ExportRules } from './limits/exports';
import type { LimitRule, Surface } from './limits/limits';
import type { HardProfileName, Profile, ProfileName } from './profiles';

export interface VenueOptions {
	/** How the venue behaves where the API document leaves it open. */
	profile?: ProfileName | HardProfileName;
	/** Single departures from the profile. */
	variations?: Partial<Profile>;
	/** The source of time; `Date.now` (and so jest's fake timers) unless given. */
	now?: () => number;
	/** Which receiver on this machine stands for which https origin. */
	receivers?: Record<string, string>;
	/** The names of the venues on the platform; the first one is the default everywhere. */
	venues?: string[];
	/** A path that the base URL ends with, such as `/api`. */
	basePath?: string;
	/** How long every answer takes, on the venue's clock. */
	latencyMs?: number;
	tokenLifetimeSeconds?: number;
	limits?: Partial<Record<Surface, Partial<LimitRule>>>;
	/** 5.6: exceeding any of these suspends credentials until `clients.unblock`; none never does. */
	suspension?: readonly SuspensionRule[];
	exports?: Partial<ExportRules>;
	delivery?: Partial<DeliveryRules>;
	/** A further configuration breaks a business rule: 409. */
	maxWebhooks?: number;
}
