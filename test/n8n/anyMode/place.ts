import type { SimulatedVenue } from '../../venue';
import type { Lab } from '../lab/lab';
import type { CredentialData, StoredCredential } from '../lab/rest/credentials';
import type { StoredWorkflow, WorkflowNode } from '../lab/rest/workflows';

export const PACKAGE = 'n8n-nodes-venue-platform';

export const HOUR = 3_600_000;

/** What a test stands on: the n8n of its file, and a venue of its own. */
export class Place {
	lab!: Lab;

	venue!: SimulatedVenue;

	credentialData(): CredentialData {
		const { clientId, clientSecret } = this.venue.credentials;
		return { baseUrl: this.venue.baseUrl, clientId, clientSecret };
	}

	async saveCredential(data = this.credentialData()): Promise<StoredCredential> {
		return await this.lab.credentials.create('venuePlatformApi', data);
	}

	/** As the button in the editor does. */
	async runOnce(workflow: StoredWorkflow, lastNode: string) {
		const id = await this.lab.workflows.run(workflow, start.name);
		const execution = await this.lab.executions.ended(id);
		return { status: execution.status, items: execution.items(lastNode) };
	}
}

export const start: WorkflowNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

export const bookings = (credential: StoredCredential): WorkflowNode => ({
	name: 'Bookings',
	type: `${PACKAGE}.venuePlatform`,
	parameters: { resource: 'booking', operation: 'getAll', returnAll: true },
	credential,
});
