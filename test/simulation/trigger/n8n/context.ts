import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { Delivery } from './delivery';
import type { OpenWorkflow } from './workflow';

export const API_KEY = 'the-key-of-the-venue';
const EVENTS = ['Booking.Created', 'Booking.Updated'];

/** What `webhook()` is given: the parts of n8n's context that the trigger uses. */
export function contextOf(delivery: Delivery, workflow: OpenWorkflow): IWebhookFunctions {
	const { life, message, line } = delivery;
	const { world } = life;
	const { trigger } = message;
	const { story, nodeNames } = world;
	const parameters: IDataObject = {
		events: EVENTS,
		authentication: 'apiKey',
		options: { skipOutdated: story.skipOutdated, entityIdPath: 'data.uniqueId' },
	};
	const context: Partial<Record<keyof IWebhookFunctions, unknown>> = {
		getNode: () => ({
			id: `node-${trigger}`,
			name: nodeNames[trigger],
			webhookId: `webhook-${trigger}`,
			type: 'n8n-nodes-venue-platform.venuePlatformTrigger',
			typeVersion: 1.1,
			position: [0, 0],
			parameters,
			credentials: { venuePlatformApi: { id: 'credential', name: 'Venue' } },
		}),
		getMode: () => 'webhook',
		getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
		getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
		getHeaderData: () => ({ 'x-api-key': message.kind === 'stranger' ? 'guessed' : API_KEY }),
		getRequestObject: () => ({ body: delivery.body() }),
		getResponseObject: () => line,
		getWorkflowStaticData: (type: string) => {
			delivery.learn();
			return workflow.staticDataOf(type === 'global' ? 'global' : `node:${nodeNames[trigger]}`);
		},
		getCredentials: async () => {
			await life.sleep(world.database.latency(`credential ${delivery.name}`));
			if (!delivery.isTroubled('noCredential')) return { webhookApiKey: API_KEY };
			delivery.hasNoCredential = true;
			throw new Error('The credential could not be read');
		},
	};
	return context as IWebhookFunctions;
}
