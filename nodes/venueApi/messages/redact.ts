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
	return [...secrets, ...tokens]
		.filter((secret) => secret.trim() !== '')
		.flatMap(spellings)
		.sort((a, b) => b.length - a.length)
		.reduce((rest, secret) => rest.split(secret).join(MASK), text)
		.replace(BEARER, `Bearer ${MASK}`);
}

/** As it is in the credential, in JSON and in a URL. */
function spellings(secret: string): string[] {
	const trimmed = secret.trim();
	const encoded = encodeURIComponent(trimmed.replace(/\p{Cs}/gu, ''));
	return [...new Set([secret, trimmed, JSON.stringify(trimmed).slice(1, -1), encoded])];
}
