import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { isOnlyWatched, note } from './notes';

/** Counts its polls and emits every second one. */
export class CountingPoller implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Counting Poller',
		name: 'countingPoller',
		group: ['trigger'],
		version: 1,
		description: 'Starts every second time',
		defaults: { name: 'Counting Poller' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Refuse At', name: 'refuseAt', type: 'number', default: 0 }],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		if (isOnlyWatched()) return null;
		const memory = this.getWorkflowStaticData('node') as IDataObject & { polls?: number };
		memory.polls = (memory.polls ?? 0) + 1;
		note(`poll ${memory.polls} ${this.getMode()} ${this.getActivationMode()}`);
		if (memory.polls === this.getNodeParameter('refuseAt')) throw new Error('Nothing to see');
		return memory.polls % 2 === 0 ? [[{ json: { polls: memory.polls } }]] : null;
	}
}
