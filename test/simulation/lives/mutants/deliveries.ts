import type { EventEmitter } from 'node:events';
import type { IDataObject, INodeType, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Mutant } from '../world';

type Webhook = NonNullable<INodeType['webhook']>;
type Around = NonNullable<Mutant['around']>;

/** The shipped trigger, with a wrapper around its `webhook()` that breaks one promise. */
const around =
	(
		webhook: (
			context: IWebhookFunctions,
			shipped: (context: IWebhookFunctions) => Promise<IWebhookResponseData>,
		) => Promise<IWebhookResponseData>,
	): Around =>
	(trigger) => {
		if (trigger.webhook === undefined) return trigger;
		const shipped: Webhook = trigger.webhook;
		const broken: Webhook = async function (this: IWebhookFunctions) {
			return await webhook(this, async (context) => {
				return (await shipped.call(context)) as IWebhookResponseData;
			});
		};
		return Object.assign(Object.create(trigger) as INodeType, { webhook: broken });
	};

const withOther = <Name extends keyof IWebhookFunctions>(
	context: IWebhookFunctions,
	name: Name,
	value: unknown,
): IWebhookFunctions => Object.create(context, { [name]: { value } }) as IWebhookFunctions;

const idOf = (context: IWebhookFunctions) =>
	JSON.stringify([
		context.getNode().webhookId,
		(context.getRequestObject().body as IDataObject).id,
	]);

/** A response whose end has no listeners. */
function deaf(context: IWebhookFunctions): IWebhookFunctions {
	const line = context.getResponseObject() as unknown as EventEmitter;
	const once = (name: string, listener: () => void) =>
		name === 'close' ? line : line.once(name, listener);
	const deafLine = new Proxy(line, {
		get: (target, name) => {
			const value: unknown = name === 'once' ? once : Reflect.get(target, name, target);
			return typeof value === 'function' && name !== 'once' ? value.bind(target) : value;
		},
	});
	return withOther(context, 'getResponseObject', () => deafLine);
}

const broken: Record<string, Around> = {
	'records in webhook(), before n8n has accepted': around(async (context, shipped) => {
		const { workflowData, noWebhookResponse, webhookResponse } = await shipped(context);
		return { workflowData, noWebhookResponse, webhookResponse };
	}),

	'records nothing': around(async (context, shipped) => {
		return await shipped(withOther(context, 'getWorkflowStaticData', () => ({})));
	}),

	'keeps its memory under the name of the node': around(async (context, shipped) => {
		const ofNode = () => context.getWorkflowStaticData('node');
		return await shipped(withOther(context, 'getWorkflowStaticData', ofNode));
	}),

	'forgets what was stored when another writes': (trigger: INodeType) => {
		let last = '';
		return around(async (context, shipped) => {
			const data = context.getWorkflowStaticData('global');
			const isOther = JSON.stringify(data) !== last && last !== '';
			const result = await shipped(
				withOther(context, 'getWorkflowStaticData', () => (isOther ? {} : data)),
			);
			last = JSON.stringify(data);
			return result;
		})(trigger);
	},

	'acknowledges a copy while the first is under way': (trigger: INodeType) => {
		const underWay = new Set<string>();
		return around(async (context, shipped) => {
			const id = idOf(context);
			if (underWay.has(id)) return { webhookResponse: { message: 'A copy' } };
			underWay.add(id);
			const line = context.getResponseObject() as unknown as EventEmitter;
			line.once('close', () => underWay.delete(id));
			return await shipped(context);
		})(trigger);
	},

	'lets copies pass that come before the first is accepted': (trigger: INodeType) => {
		let copies = 0;
		const underWay = new Set<string>();
		return around(async (context, shipped) => {
			const id = idOf(context);
			const isCopy = underWay.has(id);
			underWay.add(id);
			(context.getResponseObject() as unknown as EventEmitter).once('close', () => {
				underWay.delete(id);
			});
			if (!isCopy) return await shipped(context);
			const webhookId = `${context.getNode().webhookId} ${copies++}`;
			return await shipped(
				withOther(context, 'getNode', () => ({ ...context.getNode(), webhookId })),
			);
		})(trigger);
	},

	'does not hear that its response is closed': around(async (context, shipped) => {
		return await shipped(deaf(context));
	}),
};

/** The trigger, each with one flaw in how it accepts a delivery. */
export const DELIVERY_MUTANTS: Record<string, Mutant> = Object.fromEntries(
	Object.entries(broken).map(([name, flaw]) => [name, { around: flaw }]),
);
