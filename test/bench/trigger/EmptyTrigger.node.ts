import type {
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

/**
 * The least that a trigger of a community package can do. For a node of version 1 n8n evaluates an
 * expression at each delivery, whatever the node.
 */
export class EmptyTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Empty Trigger',
		name: 'emptyTrigger',
		group: ['trigger'],
		version: [1, 2],
		description: 'Starts the workflow with the body of each delivery',
		defaults: { name: 'Empty Trigger' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'venuePlatformApi', required: false }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'empty' }],
		properties: [],
	};

	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}
