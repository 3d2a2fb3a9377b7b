import { listWebhooks } from '../../../venueApi/resources/webhooks';
import { isForAgent } from '../../output/forAgent';
import { hint } from '../../../n8n/hint';
import { hintIfEmpty } from '../../parameters/empty';
import { limitOf, optionsWith, returnAllOrLimit } from '../../parameters/options';
import type { Operation } from '../operation';
import { webhookItems, webhookSample } from './webhookItem';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many webhooks',
		description: 'Get the webhook configurations of the venue, without their secrets',
	},
	fields: [...returnAllOrLimit, optionsWith()],
	sample: webhookSample,

	async execute({ context, connection, itemIndex }) {
		const limit = limitOf(context, itemIndex);
		const webhooks = await listWebhooks(connection);
		hintIfEmpty(context, webhooks, 'The venue has no webhooks yet.');
		// A person has chosen the limit.
		if (isForAgent(context) && webhooks.length > limit) {
			hint(context, `These are the first ${limit} of ${webhooks.length}: Limit ends the list.`);
		}
		return webhookItems(webhooks.slice(0, limit), connection.secrets);
	},
};
