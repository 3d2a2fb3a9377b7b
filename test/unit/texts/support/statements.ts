import { cellsOf, plain } from './pages';

/** A sentence, or a row of a table with a dot between its cells. */
export interface Statement {
	/** The heading above it. */
	section: string;
	text: string;
	/** Part of an item of a list. */
	isItem: boolean;
	isRow: boolean;
	/** Begins an item with bold words. With a colon, they are a label instead. */
	isPromise: boolean;
}

const FIGURE =
	/(?<![\w.])\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)( and a half)? (seconds|minutes|hours|days|weeks|months|times)\b/i;

/** Looks like a figure but is not: the number of an item, an n8n version, an HTTP status. */
const NAMES =
	/^\d\.( |$)|n8n (before )?\d[\d.]*( and 2)?|\bof version \d|ISO 8601|\b(40[1349]|413|429|50[0-4])\b/gi;

export const hasFigure = (text: string) => FIGURE.test(text.replace(NAMES, ''));

const ITEM = /\n(?=\s*(?:-|\d\.) )/;
const END_OF_SENTENCE = /(?<=[.!?:](?:\*\*)?\)?) (?=[(“*A-Z[])/;

/** Everything that a page says, sentence by sentence. */
export function statementsOf(page: string): Statement[] {
	const statements: Statement[] = [];
	let section = '';
	const text = page.replace(/```[\s\S]*?```/g, '').replace(/<[^>]+>/g, '');
	for (const block of text.split(/\n\s*\n/).map((lines) => lines.trim())) {
		const heading = /^#+ (.+)/.exec(block)?.[1];
		if (heading !== undefined) section = heading;
		else if (block.startsWith('|')) statements.push(...rowsIn(block, section));
		else statements.push(...block.split(ITEM).flatMap((item) => sentencesIn(item, section)));
	}
	return statements.filter((statement) => statement.text !== '');
}

const rowsIn = (table: string, section: string): Statement[] =>
	table
		.split('\n')
		.slice(2)
		.map((row) => cellsOf(row).join(' · '))
		.map((text) => ({ section, text, isItem: false, isRow: true, isPromise: false }));

function sentencesIn(item: string, section: string): Statement[] {
	const isItem = item.trim().startsWith('- ');
	const sentences = item.replace(/\s+/g, ' ').trim().split(END_OF_SENTENCE);
	return sentences.map((sentence) => {
		const bold = /^- \*\*(.+?)\*\*/.exec(sentence)?.[1];
		const isPromise = bold !== undefined && !bold.endsWith(':');
		const text = plain(sentence).replace(/^- /, '');
		return { section, text, isItem, isRow: false, isPromise };
	});
}
