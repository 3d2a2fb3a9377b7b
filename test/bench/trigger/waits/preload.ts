/**
 * Loaded into n8n. Measures the methods that a delivery passes before it is answered, and writes to
 * n8n's home how long they took for all deliveries.
 */
import { openSync, writeSync } from 'node:fs';
import Module from 'node:module';
import { isMainThread } from 'node:worker_threads';

import { TIMED, waitedFileIn } from './timed';

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;
type Classes = Partial<Record<string, { prototype: Record<string, Method> }>>;
type Load = (request: string, ...rest: unknown[]) => Classes;

const waited = new Float64Array(TIMED.length);
const bytes = new Uint8Array(waited.buffer);
const found = new Set<Method>();

/** Only a process that receives deliveries has this file. */
let file: number | undefined;

if (isMainThread) {
	const modules = Module as unknown as { _load: Load };
	const load = modules._load;
	modules._load = (request, ...rest) => {
		const loaded = load(request, ...rest);
		for (const [index, { module, className, method }] of TIMED.entries()) {
			if (!request.endsWith(`/${module}`) && !request.endsWith(`/${module}.js`)) continue;
			const prototype = loaded[className]?.prototype;
			if (!prototype || found.has(prototype[method])) continue;
			prototype[method] = timed(prototype[method], (milliseconds) => {
				waited[index] += milliseconds;
				file ??= openSync(waitedFileIn(process.env.HOME ?? ''), 'w');
				writeSync(file, bytes, 0, bytes.length, 0);
			});
			found.add(prototype[method]);
		}
		return loaded;
	};
}

function timed(method: Method, add: (milliseconds: number) => void): Method {
	return async function (...args) {
		const begin = performance.now();
		try {
			return await method.apply(this, args);
		} finally {
			add(performance.now() - begin);
		}
	};
}
