import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const NAME = 'n8n-nodes-empty-trigger';

export const EMPTY_TRIGGER = `${NAME}.emptyTrigger`;

const run = promisify(execFile);

/** Packs the empty trigger as n8n installs community packages. */
export async function packEmptyTrigger(folder: string): Promise<string> {
	const file = 'EmptyTrigger.node.js';
	const content = join(folder, 'package');
	const tarball = join(folder, `${NAME}.tgz`);
	await mkdir(content);
	await copyFile(join(__dirname, file), join(content, file));
	const manifest = {
		name: NAME,
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: [file] },
	};
	await writeFile(join(content, 'package.json'), JSON.stringify(manifest));
	await run('tar', ['-czf', tarball, '-C', folder, 'package']);
	return tarball;
}
