import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { connect } from '../venueApi/connection';
import { isSubscribed } from '../venueApi/resources/events';
import { readEnvelope } from './delivery/envelope';
import { Acceptance, drop, emit, reject } from './delivery/answers';
import { itemOf } from './delivery/item';
import { keysOf, messageOf, readBody } from './delivery/message';
import { DeliveryOrder, Patience } from './delivery/order';
import { chosenEvents, panel, properties } from './description';
import { memoryOf } from './memory/deliveryMemory';
import { readWebhookUrl } from './registration/address';
import { asOneMessage } from './registration/messages';
import { arrive, isInDoubt, leave } from './registration/moves';
import { isRegistered, register } from './registration/registration';
import { readWanted } from './registration/wanted';
import { rejectionOf } from './sender/rejection';
import { readSettings, WEBHOOK_PATH } from './settings';

const order = new DeliveryOrder();

export class VenuePlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Venue Platform Trigger',
		name: 'venuePlatformTrigger',
		icon: {
			light: 'file:../../icons/venuePlatform.svg',
			dark: 'file:../../icons/venuePlatform.dark.svg',
		},
		group: ['trigger'],
		// For each delivery to a node of version 1, of any package, n8n evaluates an extra expression.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: chosenEvents,
		description: 'Starts the workflow when something happens at a venue, once for each event',
		defaults: { name: 'Venue Platform Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'venuePlatformApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: WEBHOOK_PATH,
				responseMode: 'onReceived',
				// With n8n's default, n8n does not read the `webhookResponse` that webhook() returns.
				responseData: '',
				// The node registers its address at the venue, so there is nothing to copy.
				ndvHideUrl: true,
				ndvHideMethod: true,
			},
		],
		...panel,
		properties,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await asOneMessage(this.getNode(), async () => {
					const wanted = await readWanted(this);
					const connection = await connect(this, 'registration');
					await arrive(connection, wanted);
					return await isRegistered(connection, wanted);
				});
			},

			async create(this: IHookFunctions): Promise<boolean> {
				return await asOneMessage(this.getNode(), async () => {
					const wanted = await readWanted(this);
					const connection = await connect(this, 'registration');
					await arrive(connection, wanted);
					await register(connection, wanted);
					return true;
				});
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				const address = readWebhookUrl(this.getNodeWebhookUrl('default'));
				if ('url' in address) await leave(this, address.url);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const settings = readSettings(this);
		const rejection = await rejectionOf(this, settings.authentication);
		if (rejection) return reject(this, rejection.status, rejection.reason);
		if (isInDoubt(this)) {
			return reject(this, 503, 'This trigger is being moved to another venue. Send this again.');
		}

		const received = readEnvelope(await readBody(this.getRequestObject()));
		if ('reason' in received) return reject(this, 400, received.reason);

		const { envelope } = received;
		if (!isSubscribed(settings.events, envelope.type, envelope.eventType)) {
			return drop('The workflow does not listen to this event');
		}
		if (this.getMode() === 'manual') return emit(await itemOf(this, envelope, settings));

		const memory = memoryOf(this);
		const message = messageOf(this, envelope, settings);
		const keys = keysOf(this, message);
		const response = this.getResponseObject();
		const patience = new Patience(response);
		for (let ahead = order.ahead(keys); ahead; ahead = order.ahead(keys)) {
			if (memory.hasEmitted(message)) break;
			if (await patience.waitFor(ahead)) continue;
			memory.mend();
			return reject(this, 503, 'n8n is still taking in a message before this one');
		}
		if (memory.hasEmitted(message)) {
			memory.mend();
			return drop('The workflow has already been started with this message');
		}
		if (memory.hasEmittedNewer(message)) {
			memory.mend();
			return drop('The workflow has already been started with a newer event');
		}
		const acceptance = new Acceptance(response, {
			accepted: () => memory.remember(message),
			takenBack: () => memory.forget(message),
		});
		order.enter(keys, acceptance.settled);
		return emit(await itemOf(this, envelope, settings), acceptance);
	}
}
