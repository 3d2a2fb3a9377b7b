import * as ts from 'typescript';

import { read } from './pages';

/** For example `it`, `describe.each` and `describeQueueMode`, but not `items`. */
const NAMES_TESTS = /^(?:it|test|describe)(?![a-z])/;

/** At the end of a title: `[api 6.2.5; 8.3]`, `[reliability: whole hours]`. */
const MARK = / \[([a-z-]+):? ([^\]]+)\]/g;

/** A mark names a page, and places on it. */
export interface Mark {
	page: string;
	place: string;
}

const known = new Map<string, string[]>();

/** The titles of the tests of a file, with … for an expression, without marks. */
export const titlesIn = (file: string): string[] =>
	markedTitlesIn(file).map((title) => title.replace(MARK, ''));

/** The marks in the titles of a file. */
export const marksIn = (file: string): Mark[] =>
	markedTitlesIn(file).flatMap((title) =>
		[...title.matchAll(MARK)].flatMap(([, page, places]) =>
			places.split('; ').map((place) => ({ page, place })),
		),
	);

function markedTitlesIn(file: string): string[] {
	const titles = known.get(file) ?? readTitles(file);
	known.set(file, titles);
	return titles;
}

function readTitles(file: string): string[] {
	const titles: string[] = [];
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
	const visit = (node: ts.Node) => {
		if (ts.isCallExpression(node) && NAMES_TESTS.test(node.expression.getText(source))) {
			const title = node.arguments[0] && textOf(node.arguments[0]);
			if (title !== undefined) titles.push(title);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return titles;
}

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	const spans = node.templateSpans.map(({ literal }) => `…${literal.text}`);
	return node.head.text + spans.join('');
}
