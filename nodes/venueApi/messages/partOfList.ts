import type { Explanation } from './explanations';

const ADVICE = 'Ask the venue platform’s support how to get the others.';

export function partOf(name = 'records'): string {
	return `These are not all ${name}: the venue has more than it gave, and does not say where. ${ADVICE}`;
}

/** A second webhook for one address would have every event sent twice. */
export function explainUnseenWebhook(): Explanation {
	return {
		message:
			'The venue shows only a part of its webhooks, and the one of this trigger is not in it',
		description: `Remove webhooks that nobody needs in the venue management console, then publish again. ${ADVICE}`,
	};
}

/** For one that was asked for by its ID. */
export function explainUnseenRecord(): Explanation {
	return {
		message: 'The venue shows only a part of its webhooks, and this one is not in it',
		description: `Check the ID. If it is right, remove webhooks that nobody needs in the venue management console, then run this again. ${ADVICE}`,
	};
}
