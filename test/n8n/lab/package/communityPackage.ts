import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { npm } from '../installation/npm';

type Dependencies = Record<string, string>;

export interface PackedManifest {
	name: string;
	version: string;
	n8n: { nodes: string[]; credentials: string[] };
	devDependencies?: Dependencies;
	peerDependencies?: Dependencies;
	optionalDependencies?: Dependencies;
}

/**
 * Installs a packed package into `<userFolder>/.n8n/nodes` like n8n's settings page so that
 * nothing depends on files that only the checkout has.
 */
export async function installCommunityPackage(
	tarball: string,
	userFolder: string,
	node: string,
): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const packed = await readPackedManifest(tarball);
	const folder = join(nodesFolder, 'node_modules', packed.name);
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	await writeFile(join(folder, 'package.json'), json(withoutForeignDependencies(packed)));
	await npm(
		[
			'install',
			'--audit=false',
			'--fund=false',
			'--bin-links=false',
			'--install-strategy=shallow',
			'--ignore-scripts=true',
			'--package-lock=false',
		],
		{ cwd: folder, node },
	);
	const file = join(nodesFolder, 'package.json');
	const { dependencies } = await readInstalled(file);
	await writeFile(
		file,
		json({
			name: 'installed-nodes',
			private: true,
			dependencies: { ...dependencies, [packed.name]: packed.version },
		}),
	);
}

const run = promisify(execFile);

export async function readPackedManifest(tarball: string): Promise<PackedManifest> {
	const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
	return JSON.parse(stdout) as PackedManifest;
}

function withoutForeignDependencies(manifest: PackedManifest): PackedManifest {
	const own = { ...manifest };
	delete own.devDependencies;
	delete own.peerDependencies;
	delete own.optionalDependencies;
	return own;
}

async function readInstalled(file: string): Promise<{ dependencies: Dependencies }> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as { dependencies: Dependencies };
	} catch {
		return { dependencies: {} };
	}
}

function json(content: unknown): string {
	return `${JSON.stringify(content, null, 2)}\n`;
}
