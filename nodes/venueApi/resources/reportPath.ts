import { segment } from '../shapes/address';

const FIRST_PARTS = ['data', 'reporting'];
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * A path of the Data API, encoded for the wire, or the reason why it cannot be one. The same token
 * opens the whole API, so that nothing may lead out of `/data/` and `/reporting/`: neither dots nor
 * what becomes dots or slashes when a server or a proxy decodes it once more.
 */
export function readReportPath(typed: string): { path: string } | { reason: string } {
	const [first, ...parts] = typed.trim().replace(/^\//, '').split('/');
	if (!FIRST_PARTS.includes(first) || parts.every((part) => part === '')) {
		return { reason: 'it has to start with /data/ or /reporting/ and to go on after that' };
	}
	if (/[?#]/.test(typed)) {
		return { reason: 'what follows “?” belongs in Query Parameters, and “#” has to be %23' };
	}
	const isOpenEnded = parts[parts.length - 1] === '';
	const decoded = (isOpenEnded ? parts.slice(0, -1) : parts).map(decode);
	const unsafe = decoded.map(flaw).find((reason) => reason !== undefined);
	if (unsafe) return { reason: unsafe };
	const path = [first, ...decoded].map((part) => segment(part ?? '')).join('/');
	return { path: `/${path}${isOpenEnded ? '/' : ''}` };
}

function decode(part: string): string | undefined {
	try {
		return decodeURIComponent(part);
	} catch {
		return undefined;
	}
}

/** Decoded once: whatever still looks encoded, or like a way up, could be taken for one later. */
function flaw(part: string | undefined): string | undefined {
	if (part === undefined) return 'a “%” is not followed by two hexadecimal digits of a character';
	if (part === '') return 'two slashes follow each other';
	if (INVISIBLE.test(part)) return 'it holds a control character or another invisible one';
	const plain = part.normalize('NFKC').trim();
	if (plain.startsWith('.')) return 'a part of it starts with a dot';
	if (/[\\/%]/.test(plain)) return 'it holds an encoded slash, a backslash or an encoded “%”';
	return undefined;
}
