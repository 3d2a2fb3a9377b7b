import { DateTime } from 'luxon';
import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { listBookings } from '../../../venueApi/resources/bookings';
import { listFailedMessages } from '../../../venueApi/resources/failedMessages';
import { failuresOfBookings } from '../../../venueApi/resources/recovery';
import { type FailedMessage, readFailedMessage } from '../../../venueApi/shapes/failedMessage';
import { outputFields, readOutput } from '../../output/output';
import { readNumber } from '../../parameters/number';
import { optionsWith, readOptions } from '../../parameters/options';
import { readTime } from '../../parameters/time';
import type { Operation } from '../operation';
import { notRecoverable } from './notRecoverable';

const DEFAULT_MARGIN_MINUTES = 5;

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
				'Get the bookings that changed since this time, such as the beginning of an outage. Leave it empty to start with the earliest failed message about a booking.',
		},
		...outputFields('raw'),
		optionsWith({
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
		const margin = readMargin(context, itemIndex);
		const present = readOutput(context, itemIndex);
		const messages = (await listFailedMessages(connection)).map(readFailedMessage);
		const hints = notRecoverable(messages);
		if (hints.length > 0) context.addExecutionHints(...hints);

		const modifiedFromDate = since ?? earliestFailure(context, messages, margin);
		if (modifiedFromDate === undefined) return [];
		return present(await listBookings(connection, { modifiedFromDate }));
	},
};

function readMargin(context: IExecuteFunctions, itemIndex: number): number {
	const { safetyMarginMinutes = DEFAULT_MARGIN_MINUTES } = readOptions(context, itemIndex);
	return readNumber(context, 'Safety Margin (Minutes)', safetyMarginMinutes, 0);
}

/** Undefined where no message about a booking has failed. */
function earliestFailure(
	context: IExecuteFunctions,
	messages: FailedMessage[],
	marginMinutes: number,
): string | undefined {
	const { earliest, withoutTime } = failuresOfBookings(messages);
	if (withoutTime > 0) {
		throw new NodeOperationError(
			context.getNode(),
			'The venue does not tell since when messages about bookings have failed',
			{ description: 'Fill in Since with the beginning of the outage.' },
		);
	}
	if (earliest === undefined) return undefined;
	return (
		DateTime.fromISO(earliest, { zone: 'utc' }).minus({ minutes: marginMinutes }).toISO() ??
		undefined
	);
}
