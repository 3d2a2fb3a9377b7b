import { inHours, LIMITS } from '../../../venueApi/limits';
import { askForRevenueActivity as requestIt } from '../../../venueApi/resources/reports';
import { jsonObjectOf, requiredJson } from '../../../parameters/reading';
import { optionsWith } from '../../parameters/options';
import type { Operation } from '../operation';
import { entriesOf } from '../../output/response';

export const requestRevenueActivity: Operation = {
	option: {
		name: 'Request Revenue Activity',
		value: 'requestRevenueActivity',
		action: 'Request revenue activity',
		description: `Have the venue export its revenue activity. After several requests in a short time the venue pauses this for ${inHours(LIMITS.revenueActivity.cooldownMs)} hours.`,
	},
	fields: [
		{
			displayName: 'Body',
			name: 'body',
			type: 'json',
			required: true,
			default: '{}',
			description:
				'What to export, as the JSON object that the venue expects, such as {"name": "value"}',
		},
		optionsWith(),
	],
	sample: { success: true },
	itemOrder: 'onceInTurn',

	async execute({ context, connection, itemIndex }) {
		const given = requiredJson(context, 'Body', context.getNodeParameter('body', itemIndex, {}));
		const body = jsonObjectOf(context, 'Body', given);
		return entriesOf(await requestIt(connection, body));
	},
};
