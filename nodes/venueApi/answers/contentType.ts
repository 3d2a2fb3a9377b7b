/** How the user wants the response to be read. */
export type ResponseFormat = 'automatic' | 'json' | 'text' | 'file';

/** How to read a body: `unknown` if the venue does not declare it. */
export type Form = 'json' | 'jsonLines' | 'text' | 'file' | 'unknown';

const JSON_LINES = /^(x-)?(ndjson|jsonl|json-?lines|json-stream)$|^stream\+json$/;
const JSON_VALUE = /^(x-)?json$|\+json$/;
const TEXT =
	/^(x-)?(csv|yaml|xml|javascript|ecmascript|sql|graphql)$|\+(xml|yaml)$|^x-www-form-urlencoded$/;

/** What a content type says about a body, whatever the body begins with. */
export function formOf(contentType: unknown): Form {
	const [type, subtype] = mimeTypeOf(contentType)?.split('/') ?? [];
	if (subtype === undefined) return 'unknown';
	if (JSON_LINES.test(subtype)) return 'jsonLines';
	if (JSON_VALUE.test(subtype)) return 'json';
	if (type === 'text') return 'text';
	return type === 'application' && TEXT.test(subtype) ? 'text' : 'file';
}

/** For example `text/csv` for `Text/CSV; charset=utf-8`. Undefined if it is not a media type. */
export function mimeTypeOf(contentType: unknown): string | undefined {
	return /^\s*([\w.+-]+\/[\w.+-]+)\s*(;|$)/.exec(String(contentType ?? ''))?.[1].toLowerCase();
}

export function charsetOf(contentType: unknown): string | undefined {
	return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(String(contentType ?? ''))?.[1];
}

const LONGEST_FILE_NAME = 200;

/** The name of a file as the venue gives it, or the end of its address, without any folder. */
export function fileNameOf(disposition: unknown, path: string): string {
	const text = String(disposition ?? '').slice(0, 2_000);
	const encoded = /;\s*filename\*\s*=\s*utf-8'[a-z\d-]*'([^\s;]+)/i.exec(text)?.[1];
	const [, plain = '', quoted = plain] = /;\s*filename\s*=\s*("([^"]*)"|[^;]+)/i.exec(text) ?? [];
	const plainName = withoutMailForm(readAgainAsUtf8(quoted));
	const names = [encoded && decoded(encoded), plainName, decoded(lastPartOf(path))];
	return names.map(cleaned).find((name) => name !== '') ?? 'file';
}

/** .NET writes a name with other letters than ASCII as mails do. */
function withoutMailForm(text: string): string {
	return text.replace(/=\?utf-8\?b\?([\w+/=]*)\?=/gi, (_word, bytes: string) =>
		Buffer.from(bytes, 'base64').toString('utf8'),
	);
}

/** Node.js reads a header as Latin-1, and many services write UTF-8 into it. */
function readAgainAsUtf8(text: string): string {
	const bytes = Buffer.from(text, 'latin1');
	const read = bytes.toString('utf8');
	return Buffer.from(read).equals(bytes) ? read : text;
}

function lastPartOf(path: string): string {
	const parts = path.split('/').filter((part) => part !== '');
	return parts[parts.length - 1] ?? '';
}

function cleaned(name = ''): string {
	const own = name.split(/[\\/]/).pop() ?? '';
	const visible = own.replace(/[\p{C}<>:"|?*]/gu, '').trimEnd();
	// What is left of a long name may begin with a dot, which hides a file, or half of an emoji.
	return visible.slice(-LONGEST_FILE_NAME).replace(/^[.\s\p{Cs}]+/u, '');
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
