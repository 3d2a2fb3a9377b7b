import { googleError, Quota } from './quota';
import type { AppAnswer, AppRequest, SimulatedApp } from './simulatedApps';

type Cell = string | number | boolean;
type Rows = Array<Array<Cell | undefined>>;

/**
 * https://developers.google.com/workspace/sheets/api/limits: per minute, for a user of a project.
 */
const CALLS_A_MINUTE = 60;
const MINUTE = 60_000;

/** The calls of Google Sheets' API v4 that n8n's node makes, for one user. */
export class GoogleSheets implements SimulatedApp {
	readonly hosts = ['sheets.googleapis.com'];

	/** How many calls were rejected because of the quota. */
	refused = 0;

	/** Cells that Google took for a formula, because they were not sent as they are (RAW). */
	readonly formulas: string[] = [];

	private readonly documents = new Map<string, Map<string, Rows>>();
	private readonly reads: Quota;
	private readonly writes: Quota;

	constructor(now: () => number) {
		this.reads = new Quota(CALLS_A_MINUTE, MINUTE, now);
		this.writes = new Quota(CALLS_A_MINUTE, MINUTE, now);
	}

	addDocument(id: string, sheets: Record<string, Rows>): void {
		this.documents.set(id, new Map(Object.entries(sheets)));
	}

	/** The rows below the first one, by the names in the first one. */
	rows(document: string, sheet: string): Array<Record<string, Cell | undefined>> {
		const [names = [], ...rows] = this.documents.get(document)?.get(sheet) ?? [];
		return rows.map((row) => Object.fromEntries(names.map((name, at) => [String(name), row[at]])));
	}

	answer({ method, path, query, body }: AppRequest): AppAnswer | undefined {
		const [, document, rest] = /^\/v4\/spreadsheets\/([^/:]+)(.*)$/.exec(path) ?? [];
		const sheets = this.documents.get(document);
		if (!sheets) return googleError(404, 'NOT_FOUND', 'Requested entity was not found.');
		const kind = method === 'GET' ? 'Read' : 'Write';
		if (!(kind === 'Read' ? this.reads : this.writes).admits()) {
			this.refused++;
			const metric = `quota metric '${kind} requests' and limit '${kind} requests per minute per user'`;
			return googleError(429, 'RESOURCE_EXHAUSTED', `Quota exceeded for ${metric}`);
		}
		const sent = body.length > 0 ? (JSON.parse(body.toString()) as Sent) : {};
		if ((query.get('valueInputOption') ?? sent.valueInputOption) === 'USER_ENTERED') {
			const rows = [...(sent.values ?? []), ...(sent.data ?? []).flatMap(({ values }) => values)];
			this.formulas.push(...rows.flat().filter(isFormula));
		}
		return answerCall({ sheets, method, rest, sent });
	}
}

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/ValueInputOption */
function isFormula(cell: Cell | undefined): cell is string {
	return typeof cell === 'string' && /^[=+]/.test(cell);
}

interface Sent {
	values?: Rows;
	valueInputOption?: string;
	data?: Array<{ range: string; values: Rows }>;
	requests?: unknown[];
}

interface Call {
	sheets: Map<string, Rows>;
	method: string;
	rest: string;
	sent: Sent;
}

function answerCall({ sheets, method, rest, sent }: Call): AppAnswer | undefined {
	if (method === 'GET' && rest === '') {
		const titles = [...sheets.keys()];
		return {
			json: { sheets: titles.map((title, sheetId) => ({ properties: { sheetId, title } })) },
		};
	}
	// Adding empty rows and columns changes no value.
	if (method === 'POST' && rest === ':batchUpdate') return { json: { replies: [{}] } };
	if (method === 'POST' && rest === '/values:batchUpdate') {
		for (const { range, values } of sent.data ?? []) write(area(sheets, range), values);
		return { json: { totalUpdatedCells: sent.data?.length } };
	}
	const [, range, verb] = /^\/values\/([^:]+(?::[A-Z0-9]+)?)(:append|:clear)?$/.exec(rest) ?? [];
	if (range === undefined) return undefined;
	const target = area(sheets, range);
	if (method === 'GET') return { json: { range, values: read(target) } };
	if (method === 'PUT') write(target, sent.values ?? []);
	else if (verb === ':append') append(target, sent.values ?? []);
	else if (verb === ':clear') target.rows.length = 0;
	else return undefined;
	return { json: { spreadsheetId: 'simulated', updates: {} } };
}

interface Area {
	rows: Rows;
	top: number;
	bottom: number;
	left: number;
}

/** `Bookings`, `Bookings!A:Z`, `Bookings!2:9` or `Bookings!C4`. */
function area(sheets: Map<string, Rows>, range: string): Area {
	const [title, cells = ''] = range.split('!');
	const name = title.replace(/^'|'$/g, '');
	const rows = sheets.get(name);
	if (!rows) throw new Error(`There is no sheet ${name}`);
	const [first, last = first] = cells.split(':');
	const top = Number(/\d+/.exec(first)?.[0] ?? 1) - 1;
	const bottom = Number(/\d+/.exec(last)?.[0] ?? Infinity);
	const column = /[A-Z]+/.exec(first)?.[0] ?? 'A';
	const left = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
	return { rows, top, bottom, left };
}

/**
 * Empty rows at the end are left out, and `values` is left out if there are none.
 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values#ValueRange
 */
function read({ rows, top, bottom }: Area): Rows | undefined {
	const found = rows.slice(top, Math.min(bottom, rows.length));
	return found.length > 0 ? found.map((row) => row.map((cell) => cell ?? '')) : undefined;
}

/**
 * A value of null is skipped; an empty string empties the cell.
 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values#ValueRange
 */
function write({ rows, top, left }: Area, values: Rows): void {
	values.forEach((row, down) => {
		while (rows.length <= top + down) rows.push([]);
		row.forEach((cell, across) => {
			if (cell !== null) rows[top + down][left + across] = cell;
		});
	});
}

/**
 * After the last row of the table, whatever the range says, so two calls never get the same row.
 * https://developers.google.com/workspace/sheets/api/guides/values#append_values
 */
function append({ rows }: Area, values: Rows): void {
	write({ rows, top: rows.length, bottom: Infinity, left: 0 }, values);
}
