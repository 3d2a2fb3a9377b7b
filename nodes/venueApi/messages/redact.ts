import { RecentMap } from '../recentMap';
import { ELLIPSIS } from '../records';

export const MASK = '•••';

/** A word after “Bearer” that is not ordinary text: it is long or has a digit. */
const BEARER = /\bBearer\s+(?=\S{20}|\S*\d)[^\s"',;]{8,}/gi;

/** The keys that this package derives for triggers begin with it, so they are known by their form. */
export const DERIVED_KEY_PREFIX = 'vpk_';

/** Also in base64, and also if it is cut off. */
const DERIVED_KEY = /(?:vpk_|dnBrX)[\w%+/-]{8,}/g;

/** Without any of these, a text has neither, was not cut off, and nothing in it is escaped. */
const SIGNS = /[…%\\&]|vpk_|dnBrX|bearer/i;

const MOST_CREDENTIALS = 1_000;
const MOST_TOKENS_OF_EACH = 3;

/** The newest access tokens, by Client ID. A call may get one while it is already under way. */
const tokens = new RecentMap<string[]>(MOST_CREDENTIALS);

/** The Client IDs, by client secret: a user may enter a new secret while a call is under way. */
const clientIds = new RecentMap<string>(MOST_CREDENTIALS);

/** The redactor of a call finds it by the client secret: a venue can only quote tokens of its own. */
export function neverShow(token: string, clientId: string, clientSecret: string): void {
	clientIds.set(clientSecret.trim(), clientId);
	const others = (tokens.get(clientId) ?? []).filter((known) => known !== token);
	tokens.set(clientId, [token, ...others].slice(0, MOST_TOKENS_OF_EACH));
}

function accessTokensOf(secret: string): string[] {
	return tokens.get(clientIds.get(secret.trim()) ?? '') ?? [];
}

/** Removes secrets from the venue's words: a server may echo what it was sent. */
export function redact(text: string, secrets: string[]): string {
	return redactor(secrets)(text);
}

/** The same for many texts: the forms are only made once. Shorter ones are left. */
export function redactor(secrets: string[], shortest = 1): (text: string) => string {
	const known = [...secrets.flatMap(formsOf), ...secrets.flatMap(accessTokensOf)];
	const forms = new Set(
		known.filter((secret) => secret.trim() !== '' && secret.length >= shortest),
	);
	const shortestFirst = [...forms].sort((a, b) => a.length - b.length);
	return hiderOf(shortestFirst, hiderOf(shortestFirst));
}

/** `inPlain` gets a text without its escapes. */
function hiderOf(shortestFirst: string[], inPlain?: Replace): Replace {
	const ends = shortestFirst.map(endOf);
	const least = Math.min(shortestFirst[0]?.length ?? Infinity, SHORTEST_BEGINNING);
	return (text) => {
		if (text.length < least) return text;
		const quoted: string[] = [];
		for (let index = 0; index < shortestFirst.length; index++) {
			if (shortestFirst[index].length > text.length) break;
			if (text.includes(ends[index])) quoted.push(shortestFirst[index]);
		}
		const hidden = quoted.reduceRight(withoutSecret, text);
		if (!SIGNS.test(hidden)) return hidden;
		const shown = withoutCutOnes(hidden, shortestFirst)
			.replace(DERIVED_KEY, MASK)
			.replace(BEARER, `Bearer ${MASK}`);
		if (inPlain === undefined) return shown;
		const plain = shown.replace(ESCAPED, unescaped);
		const hiddenInPlain = inPlain(plain);
		return hiddenInPlain === plain ? shown : hiddenInPlain;
	};
}

/**
 * In an address, in JSON and in HTML. Services differ in which characters they escape, and in how, so
 * what they write is read instead of guessed. The last alternative is one that was cut off.
 */
const ESCAPED =
	/(?:%[\da-f]{2})+|\\(?:u[\da-f]{4}|["\\/])|&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[\da-f]{1,5});|(?:%[\da-f]?|\\(?:u[\da-f]{0,3})?|&#?[\da-z]{0,6})(?=…)/gi;

const NAMED_IN_HTML: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(escape: string): string {
	if (escape.startsWith('%')) {
		const text = Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8');
		// The rest of the last character was cut off.
		return text.endsWith('\uFFFD') ? text.slice(0, -1) : text;
	}
	if (escape.startsWith('\\')) {
		const [, digits] = /^.u(.*)$/i.exec(escape) ?? [];
		if (digits === undefined) return escape.slice(1);
		return digits.length === 4 ? characterOf(digits, 16) : '';
	}
	const [, hex, digits, name = ''] = /^&(?:#x(.+)|#(\d+)|(.+));$/i.exec(escape) ?? [];
	if (hex) return characterOf(hex, 16);
	return digits ? characterOf(digits, 10) : (NAMED_IN_HTML[name.toLowerCase()] ?? '');
}

function characterOf(digits: string, radix: number): string {
	return String.fromCodePoint(Math.min(parseInt(digits, radix), 0x10ffff));
}

/** To search for more takes the text times the secret, if the secret repeats itself. */
const LONGEST_SEARCHED = 32;

/** Also to compare them takes that long. */
const MOST_NEAR_MATCHES = 20;

/** Tokens of one venue begin alike, but each has its own end. */
const endOf = (secret: string) => secret.slice(-LONGEST_SEARCHED);

/** Nothing is left of a text with too many near matches. */
function withoutSecret(text: string, secret: string): string {
	const end = endOf(secret);
	const before = secret.length - end.length;
	const shown: string[] = [];
	let [from, nearMatches] = [0, 0];
	for (let at = text.indexOf(end, before); at >= 0; ) {
		const isQuoted = text.startsWith(secret, at - before);
		if (isQuoted) {
			shown.push(text.slice(from, at - before));
			from = at + end.length;
		} else if (++nearMatches > MOST_NEAR_MATCHES) return MASK;
		at = text.indexOf(end, isQuoted ? from + before : at + 1);
	}
	return [...shown, text.slice(from)].join(MASK);
}

/** A message has no more parts, and each ends here at most once. */
const MOST_CUTS = 20;

/** Less of a secret tells nothing. */
const SHORTEST_BEGINNING = 6;

/** Long texts are cut off, maybe in the middle of a secret. */
function withoutCutOnes(text: string, secrets: string[]): string {
	if (!text.includes(ELLIPSIS)) return text;
	const [first, ...rest] = text.split(ELLIPSIS);
	const parts = [first, ...rest.slice(0, MOST_CUTS)];
	const shown = parts.map((part, index) => {
		if (index === rest.length) return part;
		const begins = secrets.map((secret) => {
			if (secret.length <= SHORTEST_BEGINNING) return -1;
			const from = Math.max(0, part.length - secret.length);
			const at = part.indexOf(secret.slice(0, SHORTEST_BEGINNING), from);
			return at >= 0 && secret.startsWith(part.slice(at)) ? at : -1;
		});
		const at = Math.min(...begins.filter((begin) => begin >= 0));
		return at === Infinity ? part : part.slice(0, at) + MASK;
	});
	return [...shown, ...rest.slice(MOST_CUTS)].join(ELLIPSIS);
}

/** Shorter secrets are parts of ordinary words, and items must not lose words. */
const SHORTEST_IN_ITEMS = 8;

/** For what leaves the package as items: a venue may quote what it was sent there, too. */
export function itemRedactor(secrets: string[]): <T>(json: T) => T {
	return inAllTexts(redactor(secrets, SHORTEST_IN_ITEMS));
}

type Replace = (text: string) => string;

/** Names of fields and usual values recur in each record of a list. */
const MOST_KNOWN = 1_000;

/** A shorter text is replaced as quickly as it is found among the known ones. */
const SHORTEST_KNOWN = 8;

/** Replaces each text in the records of a list, names of fields included. What has none stays as it is. */
export function inAllTexts(replace: Replace): <T>(value: T) => T {
	const harmless = new Set<string>();
	const replaceOnce = (text: string) => {
		if (text.length < SHORTEST_KNOWN) return replace(text);
		if (harmless.has(text)) return text;
		const shown = replace(text);
		if (shown === text && harmless.size < MOST_KNOWN) harmless.add(text);
		return shown;
	};
	return <T>(value: T) => withTexts(value, replaceOnce) as T;
}

/** The same list, if each entry stays the same. */
export function withEntries(list: unknown[], shownOf: (entry: unknown) => unknown): unknown[] {
	let entries: unknown[] | undefined;
	for (let index = 0; index < list.length; index++) {
		const shown = shownOf(list[index]);
		if (!entries && shown === list[index]) continue;
		entries ??= list.slice(0, index);
		entries.push(shown);
	}
	return entries ?? list;
}

function withTexts(value: unknown, replace: Replace): unknown {
	if (typeof value === 'string') return replace(value);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return withEntries(value, (entry) => withTexts(entry, replace));
	const record = value as Record<string, unknown>;
	/** All fields up to this one, as soon as one of them is replaced. */
	let fields: Array<[string, unknown]> | undefined;
	// A list of the names would be new for each of 50,000 records.
	for (const name in record) {
		const { [name]: of } = record;
		const shown = replace(name);
		// A call for each empty field takes as long as all else.
		const inner = mayHoldText(of) ? withTexts(of, replace) : of;
		if (!fields && shown === name && inner === of) continue;
		fields ??= fieldsBefore(record, name);
		fields.push([shown, inner]);
	}
	return fields ? Object.fromEntries(fields) : value;
}

function fieldsBefore(record: Record<string, unknown>, name: string): Array<[string, unknown]> {
	const fields = Object.entries(record);
	return fields.slice(0, Object.keys(record).indexOf(name));
}

function mayHoldText(value: unknown): boolean {
	return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** As it is, as a form has it, and in base64: as basic authentication sends it, and as addresses have it. */
function formsOf(secret: string): string[] {
	const trimmed = secret.trim();
	const inBase64 = (['utf8', 'latin1'] as const).flatMap((encoding) => {
		const bytes = Buffer.from(trimmed, encoding);
		// The padding adds nothing.
		return [bytes.toString('base64').replace(/={1,2}$/, ''), bytes.toString('base64url')];
	});
	return [secret, trimmed, trimmed.replaceAll(' ', '+'), ...inBase64];
}
