import type { Execution } from '../harness/execution';

const LONGEST_TEXT = 12_000;

/** Terms of JavaScript, HTTP clients and n8n's internals, which do not help a venue's manager. */
const INSIDES =
	/\b(RangeError|TypeError|SyntaxError|AxiosError|undefined|NaN|\[object|Cannot read|is not a function|call stack|Unexpected token|ERR_[A-Z]|E[A-Z]{5,}|STALLED|TOO_LARGE)\b|\bat \S+ \(/;

/** Control characters, and characters that turn or hide text. */
const INVISIBLE = /[^\P{C}\n]/u;

/** What a user should not have to read. */
export function textsThatMustNotBe(...texts: string[]): string[] {
	return texts.flatMap((text) => [
		...(text === '' ? ['no word about what happened'] : []),
		...(text.length > LONGEST_TEXT ? [`a text of ${text.length} characters`] : []),
		...(INSIDES.test(text) ? [`“${text.slice(0, 200)}”`] : []),
		...(INVISIBLE.test(text) ? [`invisible characters in “${text.slice(0, 200)}”`] : []),
	]);
}

/** What an execution returned and should not have. */
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
	// n8n stores it like this. What cannot be serialized, or is too deep, ends the execution later.
	JSON.stringify(run);
	return found;
}
