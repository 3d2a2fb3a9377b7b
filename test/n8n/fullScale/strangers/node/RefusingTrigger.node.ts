import {
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

/** The minimum that a community trigger can do about a stranger: it reads nothing. */
export class RefusingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Refusing Trigger',
		name: 'refusingTrigger',
		group: ['trigger'],
		// For a node of version 1, n8n evaluates an expression for each delivery.
		version: 2,
		description: 'Refuses each delivery',
		defaults: { name: 'Refusing Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'venuePlatformApi', required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'refused' },
		],
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
		this.getResponseObject().status(401).json({ message: 'Refused' });
		return { noWebhookResponse: true };
	}
}
