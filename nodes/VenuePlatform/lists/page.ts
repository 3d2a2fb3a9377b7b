import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { containing } from '../operations/booking/choice';

const PAGE_LENGTH = 100;

/**
 * What a user can choose. n8n evaluates what begins with “=”, also of an entry that was chosen: an ID
 * like that could fetch anything in the workflow, so it is not offered, and a label gets a space.
 */
export function entryOf(name: string, value: string): INodeListSearchItems[] {
	if (value.startsWith('=')) return [];
	return [{ name: name.startsWith('=') ? ` ${name}` : name, value }];
}

/** One page of the entries that match the filter. The token is the index of the next page. */
export function pageOf(
	entries: INodeListSearchItems[],
	filter: string | undefined,
	paginationToken: unknown,
): INodeListSearchResult {
	const typed = (filter ?? '').trim();
	const isMeant = containing(typed);
	const found =
		typed === '' ? entries : entries.filter(({ name, value }) => isMeant({ name, value }));
	const from = Number(paginationToken ?? 0) || 0;
	const next = from + PAGE_LENGTH;
	return {
		results: found.slice(from, next),
		...(next < found.length ? { paginationToken: String(next) } : {}),
	};
}

/** n8n can only show entries in a list, so the advice is one. Its empty value selects nothing. */
export function adviceAsResult(text: string): INodeListSearchResult {
	return { results: [{ name: text, value: '' }] };
}
