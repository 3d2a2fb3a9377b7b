import { randomBytes } from 'node:crypto';

import type {
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

/** As many bytes as our trigger stores for a message. */
const BYTES_EACH = 8;

/**
 * The minimum that a community trigger can do, or the minimum for one that stores something. For a
 * node of version 1, n8n evaluates an expression at each delivery, whatever the node is.
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
		properties: [
			{
				displayName: 'Stored Messages',
				name: 'storedMessages',
				type: 'number',
				default: 0,
				description: 'How many messages each delivery stores anew; none unless given',
			},
		],
	};

	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const workflowData = [[{ json: this.getBodyData() }]];
		const messages = this.getNodeParameter('storedMessages', 0) as number;
		if (messages === 0) return { workflowData };
		const stored = this.getWorkflowStaticData('global');
		return {
			workflowData,
			// Where our trigger also stores. With each delivery, n8n only saves what is changed here.
			get webhookResponse() {
				const before = String(stored.messages ?? '').slice(BYTES_EACH, messages * BYTES_EACH);
				stored.messages = randomBytes(BYTES_EACH / 2).toString('hex') + before;
				return { message: 'The workflow has started' };
			},
		};
	}
}
