const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const compiler = require.resolve('typescript/package.json');
const cache = join(dirname(compiler), '../.cache/compiled');
const tools = [compiler, __filename].map((file) => readFileSync(file, 'utf8'));

/** The name of the file, not its folder, is in the source map: a copy of the repository finds it, too. */
const keyOf = (source, file) =>
	createHash('sha256')
		.update([...tools, basename(file), source].join('\0'))
		.digest('hex');

/**
 * JavaScript of TypeScript. Types are checked by `npm run lint` alone. Each content is compiled once,
 * for all suites and for the processes that they start.
 */
function compiled(source, file) {
	const kept = join(cache, `${keyOf(source, file)}.js`);
	if (existsSync(kept)) return readFileSync(kept, 'utf8');

	// The compiler takes a second to load, and is loaded only for what has changed.
	const ts = require('typescript');
	const compilerOptions = {
		module: ts.ModuleKind.CommonJS,
		target: ts.ScriptTarget.ES2022,
		esModuleInterop: true,
		inlineSourceMap: true,
	};
	const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: file });
	mkdirSync(cache, { recursive: true });
	// Another suite may be reading it.
	writeFileSync(`${kept}.${process.pid}`, outputText);
	renameSync(`${kept}.${process.pid}`, kept);
	return outputText;
}

module.exports = {
	compiled,
	getCacheKey: keyOf,
	process: (source, file) => ({ code: compiled(source, file) }),
};
