export const MASK = '•••';
const BEARER = /\bBearer\s+[^\s"',;]+/gi;

/** Takes secrets out of what the venue said: a service may well echo what it was sent. */
export function redact(text: string, secrets: string[]): string {
	return secrets
		.filter((secret) => secret.length > 0)
		.sort((a, b) => b.length - a.length)
		.reduce((rest, secret) => rest.split(secret).join(MASK), text)
		.replace(BEARER, `Bearer ${MASK}`);
}
