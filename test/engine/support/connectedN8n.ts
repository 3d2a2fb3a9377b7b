import { startVenue, type SimulatedVenue, type VenueOptions } from '../../venue';
import { startEngine, type Engine, type SavedCredential } from '../harness/engine';

export interface ConnectedN8n {
	venue: SimulatedVenue;
	engine: Engine;
	credential: SavedCredential;
}

/** A venue, and an n8n with a credential for it. */
export async function connectN8n(options: VenueOptions = {}): Promise<ConnectedN8n> {
	const venue = await startVenue(options);
	const engine = await startEngine();
	const { baseUrl, credentials } = venue;
	const data = { baseUrl, ...credentials };
	return { venue, engine, credential: await engine.saveCredential('venuePlatformApi', data) };
}
