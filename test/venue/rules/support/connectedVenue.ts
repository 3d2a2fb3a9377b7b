import { startVenue, type VenueOptions } from '../../index';
import { callerOf } from './caller';
import { startReceiver } from './receiver';

export const START = Date.UTC(2025, 0, 1);
export const N8N = 'https://n8n.example';

/** A venue, a client that calls it, and the receiver of its deliveries. */
export async function startConnectedVenue(options: VenueOptions = {}) {
	const receiver = await startReceiver();
	const venue = await startVenue({
		now: () => START,
		receivers: { [N8N]: receiver.url },
		...options,
	});
	const caller = callerOf(venue);

	const subscribe = (fields: Record<string, unknown> = {}) =>
		caller.call('POST', '/webhooks', {
			url: `${N8N}/webhook/1?from=venue`,
			enabled: true,
			webhooks: { booking: { events: ['Created', 'Updated'] } },
			...fields,
		});

	const close = async () => {
		caller.close();
		await venue.stop();
		await receiver.close();
	};

	return { venue, caller, receiver, subscribe, close };
}

export type ConnectedVenue = Awaited<ReturnType<typeof startConnectedVenue>>;
