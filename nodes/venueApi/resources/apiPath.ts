import { segment } from '../address';

export type ReadPath = { path: string } | { reason: string };

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const LEADS_ELSEWHERE = /^([a-z][a-z0-9+.-]*:|[/\\]{2})/i;
const DATA_API = /^\/?(data|reporting)\/[^/]/;

/**
 * A path below the Base URL, encoded for the wire, or the reason why it is not allowed. The token
 * opens the whole API, so a path must not lead to another host or upward, even if a server or a
 * proxy decodes it once more.
 */
export function readApiPath(typed: unknown): ReadPath {
	const text = typeof typed === 'string' ? typed.trim() : '';
	if (text === '' || text === '/') return { reason: 'it is empty' };
	if (LEADS_ELSEWHERE.test(text)) {
		return { reason: 'it has to be what follows the Base URL, without an address of its own' };
	}
	if (/[?#]/.test(text)) {
		return { reason: 'what follows “?” belongs in Query Parameters, and “#” has to be %23' };
	}
	const parts = text.replace(/^\//, '').split('/');
	const isOpenEnded = parts[parts.length - 1] === '';
	const decoded = (isOpenEnded ? parts.slice(0, -1) : parts).map(decode);
	const unsafe = decoded.map(flaw).find((reason) => reason !== undefined);
	if (unsafe) return { reason: unsafe };
	const path = `/${decoded.map((part) => segment(part ?? '')).join('/')}${isOpenEnded ? '/' : ''}`;
	if (isAbout(path, 'token')) return { reason: 'only the credential asks for access tokens' };
	return { path };
}

/** The same for the Data API only. */
export function readReportPath(typed: unknown): ReadPath {
	if (typeof typed !== 'string' || !DATA_API.test(typed.trim())) {
		return { reason: 'it has to start with /data/ or /reporting/ and to go on after that' };
	}
	return readApiPath(typed);
}

/** Whether a part of the path has this name, as a lenient server may read it. */
export function isAbout(path: string, name: string): boolean {
	return path.split('/').some((part) => {
		const plain = (decode(part) ?? part).normalize('NFKC').trim().toLowerCase();
		return /^[\p{L}\p{N}_-]*/u.exec(plain)?.[0] === name;
	});
}

function decode(part: string): string | undefined {
	try {
		return decodeURIComponent(part);
	} catch {
		return undefined;
	}
}

/** Decoded once. Anything that still looks encoded, or leads upward, could be decoded again later. */
function flaw(part: string | undefined): string | undefined {
	if (part === undefined) return 'a “%” is not followed by two hexadecimal digits of a character';
	if (UNPRINTABLE.test(part)) return 'it holds a control character or another invisible one';
	const plain = part.normalize('NFKC').trim();
	if (plain === '') return 'two slashes follow each other';
	if (plain.startsWith('.')) return 'a part of it starts with a dot';
	if (/[\\/%]/.test(plain)) return 'it holds an encoded slash, a backslash or an encoded “%”';
	return undefined;
}
