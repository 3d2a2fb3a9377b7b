import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { completeBookings, listBookings } from '../../../venueApi/resources/bookings';
import { readWholeBookings, wholeBookingsField } from '../../../parameters/wholeBookings';
import { asTime } from '../../../venueApi/messages/waits';
import { inWords } from '../../../venueApi/resources/events';
import {
	beginningOf,
	BOOKING_TOPIC,
	type FailedMessage,
	isAboutBooking,
	isRecoverable,
	listFailedMessages,
	asFailedMessage,
} from '../../../venueApi/resources/failedMessages';
import { hint } from '../../../n8n/hint';
import { bookingOutput, readOutput } from '../../output/output';
import { readNumber, readTime } from '../../../parameters/reading';
import { hintRepeats, isExpression } from '../../parameters/call';
import { hintEmptyField, hintIfEmpty } from '../../parameters/empty';
import { optionsWith, readOptions } from '../../parameters/options';
import type { Operation } from '../operation';
import { listChanged, otherTopicsField, readOtherTopics, topicSince } from './otherTopics';
import { MINUTE_MS } from '../../../venueApi/durations';
import { isAboutAny, readTopics } from './topics';

const DEFAULT_MARGIN_MINUTES = 5;

/** Its list of bookings has no fields of its own. */
const WORDS = {
	searchAdvice: 'enter a list of changes in Options → Other Topics, with Booking as Topic',
	narrowedBy: 'a later time in Since',
};

export const recover: Operation = {
	option: {
		name: 'Recover',
		value: 'recover',
		action: 'Recover bookings from failed messages',
		description:
			'Fetch all bookings that have changed since the first message about one that could not be delivered. Reads only.',
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
		...bookingOutput,
		optionsWith(otherTopicsField, wholeBookingsField, {
			displayName: 'Safety Margin (Minutes)',
			name: 'safetyMarginMinutes',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_MARGIN_MINUTES,
			description:
				'How many minutes before the earliest failed message to start. Not used if Since is filled in.',
		}),
	],
	sample: { uniqueId: 'BKG-000042' },

	async execute({ context, connection, itemIndex }) {
		const since = readSince(context, itemIndex);
		const options = readOptions(context, itemIndex);
		const marginMs = readMargin(context, options) * MINUTE_MS;
		const whole = readWholeBookings(context, options.wholeBookings);
		const entered = readOtherTopics(context, options.otherTopics);
		const shape = readOutput(context, itemIndex);
		const messages = (await listFailedMessages(connection)).map(asFailedMessage);
		const given = entered.map(({ topic }) => topic);
		const topics = readTopics(context, '“Topic” in Other Topics', given, messages);
		const otherTopics = entered.map((other, index) => ({ ...other, topic: topics[index] }));
		explainNotRecoverable(context, messages, { since, topics });
		hintRepeats(context, 'booking may come');

		const begin = (about: (message: FailedMessage) => boolean, what: string) =>
			since ?? earliestFailure(context, messages.filter(about), what, marginMs);
		const found: IDataObject[] = [];
		const { narrowedBy } = WORDS;
		const add = (records: IDataObject[], topic: string) => {
			const isMixed = otherTopics.length > 0;
			for (const record of shape(records, Infinity, { narrowedBy }))
				found.push(isMixed ? { ...record, topic } : record);
		};
		const isListed = !topics.includes(BOOKING_TOPIC);
		const modifiedFromDate = isListed ? begin(isAboutBooking, 'bookings') : undefined;
		const changes = otherTopics.flatMap((other) => {
			const isAbout = (message: FailedMessage) => isAboutAny(message, [other.topic]);
			const from = begin(isAbout, `“${inWords(other.topic)}”`);
			return from === undefined ? [] : [topicSince(context, other, from)];
		});
		if (modifiedFromDate !== undefined) {
			const rows = await listBookings(connection, { modifiedFromDate }, { words: WORDS });
			hintIfEmpty(context, rows, nothingChanged(context, modifiedFromDate, since));
			add(await completeBookings(connection, rows, whole), BOOKING_TOPIC);
		}
		for (const wanted of changes) {
			add(await listChanged(context, connection, wanted), wanted.topic.topic);
		}
		return found;
	},
};

function readSince(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const since = readTime(context, 'Since', context.getNodeParameter('since', itemIndex, ''));
	if (since === undefined && isExpression(context.getNode().parameters.since)) {
		hintEmptyField(context, 'Since is empty, so the earliest failed message is the beginning.');
	}
	return since;
}

function readMargin(context: IExecuteFunctions, options: IDataObject): number {
	const { safetyMarginMinutes = DEFAULT_MARGIN_MINUTES } = options;
	return readNumber(context, 'Safety Margin (Minutes)', safetyMarginMinutes, 0);
}

/** Undefined if no message has failed. */
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
			`The venue does not say since when messages about ${what} have failed`,
			{ description: 'Fill in Since with the beginning of the outage.' },
		);
	}
	return earliest === undefined ? undefined : new Date(earliest - marginMs).toISOString();
}

/** Tells the user what the items of a recovery do not contain. */
function explainNotRecoverable(
	context: IExecuteFunctions,
	messages: FailedMessage[],
	{ since, topics }: { since?: string; topics: string[] },
): void {
	const aboutBookings = messages.filter(isAboutBooking);
	const others = messages.filter((message) => !isAboutAny(message, [BOOKING_TOPIC, ...topics]));
	const deletions = aboutBookings.filter((message) => !isRecoverable(message));
	const isMaybeLonger = since === undefined && messages.some(({ isGivenUp }) => isGivenUp);
	if (since === undefined && aboutBookings.length === 0) hint(context, NOTHING_FAILED, 'info');
	if (isMaybeLonger) hint(context, MAYBE_LONGER, 'info');
	if (others.length > 0) hint(context, otherTopics(others));
	if (deletions.length > 0) hint(context, deletedBookings(deletions.length));
}

const NOTHING_FAILED =
	'No message about a booking is on the failed list of the venue. The list holds recent messages only: after a long outage, fill in Since with its beginning.';

function nothingChanged(context: IExecuteFunctions, from: string, since?: string): string {
	const next =
		since === undefined
			? 'Look in the venue management console for what the failed messages were about.'
			: 'If there should be some, compare Since with the beginning of the outage.';
	return `The venue lists no bookings that have changed since ${asTime(new Date(from), context.getTimezone())}. ${next}`;
}

/** If the venue gave up messages, more may have failed since then than its list keeps. */
const MAYBE_LONGER =
	'The venue gave messages up, so it could not reach n8n for longer than it tries, and its list of recent messages may not reach back to the beginning. If the outage began earlier than the items show, fill in Since with its beginning.';

function otherTopics(messages: FailedMessage[]): string {
	const counts = new Map<string, number>();
	for (const { topic } of messages) {
		const name = topic === null ? 'unknown topic' : inWords(topic);
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const list = [...counts].map(([name, count]) => `${name} (${count})`).join(', ');
	return `These failed messages are not about bookings: ${list}. To fetch what they were about, ask the venue platform’s support for the call and enter it in Options → Other Topics, or look it up in the venue management console.`;
}

function deletedBookings(count: number): string {
	return `Failed messages about deleted bookings: ${count}. The venue no longer has these bookings, so they cannot be among the items.`;
}
