import type { Answer } from './answer';
import { isRecord, type VenueRecord } from './records';

/** An answer says that there are more records than it holds, and maybe where. */
export interface More {
	address?: string;
}

const DEEPEST = 4;

const NEXT =
	/^@?(odata\.?)?next_?(page|link|url|uri|href|cursor|token)*(_?(link|url|uri|token))?$/i;
const CURSOR = /^(continuation_?token|end_?cursor|cursor)$/i;
const HAS_MORE = /^(has|is)_?(more|next)(_?(pages?|items|results|records))?$/i;
const IS_LAST = /^(is_?)?last(_?page)?$/i;
const TOTAL =
	/^(total|count|(total|record|item|result)_?count|total_?(items|records|results|elements|hits|entries|rows|bookings|webhooks|messages))$/i;
const LINK_HEADER = /<([^<>]+)>\s*;[^,<]*\brel="?next\b/i;

/**
 * Whether the list goes on after these records. The document shows no paging, so that whatever is
 * usual counts: a total that is larger, a next page or cursor, a flag, a link.
 */
export function moreAfter(
	{ body, headers }: Pick<Answer, 'body' | 'headers'>,
	recordsSoFar: number,
): More | undefined {
	const link = LINK_HEADER.exec(String(headers.link ?? ''))?.[1];
	const signs = wrappersIn(body).flatMap((wrapper) =>
		Object.entries(wrapper).map(([name, value]) => signIn(name, value, recordsSoFar)),
	);
	const found = [link && { address: link }, ...signs].filter((sign) => isRecord(sign)) as More[];
	return found.find(({ address }) => address !== undefined) ?? found[0];
}

function signIn(name: string, value: unknown, recordsSoFar: number): More | undefined {
	if (NEXT.test(name)) {
		const next = isRecord(value) ? (value.href ?? value.url) : value;
		if (typeof next === 'string' && next.trim() !== '') return { address: next.trim() };
		return typeof next === 'number' || next === true ? {} : undefined;
	}
	const isMore =
		(CURSOR.test(name) && typeof value === 'string' && value !== '') ||
		(HAS_MORE.test(name) && value === true) ||
		(IS_LAST.test(name) && value === false) ||
		(TOTAL.test(name) && Number(value ?? 0) > recordsSoFar);
	return isMore ? {} : undefined;
}

/** What is around a list. Records have fields of their own, which say nothing of it. */
function wrappersIn(body: unknown, depth = 0): VenueRecord[] {
	if (!isRecord(body) || depth > DEEPEST) return [];
	return [body, ...Object.values(body).flatMap((value) => wrappersIn(value, depth + 1))];
}
