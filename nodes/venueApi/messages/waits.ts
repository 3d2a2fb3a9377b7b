import { DateTime } from 'luxon';

import { type Explanation, quoted } from './explanations';

/** A pause of hours may be a slip of the venue. */
const LOOKS =
	'Until then, n8n lets one request that only reads through every ten minutes, to see whether the venue is back.';

const SHARING = {
	address:
		'If other systems use the same internet address, lower Requests per Minute in the credential.',
	venue:
		'The venue counts these requests for the whole venue: let what reads its reports and data run at different times.',
};

export function explainTooManyRequests(
	retryAt: Date,
	zone: string,
	countedBy: keyof typeof SHARING,
	said = '',
	isLong = false,
): Explanation {
	const otherwise = said ? ', or do what the venue says' : '';
	return {
		message: `The venue has received too many requests. It accepts requests again from ${asTime(retryAt, zone)}${quoted(said)}`,
		description: `Try again after that time${otherwise}. ${isLong ? LOOKS : SHARING[countedBy]}`,
		httpCode: '429',
		retryAt,
	};
}

/** `mayWorkFrom`: for a rule that says “about”, or if the venue named no time of its own. */
export function explainCooldown(
	retryAt: Date,
	zone: string,
	rule: string,
	mayWorkFrom?: Date,
): Explanation {
	const maybe = mayWorkFrom ? ` It may already work from ${asTime(mayWorkFrom, zone)}.` : '';
	return {
		message: `The venue accepts this request again from ${asTime(retryAt, zone)}`,
		description: `${rule}${maybe} To let the workflow continue by itself, set On Error of this node to Continue (using error output). Connect that output to a Wait node that waits until {{ $json.message.retryAt }}, and the Wait node to this node.`,
		httpCode: '429',
		retryAt,
	};
}

export function explainMaintenance(
	retryAt: Date,
	zone: string,
	said = '',
	isLong = false,
): Explanation {
	return {
		message: `The venue’s service is down for maintenance until about ${asTime(retryAt, zone)}${quoted(said)}`,
		description: `Nothing is wrong with this workflow. Try again after that time.${isLong ? ` ${LOOKS}` : ''}`,
		httpCode: '503',
		retryAt,
	};
}

/** More calls are waiting than can be sent while a user is watching, or in the time of a poll. */
export function explainCrowd(requestsPerMinute: number, needed: number | undefined): Explanation {
	const more = `enter ${needed} or more as Requests per Minute in the credential, which has ${requestsPerMinute}, or `;
	const remedy = `If it stays like this, ${needed === undefined ? '' : more}let the workflows ask the venue less often or at different times.`;
	return {
		message: 'n8n is sending this venue as many requests as it may, and this one has to wait',
		description: `Try again in a minute. ${remedy}`,
		remedy,
	};
}

/** Exports take turns, and those before this one took all of its time. */
export function explainQueue(): Explanation {
	return {
		message: 'Other requests for this report took so long that this one was not sent',
		description:
			'The venue answered them late or not at all. Try again in a few minutes. One request is enough for all who need the report.',
	};
}

/** The credential does not know the workflow, so it names its time in UTC. */
export function inZone(explanation: Explanation, zone: string): Explanation {
	const { description, retryAt } = explanation;
	if (retryAt === undefined) return explanation;
	const local = description.replace(asTime(retryAt), asTime(retryAt, zone));
	return { ...explanation, description: local };
}

/** Rounded up: a second earlier, it would not work yet. The user knows the zone from the workflow. */
export function asTime(date: Date, zone = 'UTC'): string {
	const inTime = DateTime.fromMillis(Math.ceil(date.getTime() / 1000) * 1000, { zone: 'UTC' });
	const local = inTime.setZone(zone);
	const shown = local.isValid ? local : inTime;
	const name = shown.zoneName === 'UTC' ? 'UTC' : `(${shown.zoneName})`;
	return `${shown.toFormat('yyyy-MM-dd HH:mm:ss')} ${name}`;
}
