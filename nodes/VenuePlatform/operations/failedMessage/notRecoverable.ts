import type { NodeExecutionHint } from 'n8n-workflow';

import { inWords } from '../../../venueApi/resources/events';
import { isAboutBooking, isRecoverable } from '../../../venueApi/resources/recovery';
import type { FailedMessage } from '../../../venueApi/shapes/failedMessage';

/** What the items of a recovery cannot hold, said to the user. */
export function notRecoverable(messages: FailedMessage[]): NodeExecutionHint[] {
	const aboutBookings = messages.filter(isAboutBooking);
	const others = messages.filter((message) => !isAboutBooking(message));
	const deletions = aboutBookings.filter((message) => !isRecoverable(message));
	return [
		...(aboutBookings.length === 0 ? [nothingFailed] : []),
		...(others.length > 0 ? [otherTopics(others)] : []),
		...(deletions.length > 0 ? [deletedBookings(deletions.length)] : []),
	];
}

const nothingFailed: NodeExecutionHint = {
	message: 'No message about a booking is on the failed list of the venue.',
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
		message: `These failed messages are not about bookings, and what they told cannot be fetched again through the API: ${list}. Look it up in the venue management console.`,
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
