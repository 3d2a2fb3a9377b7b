import * as ts from 'typescript';

import { filesIn, read } from './pages';

/** Every text with words in the shipped sources, with its file and line. */
export function sourceTexts(): Array<[place: string, text: string]> {
	return filesIn(['credentials', 'nodes'], /\.ts$/).flatMap(textsOf);
}

function textsOf(file: string): Array<[string, string]> {
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true);
	const found: Array<[string, string]> = [];
	const visit = (node: ts.Node): void => {
		const isText =
			ts.isStringLiteralLike(node) ||
			node.kind === ts.SyntaxKind.TemplateHead ||
			node.kind === ts.SyntaxKind.TemplateMiddle ||
			node.kind === ts.SyntaxKind.TemplateTail;
		const { text } = node as ts.LiteralLikeNode;
		if (isText && /\p{L} +\p{L}/u.test(text)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push([`${file}:${line + 1}`, text]);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}
