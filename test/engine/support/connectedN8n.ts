import type { IDataObject } from 'n8n-workflow';

import { startVenue, type SimulatedVenue, type VenueOptions } from '../../venue';
import { startEngine, type Engine, type SavedCredential } from '../harness/engine';
import { partsOf } from '../harness/engineParts';
import type { Execution, ExecutionRequest } from '../harness/execution';
import { VenueCaller } from './VenueCaller.node';

interface Called extends Pick<ExecutionRequest, 'items'> {
	method?: string;
	body?: string;
	scope?: string;
	entity?: string;
	by?: SavedCredential;
}

/** A venue, and an n8n with a credential for it. */
export class ConnectedN8n {
	constructor(
		readonly venue: SimulatedVenue,
		readonly engine: Engine,
		readonly credential: SavedCredential,
	) {}

	async close(): Promise<void> {
		await this.venue.stop();
		await this.engine.stop();
	}

	/** The venue’s deliveries reach n8n at its own address. */
	receive(): void {
		this.venue.receivers.map(this.engine.publicUrl, this.engine.receiverUrl);
	}

	/** For other clients of this venue, with other settings, or for another venue. */
	async saveCredential(data: object, { baseUrl } = this.venue): Promise<SavedCredential> {
		return await this.engine.saveCredential('venuePlatformApi', { baseUrl, ...data });
	}

	/** Calls this path of the venue, once for each item. */
	async call(
		path: string,
		{ by = this.credential, items, ...parameters }: Called = {},
	): Promise<Execution> {
		return await this.engine.execute({
			node: VenueCaller,
			parameters: { path, ...parameters },
			...{ items, credentials: { venuePlatformApi: by } },
		});
	}

	async staticData(workflowId: string): Promise<IDataObject> {
		const data = await this.workflows.staticDataOf(workflowId);
		return JSON.parse(JSON.stringify(data)) as IDataObject;
	}

	protected get workflows() {
		return partsOf(this.engine).workflows;
	}
}

export async function connectN8n(
	options: VenueOptions = {},
	more: Record<string, string> = {},
	publicUrl?: string,
): Promise<ConnectedN8n> {
	const venue = await startVenue(options);
	const engine = await startEngine(publicUrl === undefined ? {} : { publicUrl });
	const { baseUrl, credentials } = venue;
	const data = { baseUrl, ...credentials, ...more };
	return new ConnectedN8n(venue, engine, await engine.saveCredential('venuePlatformApi', data));
}
