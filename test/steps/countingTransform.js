/**
 * Compiles shipped code for Jest so that it counts its own steps: each call of a function, each
 * round of a loop, and what built-in methods go over. Counts are the same on any machine.
 */
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const ts = require('typescript');

const COUNTER = join(__dirname, 'counter.ts');
const COUNTER_TEXT = readFileSync(COUNTER, 'utf8');
const OWN_TEXT = readFileSync(__filename, 'utf8');

/** Methods that the counter knows. All others stay plain calls, which take a third of the time. */
const KNOWN = new Set(COUNTER_TEXT.match(/(?<=')\w+(?=')/g));

const { factory } = ts;
const counter = (name) =>
	factory.createPropertyAccessExpression(factory.createIdentifier('$steps'), name);
const callOf = (name, ...args) => factory.createCallExpression(counter(name), undefined, args);
const oneStep = () => factory.createPostfixIncrement(counter('count'));
const stepBefore = (statement) =>
	factory.createBlock([factory.createExpressionStatement(oneStep()), statement]);

const isLoop = (node) =>
	ts.isForStatement(node) ||
	ts.isForOfStatement(node) ||
	ts.isForInStatement(node) ||
	ts.isWhileStatement(node) ||
	ts.isDoStatement(node);

const isMethodCall = (node) =>
	ts.isCallExpression(node) &&
	ts.isPropertyAccessExpression(node.expression) &&
	!ts.isOptionalChain(node) &&
	ts.isIdentifier(node.expression.name) &&
	KNOWN.has(node.expression.name.text) &&
	node.expression.expression.kind !== ts.SyntaxKind.SuperKeyword;

const isCallOf = (node, ...names) =>
	(ts.isCallExpression(node) || ts.isNewExpression(node)) &&
	ts.isIdentifier(node.expression) &&
	names.includes(node.expression.text);

function counted(context) {
	const visit = (node) => {
		if (ts.isTypeNode(node)) return node;
		return withSteps(ts.visitEachChild(node, visit, context));
	};
	return (file) => ts.visitNode(file, visit);
}

function withSteps(node) {
	if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
		const body = factory.createParenthesizedExpression(factory.createComma(oneStep(), node.body));
		return factory.updateArrowFunction(
			node,
			node.modifiers,
			node.typeParameters,
			node.parameters,
			node.type,
			node.equalsGreaterThanToken,
			body,
		);
	}
	if (ts.isBlock(node) && isBodyOfFunction(node)) {
		const statements = [factory.createExpressionStatement(oneStep()), ...node.statements];
		return factory.updateBlock(node, statements);
	}
	if (isLoop(node)) return withBody(node, stepBefore(node.statement));
	if (ts.isSpreadElement(node)) {
		return factory.updateSpreadElement(node, callOf('entries', node.expression));
	}
	if (ts.isSpreadAssignment(node)) {
		return factory.updateSpreadAssignment(node, callOf('fields', node.expression));
	}
	if (isMethodCall(node)) {
		const { expression, name } = node.expression;
		return callOf('call', expression, factory.createStringLiteral(name.text), ...node.arguments);
	}
	if (isCallOf(node, 'Set', 'Map', 'String')) return callOf('made', node);
	return node;
}

function isBodyOfFunction(block) {
	const { parent } = ts.getOriginalNode(block);
	return parent !== undefined && ts.isFunctionLike(parent);
}

function withBody(node, body) {
	if (ts.isForStatement(node)) {
		const { initializer, condition, incrementor } = node;
		return factory.updateForStatement(node, initializer, condition, incrementor, body);
	}
	if (ts.isForOfStatement(node)) {
		const { awaitModifier, initializer, expression } = node;
		return factory.updateForOfStatement(node, awaitModifier, initializer, expression, body);
	}
	if (ts.isForInStatement(node)) {
		return factory.updateForInStatement(node, node.initializer, node.expression, body);
	}
	if (ts.isWhileStatement(node)) return factory.updateWhileStatement(node, node.expression, body);
	return factory.updateDoStatement(node, body, node.expression);
}

module.exports = {
	getCacheKey: (source, path) =>
		createHash('sha256').update([OWN_TEXT, COUNTER_TEXT, path, source].join('\0')).digest('hex'),
	process(source, path) {
		const { outputText } = ts.transpileModule(source, {
			fileName: path,
			compilerOptions: {
				target: ts.ScriptTarget.ES2022,
				module: ts.ModuleKind.CommonJS,
				esModuleInterop: true,
			},
			transformers: { before: [counted] },
		});
		const begin = `"use strict"; const { steps: $steps } = require(${JSON.stringify(COUNTER)});`;
		return { code: `${begin} ${outputText}` };
	},
};
