/** A text that a user reads, and its place. */
export interface Text {
	path: string;
	key: string;
	text: string;
	/** The object that contains it, for example a field or an option. */
	holder: Record<string, unknown>;
}

const READ_BY_USERS = [
	'action',
	'activationMessage',
	'content',
	'description',
	'displayName',
	'errorMessage',
	'eventTriggerDescription',
	'header',
	'hint',
	'inactive',
	'active',
	'message',
	'multipleValueButtonText',
	'placeholder',
];

/** All texts of a description object, including the names of options, which users read, too. */
export function textsIn(value: unknown, path: string): Text[] {
	if (Array.isArray(value)) {
		return value.flatMap((entry, index) => textsIn(entry, `${path}[${index}]`));
	}
	if (typeof value !== 'object' || value === null) return [];
	const holder = value as Record<string, unknown>;
	return Object.entries(holder).flatMap(([key, inner]) => {
		const isRead = READ_BY_USERS.includes(key) || (key === 'name' && 'value' in holder);
		const here = `${path}.${key}`;
		if (typeof inner === 'string') {
			return isRead && !inner.startsWith('=') ? [{ path: here, key, text: inner, holder }] : [];
		}
		return textsIn(inner, here);
	});
}

const SMALL_WORDS = /^(a|an|and|as|at|but|by|for|from|in|into|of|on|or|per|the|to|with)$/;

export function isTitleCase(text: string): boolean {
	const words = text.split(/[\s/()]+/).filter((word) => /^\p{L}/u.test(word));
	return words.every(
		(word, index) =>
			/^\p{Lu}/u.test(word) || (index > 0 && index < words.length - 1 && SMALL_WORDS.test(word)),
	);
}

/** Capitals only at the beginning and in abbreviations. */
export function isSentenceCase(text: string): boolean {
	const [first = '', ...others] = text.split(/\s+/);
	return /^\p{Lu}/u.test(first) && others.every((word) => !/^\p{Lu}\p{Ll}/u.test(word));
}

/** A single sentence has no period; several have one each. */
export function isPunctuated(text: string): boolean {
	const withoutExamples = text.replace(/e\.g\.|https?:\/\/\S*[^\s.]/g, '');
	const isSeveral = /[.?!] \S/.test(withoutExamples);
	return isSeveral ? /[.?!]$/.test(text) : !/\.$/.test(withoutExamples);
}
