import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '../../../..');

/** Every text with words in the shipped sources, with its file and line. */
export function sourceTexts(): Array<[place: string, text: string]> {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.flatMap((file) => textsOf(join(ROOT, folder, file))),
	);
}

function textsOf(file: string): Array<[string, string]> {
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.ES2022,
		true,
	);
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
			found.push([`${relative(ROOT, file)}:${line + 1}`, text]);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}
