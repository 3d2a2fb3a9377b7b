import { isRecord, lettersOf } from '../records';

/**
 * The IDs of the rows of a list whose form is not known: they show which rows came on two pages. A
 * field is an ID if it is another one in each row of each page, because rows that are merely alike
 * stay apart. `bookingItemId` in /data/bookingitems is that of the row. `id` and `uniqueId` may also
 * be that of something else, such as the booking, so only a row that is the same is a double.
 */
export class RowIds {
	private field?: string;
	private isOwn = true;
	private isNamed = false;
	private hasChanged = false;
	private last: string[] = [];
	private readonly rows = new Map<string, unknown>();
	private readonly doubles = new Set<unknown>();

	constructor(private readonly path: string) {}

	get areKnown(): boolean {
		return this.field !== undefined;
	}

	idOf(row: unknown): string | undefined {
		return this.field === undefined ? undefined : entryIdIn(row, this.field);
	}

	/** Looks at a page before anything is decided by its IDs. */
	look(page: unknown[]): void {
		if (!this.isOwn || (this.field === undefined && page.length < 2)) return;
		if (this.field === undefined) this.choose(page);
		if (this.field !== undefined && isOwnOfEach(page, this.field)) return;
		this.isOwn = false;
		this.field = undefined;
		this.rows.clear();
		this.doubles.clear();
	}

	/** The next page of the list. */
	add(page: unknown[]): void {
		if (this.field === undefined) return;
		const ids = page.map((row) => this.idOf(row) ?? '');
		const known = ids.filter((id) => this.rows.has(id));
		for (const [index, id] of ids.entries()) {
			const before = this.rows.get(id);
			if (before !== undefined) this.meetAgain(before, page[index]);
			this.rows.set(id, page[index]);
		}
		// New records in front move others to the next page. Anything else may have skipped some.
		const [head, end] = [ids.slice(0, known.length), this.last.slice(-known.length)];
		if (known.length > 0 && JSON.stringify(head) !== JSON.stringify(end)) this.hasChanged = true;
		this.last = ids;
	}

	/** Whether the list changed while it was read, as far as its IDs show it. */
	get hasMoved(): boolean {
		return this.isOwn && this.hasChanged;
	}

	get doubled(): number {
		return this.doubles.size;
	}

	/** Each row once. Of doubles, the later one stays. */
	once<Row>(rows: Row[]): Row[] {
		return this.doubles.size === 0 ? rows : rows.filter((row) => !this.doubles.has(row));
	}

	private choose(page: unknown[]): void {
		const [plural = ''] = this.path.split('?')[0].split('/').filter(Boolean).slice(-1);
		const named = `${lettersOf(plural).replace(/ies$/, 'y').replace(/s$/, '')}id`;
		const fields = isRecord(page[0]) ? Object.keys(page[0]) : [];
		for (const names of [[named], ['id', 'uniqueid']]) {
			this.field ??= fields.find(
				(field) => names.includes(lettersOf(field)) && isOwnOfEach(page, field),
			);
		}
		this.isNamed = lettersOf(this.field) === named;
	}

	private meetAgain(before: unknown, row: unknown): void {
		if (this.isNamed || JSON.stringify(before) === JSON.stringify(row)) this.doubles.add(before);
		else this.hasChanged = true;
	}
}

/** Stops at the first row without one, because a venue could spell `uniqueId` in 256 ways. */
function isOwnOfEach(rows: unknown[], field: string): boolean {
	const ids = new Set<string>();
	return rows.every((row) => {
		const id = entryIdIn(row, field);
		if (id === undefined || ids.has(id)) return false;
		ids.add(id);
		return true;
	});
}

function entryIdIn(row: unknown, field: string): string | undefined {
	const id = isRecord(row) ? row[field] : undefined;
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
