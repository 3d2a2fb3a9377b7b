import { isKnownWord } from './meaning';

/** What a model reads in one answer. It counts names that it does not know as several tokens. */
export const MOST_TOKENS = 1_500;

/** A word of capital or of small letters, up to three digits, marks of JSON, or one other character. */
const PIECE = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|["{}[\]:,]+|\S/gu;
const CAPITALS = /^[A-Z]+$/;
const JSON_MARKS = '"{}[]:,';
const WITH_CASE = /^[\p{Ll}\p{Lu}]/u;
/** Words of a language seldom have these. */
const RARE_LETTERS = /[^aeiouy]{3}|[jqxz]/gi;
/** Longer words are names or codes. */
const LONGEST_WORD = 8;
/** Longer texts are too long in any language. */
const LONGEST_COUNTED = 12_000;

/**
 * About how many tokens a value takes as JSON, without the quotes around a text. It is rather too
 * many: up to a fifth for English, and more for other scripts.
 */
export function tokensOf(value: unknown): number {
	const json = JSON.stringify(value) ?? '';
	const text = typeof value === 'string' ? json.slice(1, -1) : json;
	if (text.length > LONGEST_COUNTED) return text.length;
	let tokens = 0;
	for (const piece of text.match(PIECE) ?? []) tokens += tokensOfPiece(piece);
	return tokens;
}

function tokensOfPiece(piece: string): number {
	const [first] = piece;
	if (isLetter(first)) return tokensOfWord(piece);
	if (JSON_MARKS.includes(first)) return Math.ceil(piece.length / 3);
	return first < '\x7f' || WITH_CASE.test(first) ? 1 : 2;
}

const isLetter = (first: string) =>
	(first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');

function tokensOfWord(word: string): number {
	if (isKnownWord(word.toLowerCase())) return 1;
	if (word.length > LONGEST_WORD || CAPITALS.test(word)) return Math.ceil(word.length / 2);
	return Math.ceil(word.length / 5) + (word.match(RARE_LETTERS)?.length ?? 0);
}
