import type { Wishes } from '../../../../nodes/VenuePlatformRecoveryTrigger/failedMessages';
import { firstMemory } from '../../../../nodes/VenuePlatformRecoveryTrigger/knownMessages';
import type { FailedMessage } from '../../../../nodes/venueApi/resources/failedMessages';

/** For a poll that reports everything about a whole list, except for its growth. */
export const WISHES: Wishes = {
	...{ minimumAttempt: 5, growthThreshold: Infinity, isCut: false, atMost: Infinity },
	...{ isOthers: () => false, isItem: () => true },
};

/** A memory that knows these messages. */
export const knowing = (list: FailedMessage[], wishes = WISHES) =>
	firstMemory(list, wishes, () => true, 0);
