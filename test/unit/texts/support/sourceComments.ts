import * as ts from 'typescript';

import { read } from './pages';

/** The comments of these files, by file. */
export const sourceComments = (files: string[]): Array<[file: string, comments: string[]]> =>
	files.map((file) => [file, commentsIn(read(file))]);

/** The texts of all comments. Consecutive lines with `//` are one comment. */
export function commentsIn(code: string): string[] {
	const comments: string[] = [];
	let lineEnd = -1;
	for (const [pos, comment] of rawCommentsIn(code)) {
		const isLine = comment.startsWith('//');
		const text = isLine ? comment.slice(2).trim() : blockText(comment);
		if (isLine && /^\n[\t ]*$/.test(code.slice(lineEnd, pos))) {
			comments.push(`${comments.pop()}\n${text}`);
		} else comments.push(text);
		lineEnd = isLine ? pos + comment.length : -1;
	}
	return comments;
}

/** What looks like a comment between the literals is one. */
function rawCommentsIn(code: string): Array<[pos: number, comment: string]> {
	const found: Array<[number, string]> = [];
	let at = 0;
	for (const [start, end] of [...literalsIn(code), [code.length, code.length]]) {
		for (const { 0: comment, index } of code.slice(at, start).matchAll(COMMENT)) {
			found.push([at + index, comment]);
		}
		at = end;
	}
	return found;
}

const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g;

function literalsIn(code: string): Array<[start: number, end: number]> {
	const source = ts.createSourceFile('source.ts', code, ts.ScriptTarget.ES2022);
	const found: Array<[number, number]> = [];
	const visit = (node: ts.Node): void => {
		if (
			ts.isLiteralExpression(node) ||
			ts.isTemplateMiddleOrTemplateTail(node) ||
			ts.isTemplateHead(node)
		) {
			found.push([node.getStart(source), node.end]);
		} else ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** Without the stars. */
const blockText = (comment: string) =>
	comment
		.replace(/^\/\*+|\*\/$/g, '')
		.replace(/^[\t ]*\*[\t ]?/gm, '')
		.trim();
