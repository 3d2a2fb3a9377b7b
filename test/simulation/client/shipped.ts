/**
 * Only this file knows where the shipped client is and what its exports are called. The rest of the
 * simulation uses these fresh module instances, one for each n8n process.
 */
type Connecting = typeof import('../../../nodes/venueApi/connection');
type Bookings = typeof import('../../../nodes/venueApi/resources/bookings');
type Calls = typeof import('../../../nodes/venueApi/resources/calls');
type FailedMessages = typeof import('../../../nodes/venueApi/resources/failedMessages');
type Reports = typeof import('../../../nodes/venueApi/resources/reports');
type Webhooks = typeof import('../../../nodes/venueApi/resources/webhooks');
type Credential = typeof import('../../../credentials/VenuePlatformApi.credentials');

export type Shipped = Pick<Connecting, 'connect' | 'PATIENCE_MS' | 'CREDENTIAL_TYPE'> &
	Pick<Bookings, 'getBooking' | 'listBookings'> &
	Pick<FailedMessages, 'listFailedMessages'> &
	Pick<Calls, 'callApi'> &
	Pick<Reports, 'BULK_REPORT' | 'REVENUE_ACTIVITY'> &
	Pick<Webhooks, 'createWebhook' | 'listWebhooks' | 'updateWebhook'> &
	Pick<Credential, 'VenuePlatformApi'>;

export type Connection = Awaited<ReturnType<Connecting['connect']>>;

const MODULES = [
	'nodes/venueApi/connection',
	'nodes/venueApi/resources/bookings',
	'nodes/venueApi/resources/calls',
	'nodes/venueApi/resources/failedMessages',
	'nodes/venueApi/resources/reports',
	'nodes/venueApi/resources/webhooks',
	'credentials/VenuePlatformApi.credentials',
];

/** `load` returns the modules of one process. */
export function shippedClient(load: (module: string) => object): Shipped {
	return Object.assign({}, ...MODULES.map(load)) as Shipped;
}
