import {
	NodeConnectionTypes,
	type IDataObject,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { isAskedFor, note } from './notes';

interface Memory extends IDataObject {
	seen?: string[];
	/** The deliveries for which n8n has asked for the answer, once for each time. */
	asked?: string[];
	registeredAt?: string;
}

/** The content of a delivery, and what the trigger does with it. */
interface Delivered {
	id: string;
	explode?: boolean;
	drop?: boolean;
	answer?: string;
}

/** The addresses that the service at the other end has on record. */
const registered = new Set<string>();

/**
 * A simple webhook trigger: a list of seen ids in static data, written once per delivery. With a
 * region, it also remembers where it has registered.
 */
export class SampleTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sample Trigger',
		name: 'sampleTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts when something is delivered',
		defaults: { name: 'Sample Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Without it, n8n answers with its default and does not ask the node.
				responseData: '',
				path: 'webhook',
			},
		],
		properties: [{ displayName: 'Region', name: 'region', type: 'string', default: '' }],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				note(`checkExists ${this.getMode()} ${this.getActivationMode()}`);
				return registered.has(this.getNodeWebhookUrl('default')!);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const region = this.getNodeParameter('region') as string;
				note(`create ${region}`);
				if (isAskedFor('closure')) throw new Error('The service is closed');
				const url = this.getNodeWebhookUrl('default')!;
				registered.add(url);
				if (region !== '') (this.getWorkflowStaticData('node') as Memory).registeredAt = url;
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const { registeredAt } = this.getWorkflowStaticData('node') as Memory;
				const region = this.getNodeParameter('region') as string;
				note(`delete ${region} ${registeredAt ?? 'what is not remembered'}`);
				registered.delete(registeredAt ?? this.getNodeWebhookUrl('default')!);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { id, explode, answer, drop } = this.getBodyData() as unknown as Delivered;
		const memory = this.getWorkflowStaticData('node') as Memory;
		const response = this.getResponseObject();
		note(`webhook ${id} ${JSON.stringify(memory)}`);
		response.once('finish', () => note(`answered ${id} ${response.statusCode}`));
		if (this.getHeaderData()['x-key'] === 'wrong') {
			response.status(401).json({ message: 'Who are you?' });
			return {
				noWebhookResponse: true,
				get webhookResponse() {
					note(`asked ${id}`);
					return 'answered already';
				},
			};
		}
		if (explode) throw new Error('The trigger broke');
		const isDuplicate = memory.seen?.includes(id);
		if (!isDuplicate) memory.seen = [...(memory.seen ?? []), id];
		return {
			workflowData: isDuplicate || drop ? undefined : [[{ json: { id } }]],
			get webhookResponse() {
				note(`asked ${id}`);
				if (answer) memory.asked = [...(memory.asked ?? []), id];
				return isDuplicate ? { duplicate: id } : answer;
			},
		};
	}
}
