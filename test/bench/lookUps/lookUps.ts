import axios from 'axios';

import { eachId, onDemand } from '../../n8n/fixtures/nodes';
import type { Lab } from '../../n8n/lab/lab';
import type { WorkflowNode } from '../../n8n/lab/rest/workflows';

const SLOWEST_MS = 20 * 60_000;

let published = 0;

/** A workflow that looks up bookings, in one execution per request. */
export class LookUps {
	private constructor(
		private readonly lab: Lab,
		private readonly path: string,
	) {}

	static async publish(lab: Lab, node: WorkflowNode): Promise<LookUps> {
		const path = `look-up-${++published}`;
		const workflow = await lab.workflows.create(path, [onDemand(path), eachId, node]);
		await lab.workflows.publish(workflow);
		await lab.untilRouted(path);
		return new LookUps(lab, path);
	}

	/** The IDs of the bookings that were found, or none if the execution failed. */
	async find(ids: string[]): Promise<string[]> {
		const { status, data } = await axios.post<Array<{ uniqueId?: string }>>(
			`${this.lab.webhookUrl}/webhook/${this.path}`,
			{ ids },
			{ proxy: false, timeout: SLOWEST_MS, validateStatus: () => true },
		);
		return status === 200 ? data.flatMap(({ uniqueId }) => uniqueId ?? []) : [];
	}
}
