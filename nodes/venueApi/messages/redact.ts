export const MASK = '•••';

/** A word after “Bearer” that no text would have: long, or with a digit in it. */
const BEARER = /\bBearer\s+(?=\S{20}|\S*\d)[^\s"',;]{8,}/gi;

const MOST_TOKENS = 50;

/** The newest access tokens of this process: they are obtained while a call is already under way. */
const tokens = new Set<string>();

export function neverShow(token: string): void {
	tokens.delete(token);
	tokens.add(token);
	const [oldest] = tokens;
	if (tokens.size > MOST_TOKENS) tokens.delete(oldest);
}

/** Takes secrets out of what the venue said: a service may well echo what it was sent. */
export function redact(text: string, secrets: string[]): string {
	return [...secrets, ...tokens]
		.filter((secret) => secret.trim() !== '')
		.flatMap(spellings)
		.sort((a, b) => b.length - a.length)
		.reduce((rest, secret) => rest.split(secret).join(MASK), text)
		.replace(BEARER, `Bearer ${MASK}`);
}

/** As it stands in the credential, in JSON and in an address. */
function spellings(secret: string): string[] {
	const trimmed = secret.trim();
	const encoded = encodeURIComponent(trimmed.replace(/\p{Cs}/gu, ''));
	return [...new Set([secret, trimmed, JSON.stringify(trimmed).slice(1, -1), encoded])];
}
