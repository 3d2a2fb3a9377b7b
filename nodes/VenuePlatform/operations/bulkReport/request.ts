import { inHours, LIMITS } from '../../../venueApi/limits';
import { requestBulkReport } from '../../../venueApi/resources/reports';
import { jsonObjectOf, requiredJson } from '../../../parameters/reading';
import { optionsWith } from '../../parameters/options';
import type { Operation } from '../operation';
import { entriesOf } from '../../output/response';

export const requestReport: Operation = {
	option: {
		name: 'Request',
		value: 'request',
		action: 'Request bulk report',
		description: `Have the venue export a data set, each at most once in about ${inHours(LIMITS.bulkReport.cooldownMs)} hours. Bulk Export events deliver the files.`,
	},
	fields: [
		{
			displayName: 'Body',
			name: 'body',
			type: 'json',
			required: true,
			default: '{}',
			description:
				'Which data set to export, as the JSON object that the venue expects, such as {"name": "value"}',
		},
		optionsWith(),
	],
	sample: { success: true },
	itemOrder: 'onceInTurn',

	async execute({ context, connection, itemIndex }) {
		const given = requiredJson(context, 'Body', context.getNodeParameter('body', itemIndex, {}));
		const body = jsonObjectOf(context, 'Body', given);
		return entriesOf(await requestBulkReport(connection, body));
	},
};
