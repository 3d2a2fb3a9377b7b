import { listFailedMessages, readFailedMessage } from '../../../venueApi/resources/failedMessages';
import { outputFields, readOutput } from '../../output/output';
import { explainIfEmpty } from '../../parameters/emptyList';
import { limitOf, returnAllOrLimit } from '../../parameters/limit';
import { optionsWith } from '../../parameters/options';
import type { Operation } from '../operation';
import { filterOf, filters } from './filters';
import { simplified } from './simplified';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many failed messages',
		description:
			'Get the event messages that the venue could not deliver to their webhooks, why, and how often it has tried. Reads only.',
	},
	fields: [...returnAllOrLimit, ...outputFields('simplified'), filters, optionsWith()],

	async execute({ context, connection, itemIndex }) {
		const limit = limitOf(context, itemIndex);
		const isWanted = filterOf(context, itemIndex);
		const present = readOutput(context, itemIndex, simplified);
		const found = (await listFailedMessages(connection)).filter((record) =>
			isWanted(readFailedMessage(record)),
		);
		explainIfEmpty(context, found, 'The venue has no failed messages that match these filters.');
		return present(found.slice(0, limit));
	},
};
