import { bookingEndpoints } from './bookings';
import type { Endpoint, Scope } from './endpoint';
import { liveChanges } from './liveChanges';
import { liveReading } from './liveReading';
import { reportingEndpoints } from './reporting';
import { webhookEndpoints } from './webhooks';

/** 4: what the document shows, then what only a live service has. */
export const ENDPOINTS: readonly Endpoint[] = [
	...webhookEndpoints,
	...bookingEndpoints,
	...reportingEndpoints,
	...liveReading,
	...liveChanges,
];

/** 4: the scopes of these endpoints, which are those that the document names. */
export const SCOPES: readonly Scope[] = [...new Set(ENDPOINTS.flatMap(({ scope }) => scope ?? []))];
