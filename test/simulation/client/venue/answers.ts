import type { Random } from '../../core/random';
import type { RetryAfter, Spell } from '../weather/spells';

/** The longest time that the document names anywhere; nobody can mean more. */
const LONGEST_ASK_MS = 24 * 60 * 60_000;

export interface Answer {
	status: number;
	headers: Record<string, string>;
	text: string;
	/** How long the venue has asked the caller to stay away. */
	askedMs?: number;
	said?: string;
	trouble?: string;
}

export function json(value: unknown, status = 200): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json' },
		text: JSON.stringify(value),
	};
}

export function plain(status: number, text: string): Answer {
	return { status, headers: { 'content-type': 'text/plain' }, text };
}

/** 429 as the document shows it. */
export function tooMany(seconds: number): Answer {
	return asking(plain(429, 'Too many requests'), { form: 'seconds', seconds }, 0, 0);
}

export function asking(answer: Answer, retryAfter: RetryAfter, now: number, until: number): Answer {
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

/** What the venue says of its own accord, whoever presents which secrets. */
export function echo(dice: Random, secrets: string[]): Answer {
	const text = `The request with ${secrets.join(' and ')} cannot be handled`;
	const answer = dice.pick([
		json({ Message: text }, 400),
		json({ errors: [{ name: 'Rule', message: text }] }, 409),
		plain(403, text),
	]);
	return { ...answer, trouble: 'echoedSecrets' };
}

export function underMaintenance({ retryAfter, until, amount }: Spell, now: number): Answer {
	const said = `Reporting is being maintained, notice ${amount}`;
	return { ...asking(plain(503, said), retryAfter, now, until), said, trouble: 'maintenance' };
}
