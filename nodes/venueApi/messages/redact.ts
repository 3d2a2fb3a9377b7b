export const MASK = '•••';

/** A word after “Bearer” that is not ordinary text: it is long or has a digit. */
const BEARER = /\bBearer\s+(?=\S{20}|\S*\d)[^\s"',;]{8,}/gi;

const MOST_TOKENS = 50;

/** The newest access tokens of this process. A call may get one while it is already under way. */
const tokens = new Set<string>();

export function neverShow(token: string): void {
	tokens.delete(token);
	tokens.add(token);
	const [oldest] = tokens;
	if (tokens.size > MOST_TOKENS) tokens.delete(oldest);
}

/** Removes secrets from the venue's words: a server may echo what it was sent. */
export function redact(text: string, secrets: string[]): string {
	return redactor(secrets)(text);
}

/** The same for many texts: the spellings are only made once. */
export function redactor(secrets: string[]): (text: string) => string {
	const spelled = new Set(
		[...secrets, ...tokens].filter((secret) => secret.trim() !== '').flatMap(spellings),
	);
	const shortestFirst = [...spelled].sort((a, b) => a.length - b.length);
	return (text) => {
		const quoted: string[] = [];
		for (const secret of shortestFirst) {
			if (secret.length > text.length) break;
			if (text.includes(secret)) quoted.push(secret);
		}
		return quoted
			.reduceRight((rest, secret) => rest.split(secret).join(MASK), text)
			.replace(BEARER, `Bearer ${MASK}`);
	};
}

/** Shorter secrets are parts of ordinary words, and items must not lose words. */
const SHORTEST_IN_ITEMS = 8;

/** For what leaves the package as items: a venue may quote what it was sent there, too. */
export function itemRedactor(secrets: string[]): <T>(json: T) => T {
	const hide = redactor(secrets.filter(({ length }) => length >= SHORTEST_IN_ITEMS));
	return <T>(json: T) => withTexts(json, hide) as T;
}

/** The value with each text in it replaced, names of fields included. What has none stays as it is. */
export function withTexts(value: unknown, replace: (text: string) => string): unknown {
	if (typeof value === 'string') return replace(value);
	if (Array.isArray(value)) {
		const entries = value.map((entry: unknown) => withTexts(entry, replace));
		return entries.every((entry, index) => entry === value[index]) ? value : entries;
	}
	if (typeof value !== 'object' || value === null) return value;
	let isSame = true;
	const fields = Object.entries(value).map(([name, inner]: [string, unknown]) => {
		const field = [replace(name), withTexts(inner, replace)] as const;
		isSame &&= field[0] === name && field[1] === inner;
		return field;
	});
	return isSame ? value : Object.fromEntries(fields);
}

/** As it is in the credential, in JSON and in a URL. */
function spellings(secret: string): string[] {
	const trimmed = secret.trim();
	const encoded = encodeURIComponent(trimmed.replace(/\p{Cs}/gu, ''));
	const inLowerCase = encoded.replace(/%../g, (byte) => byte.toLowerCase());
	const inForm = encoded.replace(/%20/g, '+');
	const inJson = JSON.stringify(trimmed).slice(1, -1);
	const inAscii = inJson.replace(
		/[^\x20-\x7e]/g,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return [...new Set([secret, trimmed, inJson, inAscii, encoded, inLowerCase, inForm])];
}
