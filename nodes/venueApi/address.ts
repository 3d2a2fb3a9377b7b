const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const INCOMPLETE = {
	reason: 'Base URL is not a complete web address. It should look like https://…',
};

/** The venue's base address without trailing slashes, or the reason why it is not valid. */
export function readBaseUrl(baseUrl: unknown): { baseUrl: string } | { reason: string } {
	const text = typeof baseUrl === 'string' ? baseUrl.trim() : '';
	if (text === '') return { reason: 'Base URL is empty' };

	let url: URL;
	try {
		url = new URL(text);
	} catch {
		return INCOMPLETE;
	}
	// Without the slashes, older HTTP libraries take it for a path, and newer ones reject it.
	if (url.protocol.startsWith('http') && !/^https?:\/\//i.test(text)) return INCOMPLETE;
	const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
	if (!isSafe) return { reason: 'Base URL has to start with https://' };
	if (url.username || url.password) {
		return { reason: 'Base URL must not contain a user name or password' };
	}
	if (url.search || url.hash) return { reason: 'Base URL must not contain “?” or “#”' };

	return { baseUrl: `${url.origin}${withoutTrailingSlashes(url.pathname)}` };
}

/** Not a regular expression: on a path full of slashes, `/\/+$/` takes quadratic time. */
function withoutTrailingSlashes(path: string): string {
	let end = path.length;
	while (end > 0 && path[end - 1] === '/') end--;
	return path.slice(0, end);
}

const ENCODED = /%[0-9a-f]{2}/gi;
const NEEDS_NO_ENCODING = /[\w.~-]/;

/**
 * Whether two addresses lead to the same receiver. Doubt counts as a difference: another query or a
 * second slash at the end may lead elsewhere.
 */
export function isSameAddress(one: unknown, other: unknown): boolean {
	const spelled = oneSpelling(one);
	return spelled !== undefined && spelled === oneSpelling(other);
}

/**
 * One spelling for all addresses that n8n and other servers take for the same, or undefined if it is
 * no address. n8n drops one slash at the end; a venue may add it, or encode what needs no encoding.
 */
export function oneSpelling(address: unknown): string | undefined {
	if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
	const { protocol, username, password, host, pathname, search } = new URL(address);
	const user = username || password ? `${username}:${password}@` : '';
	const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
	return `${protocol}//${user}${host}${path}${search}`.replace(ENCODED, (encoded) => {
		const plain = String.fromCharCode(parseInt(encoded.slice(1), 16));
		return NEEDS_NO_ENCODING.test(plain) ? plain : encoded.toUpperCase();
	});
}

export function isLoopback(url: URL): boolean {
	return LOOPBACK.test(url.hostname);
}

/**
 * Where the internet reaches this n8n. Without N8N_WEBHOOK_URL, n8n names an address of its own machine,
 * and its webhooks at the venue may have another.
 */
export function publicAddress(n8n: URL | undefined): URL | undefined {
	return n8n?.protocol === 'https:' && !isLoopback(n8n) ? n8n : undefined;
}

const HALF_CHARACTERS = /\p{Cs}/gu;

/** One path segment from any value that the user entered: it cannot lead to another endpoint. */
export function segment(value: string | number): string {
	const encoded = encodeURIComponent(String(value).replace(HALF_CHARACTERS, '\uFFFD'));
	// A URL parser takes dots for a way up even if they are encoded once.
	return /^\.{1,2}$/.test(encoded) ? encoded.replace(/\./g, '%252E') : encoded;
}

/** Whether a proxy that decodes a segment could take it for a way up, to another endpoint. */
export function leadsUpward(value: string): boolean {
	const plain = value
		.normalize('NFKC')
		.replace(/%2e/gi, '.')
		.replace(/%(2f|5c)/gi, '/');
	return plain.split(/[\\/]/).some((part) => /^\s*\.{1,2}(;|\s*$)/.test(part));
}

/** Servers hardly accept longer addresses, so there is no use in parsing one of a megabyte. */
const LONGEST_NEXT = 8_000;

/**
 * The path of a list's next page below the base URL, if `next` is one: it needs the path of the list
 * and a query. A venue behind a gateway may name itself by http or by an inner name, so only the
 * query is taken: no other address is ever asked.
 */
export function nextPath(next: string | undefined, path: string): string | undefined {
	if (next === undefined || next.length > LONGEST_NEXT) return undefined;
	const list = `https://venue.invalid${path}`;
	if (!URL.canParse(next, list)) return undefined;
	const url = new URL(next, list);
	const isSame = asRead(url.pathname).endsWith(asRead(path));
	return isSame && url.search ? `${path}${url.search}` : undefined;
}

/** As a lenient server reads a path. */
function asRead(path: string): string {
	const plain = withoutTrailingSlashes(path).toLowerCase();
	try {
		return decodeURIComponent(plain);
	} catch {
		return plain;
	}
}
