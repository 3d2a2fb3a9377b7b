import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

type Body = (
	module: { exports: object },
	exports: object,
	load: unknown,
	...seen: unknown[]
) => void;

/** What a machine has of its own: the clock. */
export interface Machine {
	Date: DateConstructor;
	performance: { now(): number };
}

const SEEN = ['Date', 'performance'] as const;
const bodies = new Map<string, Body>();

/** Where the built sources lie: three folders above this one. */
const BUILD = join(__dirname, '../../../..');

/**
 * The shipped modules once more, with nothing of what the others remember: a second process. What
 * they share with n8n, such as n8n-workflow, they share here too.
 */
export function freshModules(
	machine: Machine,
	replaced: ReadonlyMap<string, string> = new Map(),
): (module: string) => object {
	const loaded = new Map<string, { exports: object }>();
	const seen = SEEN.map((name) => machine[name]);

	const load = (file: string): object => {
		const known = loaded.get(file);
		if (known) return known.exports;
		const module = { exports: {} };
		loaded.set(file, module);
		const loadFrom = (name: string): unknown =>
			name.startsWith('.')
				? load(normalize(join(dirname(file), name)))
				: fromOutside(name, machine);
		bodyOf(file, replaced.get(file))(module, module.exports, loadFrom, ...seen);
		return module.exports;
	};
	return load;
}

function fromOutside(name: string, { performance }: Machine): unknown {
	if (name === 'node:perf_hooks' || name === 'perf_hooks') return { performance };
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- what is loaded is known at run time only
	return require(name);
}

function bodyOf(file: string, replaced: string | undefined): Body {
	const key = replaced === undefined ? file : `${file} ${replaced}`;
	const known = bodies.get(key);
	if (known) return known;
	const code = replaced ?? readFileSync(pathOf(file), 'utf8');
	const parameters = ['module', 'exports', 'require', ...SEEN];
	const body = new Function(...parameters, `${code}\n//# sourceURL=${file}.js`) as Body;
	bodies.set(key, body);
	return body;
}

function pathOf(file: string): string {
	const path = join(BUILD, `${file}.js`);
	return existsSync(path) ? path : join(BUILD, file, 'index.js');
}
