/**
 * A separate process in which n8n's loader loads a package, to measure what that needs and keeps.
 */
import { createRequire } from 'node:module';

const [, , n8nProgram, packageFolder] = process.argv;

interface Loader {
	loadAll(): Promise<void>;
}

export interface Load {
	cpuSeconds: number;
	heapBytes: number;
}

async function main(): Promise<Load> {
	const { PackageDirectoryLoader } = createRequire(n8nProgram)('n8n-core') as {
		PackageDirectoryLoader: new (folder: string) => Loader;
	};
	const heapBefore = heapInUse();
	const cpuBefore = process.cpuUsage();
	const loader = new PackageDirectoryLoader(packageFolder);
	await loader.loadAll();
	const { user, system } = process.cpuUsage(cpuBefore);
	return { cpuSeconds: (user + system) / 1e6, heapBytes: heapInUse() - heapBefore };
}

function heapInUse(): number {
	globalThis.gc?.();
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

main().then(
	(load) => process.stdout.write(JSON.stringify(load), () => process.exit()),
	(error: Error) => {
		process.stderr.write(`${error.stack}\n`);
		process.exit(1);
	},
);
