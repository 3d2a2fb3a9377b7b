import type { IHookFunctions } from 'n8n-workflow';

import { readProof } from '../proof';
import { readSettings } from '../settings';
import { refused } from './messages';
import { type Wanted, wantedConfiguration } from './wanted';
import { readWebhookUrl } from './webhookUrl';

/** What the node as it is set now asks of the venue, or the reason why it cannot be asked. */
export async function readWanted(context: IHookFunctions): Promise<Wanted> {
	const address = readWebhookUrl(context.getNodeWebhookUrl('default'));
	if ('reason' in address) throw refused(context.getNode(), address.reason);

	const settings = readSettings(context);
	const proof = await readProof(context, settings.authentication);
	const reading = wantedConfiguration(address.url, settings, proof);
	if ('reason' in reading) throw refused(context.getNode(), reading.reason);
	return reading.wanted;
}
