import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

type Body = (
	module: { exports: object },
	exports: object,
	load: unknown,
	...seen: unknown[]
) => void;

/** What each machine has of its own. */
interface Machine {
	Date: DateConstructor;
	performance: { now(): number };
	/** n8n's own `sleep` if there is none here. A machine's own `sleep` ends with its process. */
	sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Replaces an exported function of a module: the shipped code without a fix. */
export interface Swap {
	/** Without the extension, relative to the root of the sources. */
	module: string;
	name: string;
	/** Gets the shipped value and a loader for other modules of the same process. */
	by: (shipped: never, load: (module: string) => object) => unknown;
}

export interface Differences {
	swaps?: readonly Swap[];
}

const SEEN = ['Date', 'performance'] as const;
const bodies = new Map<string, Body>();

/** The root of the build. */
const BUILD = join(__dirname, '../../..');

/**
 * Loads the shipped modules again, without the memory of the others: a second process. What they
 * share with n8n, for example n8n-workflow, they share here, too.
 */
export function freshModules(
	machine: Machine,
	{ swaps = [] }: Differences = {},
): (module: string) => object {
	const loaded = new Map<string, { exports: object }>();
	const seen = SEEN.map((name) => machine[name]);
	const outside = outsideOf(machine);

	const load = (file: string): object => {
		const known = loaded.get(file);
		if (known) return known.exports;
		const module = { exports: {} };
		loaded.set(file, module);
		const loadFrom = (name: string): unknown =>
			name.startsWith('.') ? load(normalize(join(dirname(file), name))) : outside(name);
		bodyOf(file)(module, module.exports, loadFrom, ...seen);
		for (const swap of swaps) if (swap.module === file) put(swap, module.exports, load);
		return module.exports;
	};
	return load;
}

/** A swap without anything to replace would prove nothing, so it throws. */
function put({ module, name, by }: Swap, exports: object, load: (module: string) => object): void {
	const shipped = (exports as Record<string, unknown>)[name];
	if (shipped === undefined) throw new Error(`There is no “${name}” in ${module} to be replaced`);
	Object.assign(exports, { [name]: by(shipped as never, load) });
}

function outsideOf({ performance, sleep }: Machine): (name: string) => unknown {
	let workflowPackage: object | undefined;
	return (name) => {
		if (name === 'node:perf_hooks' || name === 'perf_hooks') return { performance };
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- what is loaded is known at run time only
		const installed = require(name) as object;
		if (name !== 'n8n-workflow' || sleep === undefined) return installed;
		return (workflowPackage ??= Object.create(installed, { sleep: { value: sleep } }) as object);
	};
}

function bodyOf(file: string): Body {
	const known = bodies.get(file);
	if (known) return known;
	const code = readFileSync(pathOf(file), 'utf8');
	const parameters = ['module', 'exports', 'require', ...SEEN];
	const body = new Function(...parameters, `${code}\n//# sourceURL=${file}.js`) as Body;
	bodies.set(file, body);
	return body;
}

function pathOf(file: string): string {
	const path = join(BUILD, `${file}.js`);
	return existsSync(path) ? path : join(BUILD, file, 'index.js');
}
