import { callApi } from '../../../venueApi/resources/calls';
import { jsonObjectOf, requiredJson } from '../../../parameters/reading';
import { optionsWith } from '../../parameters/options';
import type { Operation } from '../operation';
import { itemsOfWrite } from '../../output/response';

/** An operation that has the venue export something. The API document shows no body for any of them. */
export function exportRequest(path: string, bodySays: string): Omit<Operation, 'option'> {
	return {
		fields: [
			{
				displayName: 'Body',
				name: 'body',
				type: 'json',
				required: true,
				default: '{}',
				description: `${bodySays}, as the JSON object that the venue expects, such as {"name": "value"}`,
			},
			optionsWith(),
		],
		sample: { success: true },
		itemOrder: 'onceInTurn',

		async execute({ context, connection, itemIndex }) {
			const given = requiredJson(context, 'Body', context.getNodeParameter('body', itemIndex, {}));
			const body = jsonObjectOf(context, 'Body', given);
			return itemsOfWrite(await callApi(connection, { method: 'POST', path, body }));
		},
	};
}
