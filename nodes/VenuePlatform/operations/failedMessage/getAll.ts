import { listFailedMessages } from '../../../venueApi/resources/failedMessages';
import { readFailedMessage } from '../../../venueApi/shapes/failedMessage';
import { explainIfEmpty } from '../../parameters/emptyList';
import { limitOf, returnAllOrLimit } from '../../parameters/limit';
import type { Operation } from '../operation';
import { filterOf, filters } from './filters';
import { simplified } from './simplified';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many failed messages',
		description: 'Get the event messages that the venue could not deliver to their webhooks',
	},
	fields: [
		...returnAllOrLimit,
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		filters,
	],

	async execute({ context, connection, itemIndex }) {
		const isWanted = filterOf(context, itemIndex);
		const isSimplified = context.getNodeParameter('simplify', itemIndex, true) === true;
		const found = (await listFailedMessages(connection))
			.map((record) => ({ record, message: readFailedMessage(record) }))
			.filter(({ message }) => isWanted(message));
		explainIfEmpty(context, found, 'The venue has no failed messages that match these filters.');
		return found
			.slice(0, limitOf(context, itemIndex))
			.map(({ record, message }) => (isSimplified ? simplified(message) : record));
	},
};
