import type { IHookFunctions } from 'n8n-workflow';

import { readDeliveryAuth } from '../sender/deliveryAuth';
import { readSettings } from '../settings';
import { publishingError } from './messages';
import { type Wanted, wantedConfiguration } from './wanted';
import { readWebhookUrl } from './webhookUrl';

/** What the node as it is set now asks of the venue, or the reason why it cannot be asked. */
export async function readWanted(context: IHookFunctions): Promise<Wanted> {
	const address = readWebhookUrl(context.getNodeWebhookUrl('default'));
	if ('reason' in address) throw publishingError(context.getNode(), address.reason);

	const settings = readSettings(context);
	const auth = await readDeliveryAuth(context, settings.authentication);
	const reading = wantedConfiguration(address.url, settings, auth);
	if ('reason' in reading) throw publishingError(context.getNode(), reading.reason);
	return reading.wanted;
}
