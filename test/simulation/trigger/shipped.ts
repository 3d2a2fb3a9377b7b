import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import ts from 'typescript';

const SOURCE = 'nodes/VenuePlatformTrigger/VenuePlatformTrigger.node';
const root = join(__dirname, '../../..');
const loadInstalled = createRequire(__filename);
const compilerOptions: ts.CompilerOptions = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	esModuleInterop: true,
};

/** The time of one machine, which all modules of one process are given in place of the real one. */
export interface LocalTime {
	Date: DateConstructor;
	AbortSignal: typeof AbortSignal;
	setTimeout: (ring: () => void, ms?: number) => unknown;
	clearTimeout: (timer: unknown) => void;
	sleep: (ms: number) => Promise<void>;
}

type Exports = Record<string, unknown>;
type ModuleBody = (
	exports: Exports,
	require: (name: string) => unknown,
	date: DateConstructor,
	abortSignal: typeof AbortSignal,
	set: LocalTime['setTimeout'],
	clear: LocalTime['clearTimeout'],
) => void;

const files = new Map<string, string>();
const bodies = new Map<string, ModuleBody>();

/** The shipped trigger as it is, in modules of its own: what a process has after its start. */
export function loadTrigger(time: LocalTime): INodeType {
	const loaded = new Map<string, Exports>();
	const installed = loadInstalled('n8n-workflow') as Exports;
	const workflowPackage = Object.create(installed, { sleep: { value: time.sleep } }) as Exports;

	const load = (file: string): Exports => {
		const known = loaded.get(file);
		if (known) return known;
		const exports: Exports = {};
		loaded.set(file, exports);
		const require = (name: string) => {
			if (name.startsWith('.')) return load(sourceFile(dirname(file), name));
			return name === 'n8n-workflow' ? workflowPackage : loadInstalled(name);
		};
		const { Date, AbortSignal, setTimeout, clearTimeout } = time;
		bodyOf(file)(exports, require, Date, AbortSignal, setTimeout, clearTimeout);
		return exports;
	};
	const { VenuePlatformTrigger } = load(sourceFile(root, SOURCE));
	return new (VenuePlatformTrigger as new () => INodeType)();
}

function sourceFile(folder: string, name: string): string {
	const key = `${folder} ${name}`;
	const known = files.get(key);
	if (known) return known;
	const path = join(folder, name);
	const file = existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');
	files.set(key, file);
	return file;
}

/** Compiled once, run once for each process. */
function bodyOf(file: string): ModuleBody {
	const known = bodies.get(file);
	if (known) return known;
	const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
	const names = ['exports', 'require', 'Date', 'AbortSignal', 'setTimeout', 'clearTimeout'];
	const body = new Function(...names, `${outputText}\n//# sourceURL=${file}`) as ModuleBody;
	bodies.set(file, body);
	return body;
}
