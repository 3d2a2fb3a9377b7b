import type { VenueOptions } from './options';
import { SimulatedVenue } from './venue';

export async function startVenue({
	port,
	...options
}: VenueOptions & { port?: number } = {}): Promise<SimulatedVenue> {
	return await new SimulatedVenue(options).start(port);
}

export { connectVenue, type RemoteVenue } from './control/remote';
export type { ClientCredentials, BlockReason } from './access/clients';
export type { Booking } from './account/bookingSamples';
export type { Webhook } from './account/webhooks';
export type { Delivery, Message } from './delivery/message';
export type { Scope } from './endpoints/endpoint';
export { SCOPES } from './endpoints/endpoints';
export type { Maintenance } from './endpoints/maintenance';
export type { Surface } from './limits/limits';
export type { VenueOptions } from './options';
export {
	DOCUMENTED_PROFILES,
	HARD_PROFILES,
	LIST_PROFILES,
	PROFILES,
	type HardProfileName,
	type ProfileName,
} from './profiles';
export type { Profile, Variations } from './profile';
export { TOPICS, TOPIC_NAMES, type EventKind, type Topic } from './topics';
export type { Fault } from './wire/faults';
export type { RecordedRequest } from './wire/requestLog';
export type { SimulatedVenue } from './venue';
