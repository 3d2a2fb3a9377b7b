import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

const PAGE_LENGTH = 100;

/** One page of the entries that match the filter. The token is the index of the next page. */
export function pageOf(
	entries: INodeListSearchItems[],
	filter: string | undefined,
	paginationToken: unknown,
): INodeListSearchResult {
	const typed = (filter ?? '').trim().toLowerCase();
	const found = entries.filter(({ name, value }) =>
		`${name} ${String(value)}`.toLowerCase().includes(typed),
	);
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
