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
import { WEBHOOK_PATH } from '../venueApi/resources/triggerKeys';
import { Acceptance, drop, emit, reject } from './delivery/replies';
import { entityOf } from './delivery/entity';
import { fingerprintsOf, orderKeysOf } from './delivery/fingerprints';
import { itemOf } from './delivery/item';
import { readMessage } from './delivery/message';
import { DeliveryOrder } from './delivery/order';
import { chosenEvents, panel, properties } from './description';
import { memoryOf } from './memory/deliveryMemory';
import { readWebhookUrl } from './registration/address';
import { asOneMessage } from './registration/messages';
import { moveHere, mayBeFromFormerVenue, switchOffLater } from './registration/moves';
import { isRegistered, register } from './registration/registration';
import { readWanted } from './registration/wanted';
import { rejectionOf } from './sender/rejection';
import { readTriggerSettings } from './settings';

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
		version: 1.1,
		subtitle: chosenEvents,
		description: 'Starts the workflow when something happens at a venue, once for each event',
		defaults: { name: 'Venue Platform Trigger' },
		builderHint: {
			searchHint:
				'Starts for each event of a venue: bookings, guests, tickets, waivers and payment links. Its item has the event in data, whose field names differ from venue to venue.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-venue-platform.venuePlatform',
					relationHint: 'Looks up the guest or the product that an event names by its ID',
				},
				{
					nodeType: 'n8n-nodes-venue-platform.venuePlatformRecoveryTrigger',
					relationHint: 'Tells what the venue could not deliver',
				},
			],
		},
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
					await moveHere(connection, wanted);
					return await isRegistered(connection, wanted);
				});
			},

			async create(this: IHookFunctions): Promise<boolean> {
				return await asOneMessage(this.getNode(), async () => {
					const wanted = await readWanted(this);
					const connection = await connect(this, 'registration');
					await moveHere(connection, wanted);
					await register(connection, wanted);
					return true;
				});
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				const address = readWebhookUrl(this.getNodeWebhookUrl('default'));
				if ('url' in address) await switchOffLater(this, address.url);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const settings = readTriggerSettings(this);
		const rejection = await rejectionOf(this, settings.authentication);
		if (rejection) return reject(this, rejection.status, rejection.reason);
		if (mayBeFromFormerVenue(this)) {
			return reject(this, 503, 'This trigger is being moved to another venue. Send this again.');
		}

		// A topic may come as a number that could mean two: then the chosen events decide.
		const message = await readMessage(this.getRequestObject(), settings.events);
		if (message === undefined) return reject(this, 400, 'The body is not a JSON object');
		if (!isSubscribed(settings.events, message)) {
			return drop('The workflow does not listen to this event');
		}
		const entity = settings.skipOutdated ? entityOf(message, settings) : undefined;
		// A user who tests sees each event, however often it comes.
		if (this.getMode() === 'manual') return emit(await itemOf(this, message, settings, entity));

		const memory = memoryOf(this);
		const fingerprints = fingerprintsOf(this.getNode(), message, entity);
		const response = this.getResponseObject();
		const leave = await order.enter(orderKeysOf(this.getWorkflow(), fingerprints), response);
		if (leave === undefined) {
			memory.writeBackIfOverwritten();
			return reject(this, 503, 'n8n is still taking in a message before this one');
		}
		// Also keeps a message that comes again in the memory, until its next attempt.
		const reason = memory.reasonToDrop(fingerprints);
		if (reason !== undefined) {
			leave();
			memory.writeBackIfOverwritten();
			return drop(reason);
		}
		const acceptance = new Acceptance(response, {
			accepted: () => memory.remember(fingerprints),
			takenBack: () => memory.forget(fingerprints),
		});
		void acceptance.settled.then(leave);
		return emit(await itemOf(this, message, settings, entity), acceptance);
	}
}
