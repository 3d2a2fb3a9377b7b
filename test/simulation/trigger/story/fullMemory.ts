import { EventEmitter } from 'node:events';
import type { IWebhookFunctions } from 'n8n-workflow';
import { dateThatTells } from '../../core/virtualTime';
import { API_KEY } from '../n8n/context';
import { OpenWorkflow } from '../n8n/workflow';
import { loadTrigger } from '../shipped';

const MESSAGES = 3_100;
const ENTITIES = 320;

let text: string | undefined;

/** Static data after more messages and entities than the trigger stores. */
export async function fullMemory(now: number): Promise<string> {
	if (text !== undefined) return text;
	const trigger = loadTrigger({
		Date: dateThatTells(() => now),
		AbortSignal,
		setTimeout: () => undefined,
		clearTimeout: () => undefined,
		sleep: async () => await new Promise(() => {}),
	});
	const workflow = new OpenWorkflow(null);
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
			getNode: () => ({ id: 'node-0', webhookId: 'webhook-0' }),
			getMode: () => 'webhook',
			getWorkflow: () => ({ id: 'workflow' }),
			getNodeParameter: (name: string) =>
				({
					events: ['Booking.Updated'],
					authentication: 'apiKey',
					options: { skipOutdated: true, entityIdPath: 'data.uniqueId' },
				})[name],
			getHeaderData: () => ({ 'x-api-key': API_KEY }),
			getRequestObject: () => ({ body }),
			getResponseObject: () => new EventEmitter(),
			getWorkflowStaticData: () => workflow.staticDataOf('global'),
			getCredentials: async () => await Promise.resolve({ webhookApiKey: API_KEY }),
		};
		const result = await trigger.webhook!.call(context as unknown as IWebhookFunctions);
		void result.webhookResponse;
	}
	text = JSON.stringify(workflow.staticData);
	return text;
}
