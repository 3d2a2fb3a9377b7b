import type { Execution } from '../harness/execution';

const LONGEST_TEXT = 12_000;

/** Words of JavaScript, of HTTP clients and of n8n's insides, which no venue's manager can use. */
const INSIDES =
	/\b(RangeError|TypeError|SyntaxError|AxiosError|undefined|NaN|\[object|Cannot read|is not a function|call stack|Unexpected token|ERR_[A-Z]|E[A-Z]{5,}|STALLED|TOO_LARGE)\b|\bat \S+ \(/;

/** Control characters, and what turns or hides text. */
const INVISIBLE = /[^\P{C}\n]/u;

/** What a person should not have to read. */
export function textsThatMustNotBe(...texts: string[]): string[] {
	return texts.flatMap((text) => [
		...(text === '' ? ['no word about what happened'] : []),
		...(text.length > LONGEST_TEXT ? [`a text of ${text.length} characters`] : []),
		...(INSIDES.test(text) ? [`“${text.slice(0, 200)}”`] : []),
		...(INVISIBLE.test(text) ? [`invisible characters in “${text.slice(0, 200)}”`] : []),
	]);
}

/** What has come out of an execution and should not have. */
export function whatMustNotBe({ status, items, error, run }: Execution): string[] {
	const found: string[] = [];
	if (status !== 'success' && status !== 'error') found.push(`it ended as ${status}`);
	if (status === 'error') {
		found.push(...textsThatMustNotBe(error?.message ?? '', error?.description ?? ''));
	}
	for (const { json } of items?.flat() ?? []) {
		if (typeof json !== 'object' || json === null || Array.isArray(json)) {
			found.push(`an item that is ${JSON.stringify(json)}`);
		}
	}
	if ('polluted' in {}) found.push('a property of all objects');
	// n8n stores it so: what cannot be written, or is too deep for that, ends the execution later.
	JSON.stringify(run);
	return found;
}
