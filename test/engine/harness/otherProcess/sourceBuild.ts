import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Ts from 'typescript';

const root = join(__dirname, '../../../..');
const compiler = require.resolve('typescript/package.json');
const compilerText = readFileSync(compiler, 'utf8');
const ownText = readFileSync(__filename, 'utf8');
const cache = join(dirname(compiler), '../.cache/sourceBuild');

const FOLDERS = ['credentials', 'nodes', 'test/engine/harness'];

/**
 * The package and the harness as plain JavaScript, for a process without jest. Its node_modules
 * holds the n8n-core under test; everything else is found through the returned NODE_PATH.
 */
export function buildInto(folder: string): { main: string; nodePath: string } {
	const build = join(folder, 'build');
	const built = {
		main: join(build, 'test/engine/harness/otherProcess/main.js'),
		nodePath: join(root, 'node_modules'),
	};
	if (existsSync(built.main)) return built;

	for (const file of FOLDERS.flatMap(sourceFiles)) {
		const target = join(build, file.replace(/\.ts$/, '.js'));
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, asJavaScript(join(root, file)));
	}
	writeFileSync(join(build, 'package.json'), readFileSync(join(root, 'package.json')));
	linkN8n(join(build, 'node_modules'));
	return built;
}

/** Compiled once for each content, because several suites start other processes. */
export function asJavaScript(file: string): string {
	const source = readFileSync(file, 'utf8');
	const content = createHash('sha256')
		.update([compilerText, ownText, source].join('\0'))
		.digest('hex');
	const kept = join(cache, `${content}.js`);
	if (existsSync(kept)) return readFileSync(kept, 'utf8');

	const script = compiled(source, file);
	mkdirSync(cache, { recursive: true });
	// Another suite may be reading it.
	writeFileSync(`${kept}.${process.pid}`, script);
	renameSync(`${kept}.${process.pid}`, kept);
	return script;
}

/** The compiler takes a second to load, and is loaded only for what has changed. */
function compiled(source: string, fileName: string): string {
	const ts = createRequire(__filename)('typescript') as typeof Ts;
	const compilerOptions: Ts.CompilerOptions = {
		module: ts.ModuleKind.CommonJS,
		target: ts.ScriptTarget.ES2022,
		esModuleInterop: true,
	};
	return ts.transpileModule(source, { compilerOptions, fileName }).outputText;
}

function sourceFiles(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
		.map((file) => join(folder, file));
}

function linkN8n(nodeModules: string) {
	mkdirSync(nodeModules);
	const core = require.resolve('n8n-core/package.json');
	const workflow = createRequire(core).resolve('n8n-workflow/package.json');
	symlinkSync(dirname(core), join(nodeModules, 'n8n-core'));
	symlinkSync(dirname(workflow), join(nodeModules, 'n8n-workflow'));
}
