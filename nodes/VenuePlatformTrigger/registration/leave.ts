import type { IHookFunctions } from 'n8n-workflow';

import { connect, PATIENCE_MS } from '../../venueApi/connection';
import { afterGrace } from './grace';
import { listensNoMoreAt } from './listening';
import { stillEnabled, willBeSwitchedOff } from './messages';
import { unregister } from './registration';
import { isTestUrl } from './webhookUrl';

/**
 * n8n calls delete when a workflow is unpublished, but also between two versions of it and two
 * attempts to publish it, and nothing that it hands over tells one from the other. What a venue does
 * not send in between is lost, and what it sends in vain it sends again: so it goes on sending for a while.
 */
export async function leave(context: IHookFunctions, url: string): Promise<void> {
	listensNoMoreAt(url);
	if (isTestUrl(url)) return await switchOffAt(context, url);
	context.logger.info(willBeSwitchedOff(url));
	void afterGrace(url, async () => await switchOffAt(context, url));
}

/** n8n shows nothing of this to the user, and in 1.x an unpublished workflow would go on running. */
async function switchOffAt(context: IHookFunctions, url: string): Promise<void> {
	try {
		await unregister(await connect(context, PATIENCE_MS.registration), url);
	} catch (thrown) {
		context.logger.warn(stillEnabled(url, thrown));
	}
}
