import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../../venueApi/shapes/records';
import { haveOthersWrite, writesTo } from '../../venueApi/staticData';
import { type Memory, readMemory, writeMemory } from './memory';

const STORED_AS = 'venuePlatformRecoveryTrigger';

/** More recovery triggers in one workflow than anybody needs: those of deleted nodes go first. */
const MOST_NODES = 3;

/**
 * Where the memory of this node lies. It is the workflow's data, by the id of the node: n8n keeps
 * what belongs to the node under its name, and a renamed node would start with nothing. Only where
 * n8n commits the node's data together with the execution, the memory lies there.
 */
export class Storage {
	private readonly nodeData: IDataObject;
	private readonly workflowData: IDataObject;
	private readonly workflowId: string;
	private readonly nodeId: string;

	constructor(context: IPollFunctions) {
		this.nodeData = context.getWorkflowStaticData('node');
		this.workflowData = context.getWorkflowStaticData('global');
		this.workflowId = String(context.getWorkflow().id);
		this.nodeId = context.getNode().id;
	}

	read(): Memory | undefined {
		const ofNode = readMemory(this.nodeData[STORED_AS]);
		const ofWorkflow = readMemory(nodesIn(this.workflowData)[this.nodeId]);
		return this.isCommittedWithExecution ? (ofNode ?? ofWorkflow) : (ofWorkflow ?? ofNode);
	}

	write(memory: Memory): void {
		const stored = writeMemory(memory) as unknown as IDataObject;
		if (this.isCommittedWithExecution) {
			this.nodeData[STORED_AS] = stored;
			return;
		}
		const { nodeId } = this;
		const write = (staticData: IDataObject) => {
			const others = Object.entries(nodesIn(staticData)).filter(([id]) => id !== nodeId);
			const kept = others.slice(1 - MOST_NODES);
			staticData[STORED_AS] = { ...Object.fromEntries(kept), [nodeId]: stored };
		};
		write(this.workflowData);
		writesTo(this.workflowId, nodeId, write);
		haveOthersWrite(this.workflowId, nodeId, this.workflowData);
	}

	/** n8n then hands over a plain copy; otherwise an object that notes whether it was changed. */
	private get isCommittedWithExecution(): boolean {
		return !('__dataChanged' in this.nodeData);
	}
}

function nodesIn(staticData: IDataObject): IDataObject {
	const nodes = staticData[STORED_AS];
	return isRecord(nodes) ? nodes : {};
}
