import type { NodeExecutionHint } from 'n8n-workflow';

import { inWords } from '../../../venueApi/resources/events';
import {
	type FailedMessage,
	isAboutBooking,
	isRecoverable,
} from '../../../venueApi/resources/failedMessages';

/** What the items of a recovery cannot hold, said to the user. */
export function notRecoverable(
	messages: FailedMessage[],
	{ since, topics }: { since?: string; topics: string[] },
): NodeExecutionHint[] {
	const aboutBookings = messages.filter(isAboutBooking);
	const others = messages.filter(
		(message) => !isAboutBooking(message) && !topics.includes(message.topic ?? ''),
	);
	const deletions = aboutBookings.filter((message) => !isRecoverable(message));
	const isMaybeLonger = since === undefined && messages.some(({ isGivenUp }) => isGivenUp);
	return [
		...(aboutBookings.length === 0 ? [nothingFailed] : []),
		...(isMaybeLonger ? [maybeLonger] : []),
		...(others.length > 0 ? [otherTopics(others)] : []),
		...(deletions.length > 0 ? [deletedBookings(deletions.length)] : []),
	];
}

const nothingFailed: NodeExecutionHint = {
	message:
		'No message about a booking is on the failed list of the venue. The list holds recent messages only: after a long outage, fill in Since with its beginning.',
	type: 'info',
	location: 'outputPane',
};

/** What the venue has given up may have been followed by more than its list keeps. */
const maybeLonger: NodeExecutionHint = {
	message:
		'The venue gave messages up, so it could not reach n8n for longer than it tries, and its list of recent messages may not reach back to the beginning. If the outage began earlier than the items show, fill in Since with its beginning.',
	type: 'info',
	location: 'outputPane',
};

function otherTopics(messages: FailedMessage[]): NodeExecutionHint {
	const counts = new Map<string, number>();
	for (const { topic } of messages) {
		const name = topic === null ? 'unknown topic' : inWords(topic);
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const list = [...counts].map(([name, count]) => `${name} (${count})`).join(', ');
	return {
		message: `These failed messages are not about bookings: ${list}. To get again what they told, ask the venue platform’s support for the call and enter it in Options → Other Topics, or look it up in the venue management console.`,
		type: 'warning',
		location: 'outputPane',
	};
}

function deletedBookings(count: number): NodeExecutionHint {
	return {
		message: `Failed messages about deleted bookings: ${count}. The venue no longer has these bookings, so they cannot be among the items.`,
		type: 'warning',
		location: 'outputPane',
	};
}
