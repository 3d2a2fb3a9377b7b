import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { connect, PATIENCE_MS } from '../venueApi/connection';
import { readEnvelope } from '../venueApi/envelope';
import { isSubscribed } from '../venueApi/events';
import { drop, emit, refuse } from './delivery/answers';
import { readBody } from './delivery/body';
import { entityOf } from './delivery/entity';
import { comesFromVenue } from './delivery/comesFromVenue';
import { reasonAgainst } from './delivery/sender';
import { chosenEvents } from './description/events';
import { panel } from './description/panel';
import { properties } from './description/properties';
import { passOnce } from './memory/passOnce';
import { asOneMessage, stillEnabled } from './registration/messages';
import { readWanted } from './registration/readWanted';
import { isRegistered, register, unregister } from './registration/registration';
import { readWebhookUrl } from './registration/webhookUrl';
import { readSettings } from './settings';
import { WEBHOOK_PATH } from './trigger';

export class VenuePlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Venue Platform Trigger',
		name: 'venuePlatformTrigger',
		icon: {
			light: 'file:../../icons/venuePlatform.svg',
			dark: 'file:../../icons/venuePlatform.dark.svg',
		},
		group: ['trigger'],
		// n8n evaluates an expression for each delivery to a node of version 1, whichever it is.
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
				// With n8n's default the answer of webhook() is not asked for.
				responseData: '',
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
					return await isRegistered(await connect(this, PATIENCE_MS.registration), wanted);
				});
			},

			async create(this: IHookFunctions): Promise<boolean> {
				return await asOneMessage(this.getNode(), async () => {
					const wanted = await readWanted(this);
					await register(await connect(this, PATIENCE_MS.registration), wanted);
					return true;
				});
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				const address = readWebhookUrl(this.getNodeWebhookUrl('default'));
				if ('reason' in address) return true;
				const connection = await connect(this, PATIENCE_MS.registration);
				const [result] = await Promise.allSettled([unregister(connection, address.url)]);
				if (result.status === 'fulfilled') return true;
				// n8n shows nothing to the user, and in 1.x an unpublished workflow would go on running.
				this.logger.warn(stillEnabled(address.url, result.reason));
				return false;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const settings = readSettings(this);
		if (!(await comesFromVenue(this, settings.authentication))) {
			return refuse(this, 401, reasonAgainst(settings.authentication));
		}
		const message = readEnvelope(await readBody(this.getRequestObject()));
		if ('reason' in message) return refuse(this, 400, message.reason);

		const { envelope } = message;
		if (!isSubscribed(settings.events, envelope.type, envelope.eventType)) {
			return drop('The workflow does not listen to this event');
		}
		if (this.getMode() === 'manual') return emit(envelope, () => {});

		const entity = settings.skipOutdated ? entityOf(envelope, settings.entityIdPath) : undefined;
		const passage = await passOnce(this, envelope, entity);
		switch (passage.verdict) {
			case 'emit':
				return emit(envelope, () => passage.handover.accept());
			case 'emitted':
				return drop('The workflow has already been started with this message');
			case 'outdated':
				return drop('The workflow has already been started with a newer event');
			case 'undecided':
				return refuse(this, 503, 'n8n is still taking in a message before this one');
		}
	}
}
