import { EventEmitter } from 'node:events';
import type { INodeType, IWebhookFunctions } from 'n8n-workflow';
import { freshModules } from '../../core/freshModules';
import { dateThatTells } from '../../core/virtualTime';

const MESSAGES = 3_100;
const ENTITIES = 320;
const API_KEY = 'the-key-of-the-venue';
const SOURCE = 'nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';

let text: string | undefined;

/** Static data after more messages and entities than the trigger stores. */
export async function fullMemory(now: number): Promise<string> {
	if (text !== undefined) return text;
	const load = freshModules({
		Date: dateThatTells(() => now),
		performance: { now: () => 0 },
		sleep: async () => await new Promise(() => {}),
	});
	const { VenuePlatformTrigger } = load(SOURCE) as Record<string, new () => INodeType>;
	const trigger = new VenuePlatformTrigger();
	const staticData = {};
	const parameters = {
		events: ['Booking.Updated'],
		authentication: 'apiKey',
		options: { skipOutdated: true, entityIdPath: 'data.uniqueId' },
	};
	for (let index = 0; index < MESSAGES; index++) {
		const eventDate = new Date(now - index).toISOString();
		const body = {
			id: `earlier-${index}`,
			sendDate: eventDate,
			type: 'Booking',
			eventDate,
			eventType: 'Updated',
			data: { uniqueId: `earlier-${index % ENTITIES}` },
		};
		const context = {
			getNode: () => ({ id: 'node-1', webhookId: 'webhook-1' }),
			getMode: () => 'webhook',
			getWorkflow: () => ({ id: 'workflow 0' }),
			getNodeParameter: (name: keyof typeof parameters) => parameters[name],
			getHeaderData: () => ({ 'x-api-key': API_KEY }),
			getRequestObject: () => ({ body, contentType: 'application/json' }),
			getResponseObject: () => new EventEmitter(),
			getWorkflowStaticData: () => staticData,
			getCredentials: async () => await Promise.resolve({ webhookApiKey: API_KEY }),
		};
		const result = await trigger.webhook!.call(context as unknown as IWebhookFunctions);
		void result.webhookResponse;
	}
	text = JSON.stringify({ global: staticData });
	return text;
}
