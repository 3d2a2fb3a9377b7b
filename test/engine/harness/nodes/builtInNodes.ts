import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

const passOn = async function (this: IExecuteFunctions) {
	return [this.getInputData()];
};

const common = {
	group: ['transform' as const],
	version: 1,
	defaults: {},
	inputs: ['main' as const],
	outputs: ['main' as const],
	properties: [],
};

/** Stands for the earlier nodes of a workflow and passes their items on. */
export const itemsStart: INodeType = {
	description: {
		...common,
		displayName: 'When clicking ‘Execute workflow’',
		name: 'n8n-nodes-base.manualTrigger',
		description: 'Starts the workflow with the items of the test',
	},
	execute: passOn,
};

/** n8n tests a credential as if it were this node, and recognizes the test by its name. */
export const noOperation: INodeType = {
	description: {
		...common,
		displayName: 'No Operation, do nothing',
		name: 'n8n-nodes-base.noOp',
		description: 'No Operation',
	},
	execute: passOn,
};
