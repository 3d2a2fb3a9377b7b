import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const NODE_MODULES = path.join(ROOT, 'node_modules');
const COPIED = [
	'CHANGELOG.md',
	'LICENSE.md',
	'README.md',
	'credentials',
	'gulpfile.js',
	'icons',
	'nodes',
	'package.json',
	'test/package',
	'tsconfig.json',
];

interface Outcome {
	status: number | null;
	output: string;
}

interface Manifest {
	[key: string]: unknown;
	n8n: { nodes: string[]; credentials: string[] };
}

/** The package in a temporary folder, which a test may break. */
export class PackageCopy {
	readonly root = mkdtempSync(path.join(tmpdir(), 'venue-platform-package-'));

	private constructor() {}

	/**
	 * Copied and compiled, as `n8n-node build` leaves it before gulp runs. Types are checked by the
	 * build itself and by `npm run lint`.
	 */
	static compiled(): PackageCopy {
		const copy = new PackageCopy();
		for (const entry of COPIED) {
			cpSync(path.join(ROOT, entry), copy.at(entry), { recursive: true });
		}
		symlinkSync(NODE_MODULES, copy.at('node_modules'), 'junction');
		const { status, output } = copy.run(path.join(NODE_MODULES, 'typescript/bin/tsc'), '--noCheck');
		if (status !== 0) throw new Error(output);
		return copy;
	}

	copy(): PackageCopy {
		const copy = new PackageCopy();
		cpSync(this.root, copy.root, { recursive: true });
		return copy;
	}

	gulp(...tasks: string[]): Outcome {
		return this.run(path.join(NODE_MODULES, 'gulp/bin/gulp.js'), ...tasks);
	}

	scan(): Outcome {
		return this.run(path.join(ROOT, 'test/package/scan.mjs'), this.root);
	}

	read(file: string): string {
		return readFileSync(this.at(file), 'utf8');
	}

	write(file: string, content: string): void {
		mkdirSync(path.dirname(this.at(file)), { recursive: true });
		writeFileSync(this.at(file), content);
	}

	remove(file: string): void {
		rmSync(this.at(file), { recursive: true });
	}

	manifest(): Manifest {
		return JSON.parse(this.read('package.json')) as Manifest;
	}

	writeManifest(manifest: Manifest): void {
		this.write('package.json', JSON.stringify(manifest, null, '\t'));
	}

	dispose(): void {
		rmSync(this.root, { recursive: true, force: true });
	}

	private at(file: string): string {
		return path.join(this.root, file);
	}

	private run(script: string, ...options: string[]): Outcome {
		const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options], {
			cwd: this.root,
			encoding: 'utf8',
			// With "test", eslint-plugin-n8n-nodes-base takes every file for a trigger.
			env: { ...process.env, NODE_ENV: undefined },
		});
		return { status, output: stdout + stderr };
	}
}
