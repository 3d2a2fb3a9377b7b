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

/** The service at the other end: what it has registered, and a log of what happened. */
export class SampleService {
	readonly registered = new Set<string>();

	log: string[] = [];

	note(line: string): void {
		this.log.push(line);
		note(line);
	}

	/** How many more registrations it refuses. */
	closedFor = 0;

	/** Deliveries wait until this many have arrived. */
	gatherers = 1;

	private waiting: Array<() => void> = [];

	async gather(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
			if (this.waiting.length < this.gatherers) return;
			for (const pass of this.waiting.splice(0)) pass();
		});
	}
}

let service = new SampleService();

export const openSampleService = () => (service = new SampleService());

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
				service.note(`checkExists ${this.getMode()} ${this.getActivationMode()}`);
				return service.registered.has(this.getNodeWebhookUrl('default')!);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const region = this.getNodeParameter('region') as string;
				service.note(`create ${region}`);
				if (service.closedFor-- > 0 || isAskedFor('closure'))
					throw new Error('The service is closed');
				const url = this.getNodeWebhookUrl('default')!;
				service.registered.add(url);
				if (region !== '') (this.getWorkflowStaticData('node') as Memory).registeredAt = url;
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const { registeredAt } = this.getWorkflowStaticData('node') as Memory;
				const region = this.getNodeParameter('region') as string;
				service.note(`delete ${region} ${registeredAt ?? 'what is not remembered'}`);
				service.registered.delete(registeredAt ?? this.getNodeWebhookUrl('default')!);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { id, explode, answer, drop } = this.getBodyData() as unknown as Delivered;
		const memory = this.getWorkflowStaticData('node') as Memory;
		const response = this.getResponseObject();
		service.note(`webhook ${id} ${JSON.stringify(memory)}`);
		response.once('finish', () => service.note(`answered ${id} ${response.statusCode}`));
		if (this.getHeaderData()['x-key'] === 'wrong') {
			response.status(401).json({ message: 'Who are you?' });
			return {
				noWebhookResponse: true,
				get webhookResponse() {
					service.note(`asked ${id}`);
					return 'answered already';
				},
			};
		}
		if (explode) throw new Error('The trigger broke');
		await service.gather();
		const isDuplicate = memory.seen?.includes(id);
		if (!isDuplicate) memory.seen = [...(memory.seen ?? []), id];
		return {
			workflowData: isDuplicate || drop ? undefined : [[{ json: { id } }]],
			get webhookResponse() {
				service.note(`asked ${id}`);
				if (answer) memory.asked = [...(memory.asked ?? []), id];
				return isDuplicate ? { duplicate: id } : answer;
			},
		};
	}
}

const later = async () => await new Promise((resolve) => setTimeout(resolve, 2));

const everSeen = new Map<string, Set<string>>();

/** The same with the remedy: what this process knows is assigned again until the answer is sent. */
export class PersistentTrigger extends SampleTrigger {
	constructor() {
		super();
		this.description.name = 'persistentTrigger';
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { id } = this.getBodyData() as { id: string };
		const { id: workflowId } = this.getWorkflow();
		const seen = everSeen.get(workflowId!) ?? new Set();
		everSeen.set(workflowId!, seen.add(id));
		const memory = this.getWorkflowStaticData('node') as Memory;
		const response = this.getResponseObject();
		const keepAssigning = async () => {
			while (!response.writableEnded) {
				memory.seen = [...seen];
				await later();
			}
		};
		void keepAssigning();
		return { workflowData: [[{ json: { id } }]] };
	}
}
