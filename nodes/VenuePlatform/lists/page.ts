import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

const PAGE_LENGTH = 100;

/** The entries that hold what was typed, a page at a time. The token is where the next page begins. */
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

/** All that n8n can show of a list is its entries. Chosen, this one counts as nothing. */
export function advice(text: string): INodeListSearchResult {
	return { results: [{ name: text, value: '' }] };
}
