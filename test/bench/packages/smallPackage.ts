import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs a few compiled files as a community package. */
export async function packSmall(
	folder: string,
	name: string,
	files: { nodes?: string[]; credentials?: string[] },
): Promise<string> {
	const { nodes = [], credentials = [] } = files;
	const content = join(folder, name, 'package');
	await mkdir(content, { recursive: true });
	for (const file of [...nodes, ...credentials])
		await copyFile(file, join(content, basename(file)));
	const manifest = {
		name,
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: {
			n8nNodesApiVersion: 1,
			credentials: credentials.map((file) => basename(file)),
			nodes: nodes.map((file) => basename(file)),
		},
	};
	await writeFile(join(content, 'package.json'), JSON.stringify(manifest));
	const tarball = join(folder, `${name}.tgz`);
	await run('tar', ['-czf', tarball, '-C', join(folder, name), 'package']);
	return tarball;
}
