/**
 * Shows one row for each item and only touches what has changed, so focus and reading position
 * survive every refresh.
 *
 * @template T
 * @param {Element} list
 * @param {string} template the id of the row's template
 * @param {T[]} items
 * @param {(item: T, index: number) => string} keyOf
 * @param {(row: HTMLElement, item: T, index: number) => void} fill
 */
export function showRows(list, template, items, keyOf, fill) {
	const rows = new Map(ownRows(list).map((row) => [row.dataset.key, row]));
	const keys = new Set(items.map(keyOf));
	for (const [key, row] of rows) if (!keys.has(key ?? '')) row.remove();
	for (const [index, item] of items.entries()) {
		const key = keyOf(item, index);
		const row = rows.get(key) ?? newRow(template, key);
		if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
		fill(row, item, index);
	}
}

/**
 * @param {Element} row
 * @param {string} field
 * @param {string | number} text
 */
export function write(row, field, text) {
	const place = row.querySelector(`[data-field="${field}"]`);
	if (place && place.textContent !== String(text)) place.textContent = String(text);
	return place;
}

/** @param {Element} list */
function ownRows(list) {
	return /** @type {HTMLElement[]} */ ([...list.children]);
}

/**
 * @param {string} template
 * @param {string} key
 */
function newRow(template, key) {
	const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById(template));
	const row = /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true));
	row.dataset.key = key;
	return row;
}
