import type { Json, JsonObject } from '../json';
import type { Profile } from '../profile';
import type { FailedAttempt, Message } from './message';

const timestamp = (time: number) => new Date(time).toISOString();

/** 2.5: one element of the failed list. */
export function failedRecord(message: Message, profile: Profile): JsonObject {
	return {
		webhookId: message.webhookId,
		uniqueId: message.id,
		status: message.status,
		webhookType: message.type,
		webhookEventType: message.eventType,
		...nextRetryDate(message, profile),
		...history(message, profile),
	};
}

function history({ history: attempts }: Message, profile: Profile): JsonObject {
	if (profile.history === 'absent') return {};
	const shown = { complete: attempts, last: attempts.slice(-1), empty: [] }[profile.history];
	return {
		history: shown.map((attempt) => ({
			status: attempt.status,
			...responseStatus(attempt, profile),
			detail: attempt.detail,
			createdDate: timestamp(attempt.createdAt),
		})),
	};
}

function nextRetryDate(
	{ status, nextRetryAt, history: attempts }: Message,
	profile: Profile,
): JsonObject {
	const last = attempts[attempts.length - 1];
	const kept = { nextRetryDate: timestamp(nextRetryAt ?? last.createdAt) };
	if (status !== 'Failed') return kept;
	return unshown(profile.nextRetryDateOfFailed, kept, 'nextRetryDate');
}

function responseStatus({ httpResponseStatus }: FailedAttempt, profile: Profile): JsonObject {
	if (httpResponseStatus !== undefined) return { httpResponseStatus };
	const { statusWithoutAnswer } = profile;
	return statusWithoutAnswer === 'absent' ? {} : { httpResponseStatus: statusWithoutAnswer };
}

function unshown(
	choice: Profile['nextRetryDateOfFailed'],
	kept: JsonObject,
	name: string,
): JsonObject {
	if (choice === 'kept') return kept;
	const nothing: Json = null;
	return choice === 'null' ? { [name]: nothing } : {};
}
