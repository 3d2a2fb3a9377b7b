import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { listBookings } from '../../../venueApi/resources/bookings';
import { inWords } from '../../../venueApi/resources/events';
import {
	beginningOf,
	BOOKING,
	type FailedMessage,
	isAboutBooking,
	listFailedMessages,
	readFailedMessage,
} from '../../../venueApi/resources/failedMessages';
import { outputFields, readOutput } from '../../output/output';
import { readNumber } from '../../parameters/number';
import { optionsWith, readOptions } from '../../parameters/options';
import { readTime } from '../../parameters/time';
import type { Operation } from '../operation';
import { notRecoverable } from './notRecoverable';
import { listChanged, otherTopicsField, readOtherTopics } from './otherTopics';

const DEFAULT_MARGIN_MINUTES = 5;

const MINUTE_MS = 60_000;

export const recover: Operation = {
	option: {
		name: 'Recover',
		value: 'recover',
		action: 'Recover bookings from failed messages',
		description:
			'Get all bookings again that changed since the earliest message about a booking that the venue could not deliver. Reads only.',
	},
	fields: [
		{
			displayName: 'Since',
			name: 'since',
			type: 'dateTime',
			default: '',
			description:
				'Get what changed since this time, such as the beginning of an outage. The venue’s list holds recent messages only, so fill it in after a long outage. Leave it empty to start with the earliest failed message.',
		},
		...outputFields('raw'),
		optionsWith(otherTopicsField, {
			displayName: 'Safety Margin (Minutes)',
			name: 'safetyMarginMinutes',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_MARGIN_MINUTES,
			description:
				'How many minutes before the earliest failed message to start. Not used where Since is filled in.',
		}),
	],

	async execute({ context, connection, itemIndex }) {
		const since = readTime(context, 'Since', context.getNodeParameter('since', itemIndex, ''));
		const options = readOptions(context, itemIndex);
		const marginMs = readMargin(context, options) * MINUTE_MS;
		const otherTopics = readOtherTopics(context, options.otherTopics);
		const present = readOutput(context, itemIndex);
		const messages = (await listFailedMessages(connection)).map(readFailedMessage);
		const topics = otherTopics.map(({ topic }) => topic);
		const hints = notRecoverable(messages, { since, topics });
		if (hints.length > 0) context.addExecutionHints(...hints);

		const begin = (about: (message: FailedMessage) => boolean, what: string) =>
			since ?? earliestFailure(context, messages.filter(about), what, marginMs);
		const found: IDataObject[] = [];
		const add = (records: IDataObject[], topic: string) => {
			const isMixed = otherTopics.length > 0;
			for (const record of present(records)) found.push(isMixed ? { ...record, topic } : record);
		};
		const modifiedFromDate = begin(isAboutBooking, 'bookings');
		if (modifiedFromDate !== undefined) {
			add(await listBookings(connection, { modifiedFromDate }), BOOKING);
		}
		for (const other of otherTopics) {
			const from = begin(({ topic }) => topic === other.topic, `“${inWords(other.topic)}”`);
			if (from !== undefined) add(await listChanged(connection, other, from), other.topic);
		}
		return found;
	},
};

function readMargin(context: IExecuteFunctions, options: IDataObject): number {
	const { safetyMarginMinutes = DEFAULT_MARGIN_MINUTES } = options;
	return readNumber(context, 'Safety Margin (Minutes)', safetyMarginMinutes, 0);
}

/** Undefined where no message has failed. */
function earliestFailure(
	context: IExecuteFunctions,
	messages: FailedMessage[],
	what: string,
	marginMs: number,
): string | undefined {
	const { earliest, withoutTime } = beginningOf(messages);
	if (withoutTime > 0) {
		throw new NodeOperationError(
			context.getNode(),
			`The venue does not tell since when messages about ${what} have failed`,
			{ description: 'Fill in Since with the beginning of the outage.' },
		);
	}
	return earliest === undefined ? undefined : new Date(earliest - marginMs).toISOString();
}
