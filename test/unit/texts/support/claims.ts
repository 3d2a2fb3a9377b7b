import { cellsOf, plain } from './pages';

/** A sentence, or a row of a table with a dot between its cells. */
export interface Statement {
	/** The heading above it. */
	section: string;
	text: string;
	/** Whether it is what an item of a list says in bold. */
	isPromise: boolean;
}

const FIGURE =
	/(?<![\w.])\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|hundred|thousand)\b/i;

/** What looks like a figure and is none: the number of an item, an n8n, a word for both or all. */
const NAMES =
	/^\d\.( |$)|n8n (before )?\d[\d.]*( and 2)?|\bof version \d|\b(the last|of the) (two|three)\b|ISO 8601/gi;

export const hasFigure = (text: string) => FIGURE.test(text.replace(NAMES, ''));

const ITEM = /\n(?=\s*(?:-|\d\.) )/;
const END_OF_SENTENCE = /(?<=[.!?:](?:\*\*)?\)?) (?=[(“*A-Z[])/;

/** All that a page says, sentence by sentence. */
export function statementsOf(page: string): Statement[] {
	const statements: Statement[] = [];
	let section = '';
	const text = page.replace(/```[\s\S]*?```/g, '').replace(/<[^>]+>/g, '');
	for (const block of text.split(/\n\s*\n/)) {
		const heading = /^#+ (.+)/.exec(block.trim())?.[1];
		if (heading !== undefined) section = heading;
		else if (block.startsWith('|')) statements.push(...rowsIn(block, section));
		else for (const item of block.split(ITEM)) statements.push(...sentencesIn(item, section));
	}
	return statements;
}

const rowsIn = (table: string, section: string): Statement[] =>
	table
		.trim()
		.split('\n')
		.slice(2)
		.map((row) => ({ section, text: cellsOf(row).join(' · '), isPromise: false }));

const sentencesIn = (item: string, section: string): Statement[] =>
	item
		.replace(/\s+/g, ' ')
		.trim()
		.split(END_OF_SENTENCE)
		.filter((sentence) => sentence !== '')
		.map((sentence, index) => ({
			section,
			text: plain(sentence).replace(/^- /, ''),
			isPromise: index === 0 && sentence.startsWith('- **'),
		}));
