import type { Answer as VenueAnswer, Answers } from '../../../venue/endpoints/answers';
import type { Random } from '../../core/random';
import type { RetryAfter, Spell } from '../weather/spells';

/** The longest time that the document names anywhere, so no venue can mean more. */
const LONGEST_ASK_MS = 24 * 60 * 60_000;

export interface Answer extends VenueAnswer {
	/** How long the venue asked the caller to wait. */
	askedMs?: number;
	said?: string;
	trouble?: string;
}

export function asking(
	answer: VenueAnswer,
	retryAfter: RetryAfter,
	now: number,
	until: number,
): Answer {
	const header = headerOf(retryAfter, now, until);
	const unsaid = answer.status === 429 ? 60_000 : undefined;
	if (header === undefined) return { ...answer, askedMs: unsaid };
	return {
		...answer,
		headers: { ...answer.headers, 'retry-after': header.text },
		askedMs: header.ms === undefined ? unsaid : Math.min(header.ms, LONGEST_ASK_MS),
	};
}

function headerOf(
	retryAfter: RetryAfter,
	now: number,
	until: number,
): { text: string; ms?: number } | undefined {
	switch (retryAfter.form) {
		case 'none':
			return undefined;
		case 'seconds':
			return { text: String(retryAfter.seconds), ms: retryAfter.seconds * 1000 };
		case 'date': {
			// A date has whole seconds.
			const date = new Date(Math.ceil((now + retryAfter.seconds * 1000) / 1000) * 1000);
			return { text: date.toUTCString(), ms: date.getTime() - now };
		}
		case 'untilTheEnd': {
			const seconds = Math.max(1, Math.ceil((until - now) / 1000));
			return { text: String(seconds), ms: seconds * 1000 };
		}
		case 'absurd':
			return {
				text: retryAfter.text,
				ms: /^\d+$/.test(retryAfter.text) ? Number(retryAfter.text) * 1000 : undefined,
			};
	}
}

/** A text of the venue that happens to contain the caller's secret. */
export function echo(answers: Answers, dice: Random, secret: string): Answer {
	const text = `The request with ${secret} cannot be handled`;
	const answer = dice.pick([
		answers.json({ Message: text }, 400),
		answers.conflict({ name: 'Rule', message: text }),
		answers.text(text, 403),
	]);
	return { ...answer, trouble: 'echoedSecrets' };
}

export function underMaintenance(
	answers: Answers,
	{ retryAfter, until, amount }: Spell,
	now: number,
): Answer {
	const said = `Reporting is being maintained, notice ${amount}`;
	const answer = asking(answers.maintenance(said), retryAfter, now, until);
	return { ...answer, said, trouble: 'maintenance' };
}
