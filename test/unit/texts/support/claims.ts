import { cellsOf, plain } from './pages';

/** A sentence, or a row of a table with a dot between its cells. */
interface Statement {
	/** The heading above it. */
	section: string;
	text: string;
	/** The bold beginning of an item. With a colon, it is a label instead. */
	promise?: string;
}

const FIGURE =
	/(?<![\w.])\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)( and a half)? (seconds|minutes|hours|days|weeks|months|times)\b/i;

/** Looks like a figure but is not: the number of an item, an n8n version, an HTTP status. */
const NAMES =
	/^\d\.( |$)|n8n (before )?\d[\d.]*( and 2)?|\bof version \d|ISO 8601|\b(401|404|409|429|50[0-4])\b/gi;

export const hasFigure = (text: string) => FIGURE.test(text.replace(NAMES, ''));

const ITEM = /\n(?=\s*(?:-|\d\.) )/;
const END_OF_SENTENCE = /(?<=[.!?:](?:\*\*)?\)?) (?=[(“*A-Z[])/;

/** Everything that a page says, sentence by sentence. */
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
		.map((row) => ({ section, text: cellsOf(row).join(' · ') }));

const sentencesIn = (item: string, section: string): Statement[] =>
	item
		.replace(/\s+/g, ' ')
		.trim()
		.split(END_OF_SENTENCE)
		.filter((sentence) => sentence !== '')
		.map((sentence, index) => ({
			section,
			text: plain(sentence).replace(/^- /, ''),
			...(index === 0 ? promiseIn(sentence) : {}),
		}));

function promiseIn(sentence: string): { promise?: string } {
	const bold = /^- \*\*(.+?)\*\*/.exec(sentence)?.[1];
	if (bold === undefined || bold.endsWith(':')) return {};
	return { promise: plain(bold).replace(/\.$/, '') };
}
