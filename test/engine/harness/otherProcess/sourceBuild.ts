import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../../../..');
const { compiled } = createRequire(__filename)('../../../compile.js') as {
	compiled: (source: string, file: string) => string;
};

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

export function asJavaScript(file: string): string {
	return compiled(readFileSync(file, 'utf8'), file);
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
