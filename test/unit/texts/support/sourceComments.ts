import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '../../../..');

/** The comments of the shipped sources, by file, without those folders. */
export function sourceComments(notRead: string[]): Array<[file: string, comments: string[]]> {
	return ['credentials', 'nodes']
		.flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
				join(folder, file),
			),
		)
		.filter((file) => file.endsWith('.ts') && !notRead.some((one) => file.startsWith(`${one}/`)))
		.map((file): [string, string[]] => [file, commentsIn(readFileSync(join(ROOT, file), 'utf8'))]);
}

/** The texts of all comments. Lines with `//` that follow each other are one comment. */
export function commentsIn(code: string): string[] {
	const source = ts.createSourceFile('source.ts', code, ts.ScriptTarget.ES2022, true);
	const ranges = new Map<number, ts.CommentRange>();
	const visit = (node: ts.Node): void => {
		for (const range of [
			...(ts.getLeadingCommentRanges(code, node.getFullStart()) ?? []),
			...(ts.getTrailingCommentRanges(code, node.getEnd()) ?? []),
		]) {
			ranges.set(range.pos, range);
		}
		node.getChildren(source).forEach(visit);
	};
	visit(source);

	const comments: string[] = [];
	let lineEnd = -1;
	for (const { pos, end, kind } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
		const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
		const text = isLine ? code.slice(pos + 2, end).trim() : blockText(code.slice(pos, end));
		if (isLine && /^\n[\t ]*$/.test(code.slice(lineEnd, pos))) {
			comments.push(`${comments.pop()}\n${text}`);
		} else comments.push(text);
		lineEnd = isLine ? end : -1;
	}
	return comments;
}

/** Without the stars. */
const blockText = (comment: string) =>
	comment
		.replace(/^\/\*+|\*\/$/g, '')
		.replace(/^[\t ]*\*[\t ]?/gm, '')
		.trim();
