import type {
	INodeExecutionData,
	INodeType,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { deliveryOn } from './delivery';
import type { Line } from './line';
import type { N8nProcess } from './process';

/** A shipped node whose calls are recorded. */
export function observed(shipped: INodeType, process: N8nProcess): INodeType {
	const node = Object.create(shipped) as INodeType;
	if (shipped.poll) {
		node.poll = async function (this: IPollFunctions) {
			const turn = process.world.polls.begin(process, this);
			leadToItself(this, process);
			if (process.hangs && !turn.isFirst) hang(this, process);
			try {
				const items = await shipped.poll!.call(this);
				// n8n discards the items of a poll whose version of the workflow has been replaced.
				return process.world.polls.end(turn, items) as INodeExecutionData[][] | null;
			} catch (error) {
				process.world.polls.fail(turn, error as Error);
				throw error;
			}
		};
	}
	if (shipped.webhook) {
		node.webhook = async function (this: IWebhookFunctions) {
			return await takeDelivery(this, process, async (context) => {
				return (await shipped.webhook!.call(context)) as IWebhookResponseData;
			});
		};
	}
	return node;
}

/**
 * Records when the trigger reads the static data, what it decides, and when n8n asks for the
 * response.
 */
async function takeDelivery(
	context: IWebhookFunctions,
	process: N8nProcess,
	webhook: (context: IWebhookFunctions) => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
	const { world } = process;
	const delivery = deliveryOn(context.getResponseObject() as unknown as Line);
	const watched = Object.create(context, {
		getWorkflowStaticData: {
			value: (type: string) => {
				delivery.learn();
				return context.getWorkflowStaticData(type);
			},
		},
		getCredentials: {
			value: async (type: string) => {
				await process.sleep(world.database.latency(`credential ${delivery.name}`));
				if (!delivery.isTroubled('noCredential')) return await context.getCredentials(type);
				delivery.hasNoCredential = true;
				throw new Error('The credential could not be read');
			},
		},
	}) as IWebhookFunctions;
	const result = await webhook(watched);
	if (result.workflowData === undefined) return result;
	delivery.emitted();
	const answer = result;
	return {
		workflowData: result.workflowData,
		get webhookResponse() {
			delivery.accepted();
			return answer.webhookResponse as unknown;
		},
	};
}

function hang(context: IPollFunctions, process: N8nProcess): void {
	process.hangs = false;
	process.world.seen('a poll that never ends');
	process.world.polls.hung(context.getNode());
	context.getCredentials = async () => {
		Reflect.deleteProperty(context, 'getCredentials');
		return await new Promise(() => {});
	};
}

const ledToItself = new WeakSet<IPollFunctions>();

/** n8n keeps the context of a polling node. */
function leadToItself(context: IPollFunctions, process: N8nProcess): void {
	if (ledToItself.has(context)) return;
	ledToItself.add(context);
	const { helpers } = context;
	const { httpRequest } = helpers;
	helpers.httpRequest = async (options) =>
		// A venue may write the host in upper case.
		new URL(options.url).href.startsWith(process.parts.publicUrl)
			? await ownAnswer(process, options.url)
			: ((await httpRequest(options)) as unknown);
}

/** What n8n answers a sender without a key. */
async function ownAnswer(process: N8nProcess, url: string): Promise<unknown> {
	await process.sleep(20);
	const { notFromVenue } = process.load('nodes/venueApi/messages/notFromVenue') as {
		notFromVenue: (authentication: string) => string;
	};
	const path = decodeURIComponent(new URL(url).pathname.replace(/^\/webhook\/|\/$/g, ''));
	const isRouted = [...process.world.database.routes.keys()].some((id) => id.endsWith(path));
	const message = isRouted ? notFromVenue('apiKey') : 'The requested webhook is not registered.';
	return { statusCode: isRouted ? 401 : 404, headers: {}, body: JSON.stringify({ message }) };
}
