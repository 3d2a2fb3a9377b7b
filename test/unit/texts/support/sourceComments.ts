import * as ts from 'typescript';

import { read } from './pages';

/** The comments of these files, by file. */
export const sourceComments = (files: string[]): Array<[file: string, comments: string[]]> =>
	files.map((file) => [file, commentsIn(read(file))]);

/** The texts of all comments. Consecutive lines with `//` are one comment. */
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
