import { spawn } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compiled } from '../compile.js';

// The simulation runs as plain JavaScript, without jest, because it controls time and loads the
// shipped modules many times. `npm run lint` checks its types.
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const build = join(root, 'node_modules/.cache/simulation');
const folders = ['credentials', 'nodes', 'test/engine/harness', 'test/simulation', 'test/venue'];

for (const folder of folders) {
	for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
		if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
		const file = join(folder, name);
		const text = readFileSync(join(root, file), 'utf8');
		save(join(build, file), text, () =>
			save(join(build, file.replace(/\.ts$/, '.js')), compiled(text, join(root, file))),
		);
	}
}
save(join(build, 'package.json'), readFileSync(join(root, 'package.json'), 'utf8'));

// The first word selects a simulation, for example `lives`.
const [first = '', ...others] = process.argv.slice(2);
const which = first.startsWith('-') ? '' : first;
const main = spawn(
	process.execPath,
	[
		'--stack-trace-limit=30',
		join(build, 'test/simulation', which, 'main.js'),
		...(which === '' ? process.argv.slice(2) : others),
	],
	{ stdio: 'inherit', cwd: root },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => main.kill(signal));
main.on('exit', (code) => process.exit(code ?? 1));

/** Writes changed files in one step, because another process may be reading them. */
function save(file, text, whenNew = () => {}) {
	if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
	whenNew();
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(`${file}.${process.pid}`, text);
	renameSync(`${file}.${process.pid}`, file);
}
