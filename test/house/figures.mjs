/**
 * Figures about the shipped sources for their readers: node test/house/figures.mjs [folder of a
 * checkout]
 * They are thermometers, not targets: no code is merged or split to reach a figure.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const root = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '../..');

const filesIn = (folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((file) => posix.join(folder, file))
		.filter((file) => file.endsWith('.ts') && !file.includes('node_modules'));

const linesOf = (file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;

const shipped = [...filesIn('nodes'), ...filesIn('credentials')].sort();

/** Each file with its tree, and the origin of the names that it imports. */
const sources = new Map(
	shipped.map((file) => {
		const text = readFileSync(join(root, file), 'utf8');
		const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
		const names = new Map();
		const imports = new Set();
		for (const statement of tree.statements.filter(ts.isImportDeclaration)) {
			const from = statement.moduleSpecifier.text;
			if (!from.startsWith('.')) continue;
			const path = posix.join(posix.dirname(file), from);
			const target = [`${path}.ts`, `${path}/index.ts`].find((known) => shipped.includes(known));
			imports.add(target);
			for (const { name, propertyName } of statement.importClause?.namedBindings?.elements ?? []) {
				names.set(name.text, `${target} ${(propertyName ?? name).text}`);
			}
		}
		return [file, { tree, names, imports }];
	}),
);

const importersOf = (file) => shipped.filter((other) => sources.get(other).imports.has(file));

function cycles() {
	const found = new Set();
	const ended = new Set();
	const follow = (file, path) => {
		if (path.includes(file)) found.add([...path.slice(path.indexOf(file)), file].join(' → '));
		if (path.includes(file) || ended.has(file)) return;
		for (const next of sources.get(file).imports) follow(next, [...path, file]);
		ended.add(file);
	};
	for (const file of shipped) follow(file, []);
	return [...found];
}

/** What each function mentions: functions of its own file by name, and what it imports. */
function mentions() {
	const known = new Map();
	for (const [file, { tree, names }] of sources) {
		const pieces = tree.statements.flatMap((statement) =>
			ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement],
		);
		for (const piece of pieces.filter(({ name }) => name !== undefined)) {
			const words = new Set();
			const look = (node) => {
				if (ts.isIdentifier(node)) words.add(node.text);
				ts.forEachChild(node, look);
			};
			ts.forEachChild(piece, look);
			const others = [...words].map((word) => names.get(word) ?? `${file} ${word}`);
			known.set(`${file} ${piece.name.getText()}`, { others, words });
		}
	}
	return known;
}

/** The shortest way from an operation to the call of n8n’s helper, by the names of our functions. */
function wayToN8n(start) {
	const known = mentions();
	const ways = [[start]];
	const seen = new Set([start]);
	for (const way of ways) {
		const { others, words } = known.get(way[way.length - 1]);
		if (words.has('httpRequestWithAuthentication')) return way;
		for (const next of others.filter((name) => known.has(name) && !seen.has(name))) {
			seen.add(next);
			ways.push([...way, next]);
		}
	}
	return [];
}

/** The statements of a file that give a name to something, with that name. */
const namedIn = ({ tree }) =>
	tree.statements.flatMap((statement) => {
		if (!ts.isVariableStatement(statement)) return statement.name ? [statement] : [];
		return [...statement.declarationList.declarations];
	});

/** Names that the top level of several files defines. */
function sharedNames() {
	const files = new Map();
	for (const source of sources.values()) {
		for (const name of new Set(namedIn(source).map((piece) => piece.name.getText()))) {
			files.set(name, (files.get(name) ?? 0) + 1);
		}
	}
	return [...files].filter(([, count]) => count > 1).map(([name]) => name);
}

/** What a process remembers: a variable at the top level that is assigned, or holds an object that changes. */
function stateAtTopLevel() {
	return [...sources].flatMap(([file, source]) =>
		namedIn(source)
			.filter(ts.isVariableDeclaration)
			.filter(({ parent, initializer }) => {
				if (!(parent.flags & ts.NodeFlags.Const)) return true;
				if (!initializer || !ts.isNewExpression(initializer)) return false;
				// A set or map with content is a table.
				const isTable = /^(Set|Map)$/.test(initializer.expression.getText());
				return !isTable || (initializer.arguments ?? []).length === 0;
			})
			.map(({ name }) => `${file} ${name.getText()}`),
	);
}

const wordsIn = (folder) =>
	readdirSync(join(root, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => readFileSync(join(root, folder, file), 'utf8').split(/\s+/).length)
		.reduce((sum, words) => sum + words, 0);

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const linesIn = (files) => files.reduce((sum, file) => sum + linesOf(file), 0);
const ofTests = filesIn('test');
const scenery = linesIn(ofTests.filter((file) => !file.endsWith('.test.ts')));

const lengths = shipped.map(linesOf).sort((a, b) => a - b);
const way = wayToN8n('nodes/VenuePlatform/operations/booking/getAll.ts getAll').slice(1);
const figures = {
	'shipped files': shipped.length,
	'shipped lines': linesIn(shipped),
	'median file': lengths[Math.floor(lengths.length / 2)],
	'longest file': lengths[lengths.length - 1],
	'files of 30 lines or fewer': lengths.filter((length) => length <= 30).length,
	'files with a single importer': shipped.filter((file) => importersOf(file).length === 1).length,
	'import cycles': cycles().length,
	'functions between Booking → Get Many and n8n': way.length,
	'names in several files': sharedNames().length,
	'variables at the top level that hold state': stateAtTopLevel().length,
	'words in docs/development': wordsIn('docs/development'),
	scripts: Object.keys(scripts).length,
	'lines in test/': linesIn(ofTests),
	'of them scenery, in percent': Math.round((scenery / linesIn(ofTests)) * 100),
};
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
console.log(`names in several files: ${sharedNames().join(', ')}`);
for (const cycle of cycles()) console.log(`cycle: ${cycle}`);
console.log(`way: ${way.map((name) => name.split(' ')[1]).join(' → ')}`);
